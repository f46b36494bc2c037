import { createHash } from 'node:crypto'
import { OptionError } from '../../contract/option-error.ts'
import type { ManagedMock } from '../../create-mock.ts'
import { createErrorResponse } from '../../engine/plain-response.ts'
import type { MockRequestHandler } from '../../http/server.ts'
import type { Options, UserData } from '../../options/options.ts'
import type { Changes } from '../../store/changes.ts'
import type { Snapshot } from '../../world/snapshot.ts'
import type { WorldChange } from '../../world/world.ts'
import { Failure, type Io, UsageError } from '../io.ts'
import { catchErrorMessage } from './error-message.ts'
import { type LogFile, openLog } from './log-file.ts'

/** A mock that saves its default world: every write is in the file before its response is sent. */
export interface PersistedMock extends MockRequestHandler {
  close(): void
}

export interface PersistOptions {
  readonly path: string
  readonly mock: ManagedMock
  /** The clock option of the mock. */
  readonly now: Options['now']
  readonly data: UserData | undefined
  readonly io: Io
}

/** The first line of a state file: the inputs of the generated records. */
interface LogHeader {
  readonly calmock: 1
  readonly seed: number
  readonly events: number
  readonly scenario: string
  /** Hash of the user's records, if there are any. */
  readonly data?: string
  /** Day of the clock when the file was created, `YYYY-MM-DD` in UTC. */
  readonly day: string
}

/** A file is compacted when it is larger than `factor` times its size after the last compaction, plus `bytes`. */
const MAX_GROWTH = { factor: 4, bytes: 1_000_000 }

/** Restores the state of a file, and saves later writes. Throws `UsageError` if the file belongs to a mock with other options. */
export function persistTo(options: PersistOptions): PersistedMock {
  const file = openLog(options.path, options.io.pid)
  try {
    const header = restoreFrom(file, options)
    return createPersistedMock(options, file, header)
  } catch (error) {
    catchErrorMessage(() => file.close()) // ignored, since the first error is the cause
    throw error
  }
}

/** Restores the state of a file. Returns the header for the lines that replace its content. */
function restoreFrom(file: LogFile, { path, mock, now, data, io }: PersistOptions): LogHeader {
  const { values, isEmpty } = file.found
  // the checksums show that calmock wrote these lines
  const [saved, ...changes] = values as readonly [LogHeader?, ...WorldChange[]]
  if (isEmpty) io.stderr.write(`calmock: ${path} is empty; starting without saved changes\n`)
  const isFixed = now !== 'today' && now !== 'real'
  const day = mock.clock.now().toISOString().slice(0, 10)
  const { seed, events, scenario } = mock
  const savedDay = isFixed ? undefined : saved?.day
  const header: LogHeader = {
    ...{ calmock: 1, seed, events, scenario, day: savedDay ?? day },
    ...(data && { data: computeHash(data) }),
  }
  if (saved) requireSameFormat(path, saved, header)
  if (saved) requireSameWorld(path, saved, header)
  restoreState(path, changes, mock)
  reportDamage(path, file, io)
  return header
}

const computeHash = (data: UserData): string =>
  createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 8)

function requireSameFormat(path: string, saved: LogHeader, current: LogHeader): void {
  if (saved.calmock === current.calmock) return
  throw new Failure(
    `${path} has the format ${JSON.stringify(saved.calmock)}, and this version of calmock reads the format ${current.calmock}; choose another file`,
  )
}

function requireSameWorld(path: string, saved: LogHeader, current: LogHeader): void {
  const describe = ({ seed, events, scenario, data, day }: LogHeader): string =>
    `--seed ${seed} --events ${events} --scenario ${scenario}${data ? `, data of hash ${data}` : ''} and dates around ${day}`
  if (describe(saved) === describe(current)) return
  throw new UsageError(
    `${path} was created with ${describe(saved)}, not with ${describe(current)}; choose another file`,
  )
}

