import { createHash } from 'node:crypto'
import type { ManagedMock } from '../../create-mock.ts'
import type { MockRequestHandler } from '../../http/listener.ts'
import type { Options, UserData } from '../../options/options.ts'
import { catchErrorMessage } from '../../world/catch-error-message.ts'
import { JournalError } from '../../world/journal.ts'
import { type PersistedMock, persistMock } from '../../world/persist.ts'
import { Failure, type Io, UsageError } from '../io.ts'
import { type LogFile, openLog } from './log-file.ts'

/** A mock that saves its default world in a state file. */
export interface StatefulMock extends MockRequestHandler {
  close(): void
}

export interface StateFileOptions {
  readonly path: string
  readonly mock: ManagedMock
  /** The clock option of the mock. */
  readonly now: Options['now']
  readonly data: UserData | undefined
  readonly io: Io
}

/** Restores the state of a file, and saves later writes. Throws `UsageError` if the file belongs to a mock with other options. */
export async function persistTo(options: StateFileOptions): Promise<StatefulMock> {
  const { path, io } = options
  const file = openLog(path, io.pid)
  try {
    if (file.found.isEmpty)
      io.stderr.write(`calmock: ${path} is empty; starting without saved changes\n`)
    const persisted = await restoreFrom(file, options)
    reportDamage(path, file, io)
    const failure = persisted.compact()
    if (failure) throw new Failure(`cannot write ${path}: ${failure}`)
    return closeWith(persisted, file, options)
  } catch (error) {
    catchErrorMessage(() => file.close()) // ignored, since the first error is the cause
    throw error
  }
}

/** Restores the state of a file. Throws `UsageError` or `Failure` with its path if that is impossible. */
async function restoreFrom(
  file: LogFile,
  { path, mock, now, data }: StateFileOptions,
): Promise<PersistedMock> {
  try {
    const dataHash = data && computeHash(data)
    return await persistMock({ mock, journal: file, name: path, now, data: dataHash })
  } catch (error) {
    if (!(error instanceof JournalError)) throw error
    const { fault, message } = error
    if (fault === 'content') throw new Failure(`cannot restore ${path}: ${message}`)
    const advice = `${path} ${message}; choose another file`
    throw fault === 'options' ? new UsageError(advice) : new Failure(advice)
  }
}

const computeHash = (data: UserData): string =>
  createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 8)

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

/** Adds a method that saves what could not be saved, and closes the file. */
function closeWith(
  persisted: PersistedMock,
  file: LogFile,
  { path, io }: StateFileOptions,
): StatefulMock {
  return {
    ...persisted,
    close() {
      const unsaved = persisted.save()
      const failure = catchErrorMessage(() => file.close()) ?? unsaved
      if (failure) io.stderr.write(`calmock: the last writes are not in ${path}: ${failure}\n`)
    },
  }
}
