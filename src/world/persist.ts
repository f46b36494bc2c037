import type { Settings } from '../contract/context.ts'
import { NotLoadedError, whenLoaded } from '../contract/lazy.ts'
import { OptionError } from '../contract/option-error.ts'
import { isReadMethod, type MockRequest, type MockResponse } from '../engine/http-message.ts'
import type { Now } from '../options/clock.ts'
import { pickRecordOptions, type RecordOptions } from '../options/mock-options.ts'
import type { ResolvedOptions } from '../options/options.ts'
import { toErrorResponse, UnsavedError } from './reject-request.ts'
import type { Members } from './state-part.ts'
import type { WorldState } from './world-state.ts'

/**
 * A list of JSON values that outlives the process: a file, or a table of a database. The first value is a snapshot
 * with `calmock`, `start` and `clock`, and each of the others is one change.
 */
export interface Journal {
  /** The size in bytes. */
  readonly size: number
  /** Returns copies of all values, one after the other. */
  read(): Iterable<unknown>
  /** Appends a value. It is stored when this returns; an error means that it is not. */
  append(value: unknown): void
  /** Replaces all values at once. An error leaves the journal unchanged. */
  replace(values: Iterable<unknown>): void
}

/** A journal that does not fit the mock: its options, or its content. The message does not name the journal. */
export class JournalError extends Error {
  readonly fault: 'options' | 'content'

  constructor(fault: 'options' | 'content', message: string) {
    super(message)
    this.fault = fault
  }
}

interface PersistOptions {
  readonly mock: WorldState & {
    /** The number of events that the scenario starts with, which may not be the number of the option. */
    readonly events: number
    readonly options: ResolvedOptions
    readonly settings: Settings
    handle(request: MockRequest, world?: string): Promise<MockResponse>
  }
  /** The world of the mock that is saved. Default: the default world. */
  readonly world?: WorldState
  readonly journal: Journal
  /** The name of the journal in responses, such as the path of a file. */
  readonly name: string
  /** The clock option of the mock. */
  readonly now?: Now | undefined
  /** A hash of the user's records. */
  readonly data?: string | undefined
}

/** A mock that saves its default world: every write is in the journal before its response is sent. */
export interface PersistedMock {
  readonly settings: Settings
  handle(request: MockRequest, world?: string): Promise<MockResponse>
  /** Saves the changes that were not saved with a request: changes by code, and changes whose save failed. Returns the message of an error. */
  save(): string | undefined
  /** Replaces the journal by the whole state. Returns the message of an error. */
  compact(): string | undefined
  /** Takes over the state of a journal that another tab or process has written to. Throws `JournalError` if it does not fit the mock. */
  reload(): Promise<void>
}

/**
 * Restores the default world of a new mock from a journal, and saves its later changes. An empty journal stays
 * empty until the first change. Throws `JournalError` if the journal does not fit the mock, which is unchanged then.
 */
export async function persistMock(options: PersistOptions): Promise<PersistedMock> {
  const { mock, name, journal, world = mock } = options
  const { handle } = mock // callers may replace it by the result
  /** Restores the state of the journal. Its start is compared with the start of this mock, which a change of the scenario does not change. */
  const restore = async (known?: Start): Promise<Start> => {
    const { saved, state } = readContent(() => readJournal(journal.read(), world))
    const start = known ?? createStart(options, saved)
    if (saved) requireSameStart(saved, start)
    if (state) await whenLoaded(() => readContent(() => world.restoreState(state)))
    return start
  }
  const start = await restore()
  const writer = await whenLoaded(() => createWriter(journal, world, start))
  const unsaved = (failure: string, effect: string) =>
    new UnsavedError(
      `${effect} ${name} could not be written: ${failure}. The next write tries again.`,
    )
  world.saveWrite = () => {
    const failure = writer.save(true)
    if (failure) throw unsaved(failure, 'Nothing was changed:')
  }
  return {
    settings: mock.settings,
    async handle(request, world) {
      const failures = writer.failures()
      const response = await handle(request, world)
      if (response.status >= 400 && writer.failures() > failures) return response
      const isWrite = !isReadMethod(request.method) && response.status < 400
      // another request can have taken the change of this request, and failed to save it
      const triesAgain = isWrite && writer.failures() > failures
      const failure = await whenLoaded(() => writer.save(triesAgain))
      if (!failure || !isWrite) return response
      return toErrorResponse(request, unsaved(failure, 'The request succeeded, but'))
    },
    save: () => writer.save(true),
    compact: writer.compact,
    reload: async () => {
      await restore(start)
      writer.restart()
    },
  }
}