function restoreState(path: string, changes: readonly WorldChange[], mock: ManagedMock): void {
  try {
    const state = mergeChanges(changes)
    if (state) mock.restoreRecords(state)
  } catch (error) {
    const reason = error instanceof OptionError ? error.reason : String(error)
    throw new Failure(`cannot restore ${path}: ${reason}`)
  }
}

/** Backs up a damaged file, and logs which lines are lost. */
function reportDamage(path: string, file: LogFile, { stderr }: Io): void {
  const { damagedAt, skippedLines } = file.found
  if (damagedAt === undefined) return
  const last = damagedAt + skippedLines - 1
  const lines = skippedLines === 1 ? `line ${damagedAt}` : `lines ${damagedAt} to ${last}`
  stderr.write(
    `calmock: ${path} is damaged; skipped ${lines}, and saved a copy of the file as ${file.backUp()}\n`,
  )
}

/** Rewrites the file, so that it begins with the restored state, and saves each change from then on. */
function createPersistedMock(
  { path, mock, io }: PersistOptions,
  file: LogFile,
  header: LogHeader,
): PersistedMock {
  const writer = new StateWriter(mock, file, header)
  const failure = writer.compact()
  if (failure) throw new Failure(`cannot write ${path}: ${failure}`)
  return {
    settings: mock.settings,
    async handle(request) {
      const response = await mock.handle(request)
      const failure = writer.save()
      if (!failure) return response
      const message = `The request succeeded, but ${path} could not be written: ${failure}. The next write tries again.`
      return createErrorResponse(request, 507, 'state_unwritten', message)
    },
    close() {
      const failure = catchErrorMessage(() => file.close())
      if (failure) io.stderr.write(`calmock: the last writes are not in ${path}: ${failure}\n`)
    },
  }
}

/** Writes the changes of a mock to its state file, and compacts the file when it has grown. */
class StateWriter {
  readonly #mock: ManagedMock
  readonly #file: LogFile
  readonly #header: LogHeader
  #compactedSize = 0

  constructor(mock: ManagedMock, file: LogFile, header: LogHeader) {
    this.#mock = mock
    this.#file = file
    this.#header = header
    mock.takeChanges() // `compact` writes all of them
  }

  /** Replaces the lines by one with the whole state. Returns the message of an error. */
  compact(): string | undefined {
    const failure = catchErrorMessage(() =>
      this.#file.replace([this.#header, { state: this.#mock.snapshot() }]),
    )
    this.#compactedSize = this.#file.size // also after an error, so that not every write tries again
    return failure
  }

  /** Appends the changes since the last call. Returns the message of an error. */
  save(): string | undefined {
    const changes = this.#mock.takeChanges()
    if (!changes) return undefined // reads do not repeat a failed write
    const failure = catchErrorMessage(() => this.#file.append(changes))
    const maxSize = MAX_GROWTH.bytes + MAX_GROWTH.factor * this.#compactedSize
    if (!failure && this.#file.size > maxSize) this.compact() // after an error the file stays larger
    return failure
  }
}

/** Merges the lines of a file into one state. Changes the values of the lines. */
function mergeChanges(changes: readonly WorldChange[]): Snapshot | undefined {
  let state: Snapshot | undefined
  for (const change of changes) {
    if ('state' in change) state = change.state
    else if (state) state = applyChanges(state, change.changes)
  }
  return state
}

function applyChanges(state: Snapshot, changes: Readonly<Record<string, Changes>>): Snapshot {
  const { [state.scenario]: current, ...others } = changes
  const copies = { ...state.copies }
  for (const [scenario, added] of Object.entries(others))
    copies[scenario] = mergeRecords(copies[scenario], added)
  return {
    ...state,
    ...(current && mergeRecords(state, current)),
    ...(Object.keys(copies).length > 0 && { copies }),
  }
}

function mergeRecords(before: Changes | undefined, { nextId, records }: Changes): Changes {
  const merged = { ...before?.records }
  for (const [kind, rows] of Object.entries(records))
    merged[kind] = Object.assign(merged[kind] ?? {}, rows)
  return { nextId, records: merged }
}
