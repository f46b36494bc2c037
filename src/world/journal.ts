import type { Now } from '../options/clock.ts'

/** A list of JSON values that outlives the process, the oldest first: a file, or a table of a database. */
export interface Journal {
  /** The size in bytes. */
  readonly size: number
  /** Returns copies of all values. */
  read(): readonly unknown[]
  /** Appends a value. It is stored when this returns; an error means that it is not. */
  append(value: unknown): void
  /** Replaces all values at once. An error leaves the journal unchanged. */
  replace(values: readonly unknown[]): void
}

/** The fault of a journal: its format, the options that it was created with, or its content. */
export type JournalFault = 'format' | 'options' | 'content'

/** A journal that does not fit the mock. The message does not name the journal. */
export class JournalError extends Error {
  readonly fault: JournalFault

  constructor(fault: JournalFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** The first value of a journal: the inputs of the generated records. */
export interface JournalHeader {
  /** The version of the format. */
  readonly calmock: number
  readonly seed: number
  readonly events: number
  readonly scenario: string
  /** A hash of other inputs, such as the user's records. */
  readonly data?: string
  /** Day of the clock when the journal was created, `YYYY-MM-DD` in UTC. */
  readonly day: string
}

/** Version 2 has the clock, which version 1 lacks. */
const FORMATS: readonly number[] = [1, 2]

/** The parts of a mock and its options that decide the generated records. */
export interface HeaderSource {
  readonly mock: Pick<JournalHeader, 'seed' | 'events' | 'scenario'> & {
    readonly clock: { now(): Date }
  }
  /** The clock option of the mock. */
  readonly now?: Now | undefined
  /** A hash of other inputs of the records. */
  readonly data?: string | undefined
}

/** Returns the header of a new mock. It has the day of the saved header if the clock option follows the system time. */
export function createHeader({ mock, now, data }: HeaderSource, saved?: JournalHeader) {
  const { seed, events, scenario, clock } = mock
  const savedDay = now === 'today' || now === 'real' ? saved?.day : undefined
  const day = savedDay ?? clock.now().toISOString().slice(0, 10)
  const header: JournalHeader = { calmock: 2, seed, events, scenario, day, ...(data && { data }) }
  return header
}

/** Throws `JournalError` if a journal with the saved header belongs to another format or to other options. */
export function requireSameHeader(saved: JournalHeader, current: JournalHeader): void {
  if (!FORMATS.includes(saved.calmock))
    throw new JournalError(
      'format',
      `has the format ${JSON.stringify(saved.calmock)}, and this version of calmock reads the formats ${FORMATS.join(' and ')}`,
    )
  const describe = ({ seed, events, scenario, data, day }: JournalHeader): string =>
    `--seed ${seed} --events ${events} --scenario ${scenario}${data ? `, data of hash ${data}` : ''} and dates around ${day}`
  if (describe(saved) === describe(current)) return
  throw new JournalError(
    'options',
    `was created with ${describe(saved)}, not with ${describe(current)}`,
  )
}