/** Calls a function that reads values of a journal. Throws its errors as `JournalError`. */
function readContent<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotLoadedError || error instanceof JournalError) throw error
    if (error instanceof OptionError) throw new JournalError('content', error.reason)
    if (!(error instanceof TypeError)) throw error // the journal could not be read
    throw new JournalError('content', 'a value has another type than those that calmock writes')
  }
}

/** The inputs of the generated records. */
interface Start extends RecordOptions {
  readonly scenario: string
  /** A hash of the user's records. */
  readonly data?: string
  /** Day of the clock when the journal was created, `YYYY-MM-DD` in UTC. */
  readonly day: string
}

const FORMAT = 1

/** The first value of a journal: all members of a world. A snapshot of `GET /__calmock/world` lacks the first two. */
interface FirstValue extends Members {
  readonly calmock?: unknown
  readonly start?: Start
}

/** Returns the start and the state of a journal, or nothing of an empty journal. */
function readJournal(
  values: Iterable<unknown>,
  world: WorldState,
): { readonly saved?: Start | undefined; readonly state?: Members } {
  const all = values[Symbol.iterator]() as Iterator<Members> // restoring checks them
  const { value: first, done } = all.next()
  if (done) return {}
  const { calmock = FORMAT, start, ...state }: FirstValue = first
  if (calmock !== FORMAT)
    throw new JournalError(
      'content',
      `it has the format ${JSON.stringify(calmock)}, and this version of calmock reads the format ${FORMAT}`,
    )
  return { saved: start, state: world.mergeChanges(state, { [Symbol.iterator]: () => all }) }
}

/** Returns the start of a mock. It has the day of the saved start if the clock option follows the system time. */
function createStart({ mock, world = mock, now, data }: PersistOptions, saved?: Start): Start {
  const { events } = mock
  const { scenario, clock } = world
  const savedDay = now === 'today' || now === 'real' ? saved?.day : undefined
  const day = savedDay ?? clock.now().toISOString().slice(0, 10)
  const options = pickRecordOptions({ ...mock.options, events })
  return { ...options, scenario, day, ...(data && { data }) }
}

function requireSameStart(saved: Start, current: Start): void {
  const describe = ({ scenario, data, day, ...start }: Start): string => {
    const options = Object.entries({ ...pickRecordOptions(start), scenario })
    const flags = options.map(([name, value]) => `--${name} ${value}`).join(' ')
    return `${flags}${data ? `, data of hash ${data}` : ''} and dates around ${day}`
  }
  if (describe(saved) === describe(current)) return
  throw new JournalError(
    'options',
    `was created with ${describe(saved)}, not with ${describe(current)}`,
  )
}

/** A journal is replaced by one snapshot when it is larger than `factor` times its size after the last time, plus `bytes`. */
const MAX_GROWTH = { factor: 2, bytes: 1_000_000 }

/** Returns functions that write the changes of a world to its journal. */
function createWriter(journal: Journal, world: WorldState, start: Start) {
  let failures = 0
  let mustReplace = false
  let isUnsaved = false
  let compactedSize = 0
  const restart = (): void => {
    world.takeChanges() // the journal has them, or the options describe them
    mustReplace = journal.size === 0
    isUnsaved = false
  }
  restart()
  const compact = (): string | undefined => {
    const failure = catchErrorMessage(() => {
      journal.replace(world.collectState({ calmock: FORMAT, start }))
      world.takeChanges() // the saved state contains them
    })
    if (!failure) mustReplace = isUnsaved = false
    compactedSize = journal.size // also after an error, so that not every write tries again
    return failure
  }
  /** Appends the changes since the last call. Without any, earlier changes are tried again on request. Returns the message of an error. */
  const save = (triesAgain: boolean): string | undefined => {
    const change = world.takeChanges()
    if (!change && !(isUnsaved && triesAgain)) return undefined
    const isWhole = !change || mustReplace || !world.canCopy(change)
    const failure = isWhole ? compact() : catchErrorMessage(() => journal.append(change))
    if (failure) {
      failures++
      mustReplace = isUnsaved = true
    } else if (journal.size > MAX_GROWTH.bytes + MAX_GROWTH.factor * compactedSize) compact()
    return failure
  }
  return { compact, save, restart, failures: () => failures }
}

/** Calls a function. Returns the message of the error that it throws, or undefined. */
function catchErrorMessage(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
