import { OptionError } from '../../contract/option-error.ts'
import type { ManagedMock } from '../../create-mock.ts'
import { createErrorResponse } from '../../engine/plain-response.ts'
import type { MockRequestHandler } from '../../http/server.ts'
import type { Options } from '../../options/options.ts'
import type { Changes } from '../../store/repository.ts'
import type { Snapshot } from '../../world/snapshot.ts'
import type { WorldChange } from '../../world/world.ts'
import { Failure, type Io, UsageError } from '../io.ts'
import { errorMessageOf } from './error-message.ts'
import { type LogFile, openLog } from './log-file.ts'

/** A mock whose default world is kept in a file: each write is there before it is answered. */
export interface PersistedMock extends MockRequestHandler {
  close(): void
}

/** What a world follows from: the first line of a file. */
interface LogHeader {
  readonly calmock: 1
  readonly seed: number
  readonly events: number
  readonly scenario: string
  /** The day that its first records stood around. */
  readonly day: string
}

/** A file is written anew when it has grown by so many times of what it began with, and by so many bytes. */
const GROWTH = { times: 4, bytes: 1_000_000 }

/**
 * Brings back what a file holds, and keeps in it what clients write from now on. Throws `UsageError` for a
 * file of another mock, `Failure` for one that cannot be read or written. A damaged one is kept aside.
 */
export function persistTo(
  path: string,
  service: ManagedMock,
  now: Options['now'],
  io: Io,
): PersistedMock {
  const file = openLog(path, io.pid)
  try {
    return startPersisting(path, file, service, now, io)
  } catch (error) {
    errorMessageOf(file.close)
    throw error
  }
}

function startPersisting(
  path: string,
  file: LogFile,
  service: ManagedMock,
  now: Options['now'],
  io: Io,
): PersistedMock {
  const { values, damagedAt, skippedLines: left } = file.found
  const [known, ...news] = values as readonly [LogHeader?, ...WorldChange[]] // nobody else wrote lines with their sums
  const { seed, events, scenario } = service
  const day = service.clock.now().toISOString().slice(0, 10)
  const isFixed = now !== 'today' && now !== 'real'
  const head: LogHeader = {
    calmock: 1,
    seed,
    events,
    scenario,
    day: isFixed || !known ? day : known.day,
  }
  if (known) requireSameWorld(path, known, head)
  const state = mergeChanges(news)
  if (state) restoreState(path, state, service)
  if (damagedAt !== undefined) {
    const lines = left === 1 ? 'it is' : `it and the ${left - 1} after it are`
    io.stderr.write(
      `calmock: ${path} is damaged at line ${damagedAt}: ${lines} left out, the file is kept as ${file.backUp()}\n`,
    )
  }
  const whole = (): readonly unknown[] => [head, { state: service.snapshot() }]
  service.takeChanges() // all of it is told here
  const replaced = errorMessageOf(() => file.replace(whole()))
  if (replaced) throw new Failure(`${path} cannot be written: ${replaced}`)
  let start = file.size

  function save(): string | undefined {
    const news = service.takeChanges()
    const failure =
      news || file.hasPendingWrites ? errorMessageOf(() => file.append(news)) : undefined
    if (!failure && file.size > GROWTH.bytes + GROWTH.times * start) {
      errorMessageOf(() => file.replace(whole())) // else it takes more room than it could
      start = file.size
    }
    return news && failure
  }

  return {
    settings: service.settings,
    async handle(call) {
      const reply = await service.handle(call)
      const failure = save()
      if (!failure) return reply
      const message = `It is done, but not in ${path} yet: ${failure}`
      return createErrorResponse(call, 507, 'state_unwritten', message)
    },
    close() {
      const failure = errorMessageOf(file.close)
      if (failure) io.stderr.write(`calmock: ${path} lacks the last writes: ${failure}\n`)
    },
  }
}

function requireSameWorld(path: string, known: LogHeader, head: LogHeader): void {
  const told = ({ seed, events, scenario, day }: LogHeader): string =>
    `--seed ${seed} --events ${events} --scenario ${scenario}, around ${day}`
  if (told(known) !== told(head))
    throw new UsageError(`${path} is of ${told(known)}, not of ${told(head)}; choose another file`)
}

/** The state that all lines together tell. What was read is nobody else's, and is filled up. */
function mergeChanges(news: readonly WorldChange[]): Snapshot | undefined {
  let state: Snapshot | undefined
  for (const line of news) {
    if ('state' in line) state = line.state
    else if (state) state = applyChanges(state, line.changes)
  }
  return state
}

function applyChanges(state: Snapshot, changes: Readonly<Record<string, Changes>>): Snapshot {
  const { [state.scenario]: own, ...others } = changes
  const copies = { ...state.copies }
  for (const [scenario, more] of Object.entries(others))
    copies[scenario] = mergeRecords(copies[scenario], more)
  return {
    ...state,
    ...(own && mergeRecords(state, own)),
    ...(Object.keys(copies).length > 0 && { copies }),
  }
}

function mergeRecords(before: Changes | undefined, { nextId, records }: Changes): Changes {
  const all = { ...before?.records }
  for (const [kind, rows] of Object.entries(records))
    all[kind] = Object.assign(all[kind] ?? {}, rows)
  return { nextId, records: all }
}

function restoreState(path: string, state: Snapshot, service: ManagedMock): void {
  try {
    service.restoreRecords(state)
  } catch (error) {
    const reason = error instanceof OptionError ? error.reason : String(error)
    throw new Failure(`${path} cannot be brought back: ${reason}`)
  }
}
