import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseJson } from '../contract/parse-json.ts'
import type { MockState } from '../create-mock.ts'
import type { Options, UserData } from '../options/options.ts'
import { type Journal, JournalError, persistMock } from '../world/persist.ts'
import { Failure, type Io, UsageError } from './io.ts'
import { acquireLock } from './lock.ts'

/** Restores the state of a file, and saves later writes. Throws `UsageError` if the file belongs to a mock with other options. */
export async function persistTo(
  path: string,
  {
    mock,
    now,
    data,
    io,
  }: { mock: MockState; now: Options['now']; data: UserData | undefined; io: Io },
) {
  const file = openStateFile(path, io)
  try {
    const hash = data && createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 8)
    const persisted = await persistMock({ mock, journal: file, name: path, now, data: hash })
    const failure = persisted.compact()
    if (failure) throw new Failure(`cannot write ${path}: ${failure}`)
    return {
      ...persisted,
      close() {
        const failure = persisted.save()
        file.close()
        if (failure) io.stderr.write(`calmock: the last writes are not in ${path}: ${failure}\n`)
      },
    }
  } catch (error) {
    file.close()
    if (!(error instanceof JournalError)) throw error
    if (error.fault === 'options')
      throw new UsageError(`${path} ${error.message}; choose another file`)
    throw new Failure(`cannot restore ${path}: ${error.message}`)
  }
}

/** Locks a file of JSON lines. Throws `Failure` if it is in use, unreadable or not a file of one name. */
function openStateFile(file: string, io: Io): Journal & { close(): void } {
  let lock: ReturnType<typeof acquireLock> | undefined
  try {
    const path = followLinks(file)
    if (!existsSync(dirname(path)))
      throw new Failure(`cannot write ${file}: the folder ${dirname(path)} does not exist`)
    const before = statSync(path, { throwIfNoEntry: false })
    if (before && !before.isFile()) throw new Failure(`${file} is not a file`)
    // each name would have its own lock, and a new version of the file has only one name
    if (before && before.nlink > 1)
      throw new Failure(`${file} has ${before.nlink} hard links; use a copy of it`)
    lock = acquireLock(path, io.pid)
    const bytes = existsSync(path) ? readFileSync(path) : undefined
    if (bytes?.length === 0)
      io.stderr.write(`calmock: ${file} is empty; starting without saved changes\n`)
    return createStateFile(path, () => parseLines(file, bytes ?? Buffer.alloc(0)), lock)
  } catch (error) {
    lock?.release()
    if (error instanceof Failure) throw error
    throw new Failure(`cannot read ${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Returns the target of symbolic links, which may not exist yet. */
function followLinks(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })) return realpathSync(file)
  const isDangling = lstatSync(file, { throwIfNoEntry: false })
  return isDangling ? followLinks(resolve(realpathSync(dirname(file)), readlinkSync(file))) : file
}

/**
 * Parses the lines of a state file, one at a time: a file can be longer than a string. A kill may leave a part of
 * a last line, whose write got no response; it is left out.
 */
function* parseLines(path: string, bytes: Buffer): Generator<object> {
  let start = 0
  for (let n = 1; start < bytes.length; n++) {
    const end = bytes.indexOf('\n', start)
    const line = bytes.subarray(start, end === -1 ? bytes.length : end)
    start += line.length + 1
    let value: object | undefined
    try {
      const parsed = parseJson(line)
      if (typeof parsed === 'object' && parsed) value = parsed
    } catch {
      if (n > 1 && end === -1) return
    }
    if (n === 1 && !(value && ('calmock' in value || 'anchor' in value)))
      throw new Failure(`${path} is not a state file of calmock; choose another file`)
    if (!value)
      throw new Failure(
        `cannot restore ${path}: line ${n} is damaged; remove it and the lines below, or choose another file`,
      )
    yield value
  }
}

/** A file of one line of JSON per value. Its writes throw the errors of the file system. */
function createStateFile(
  path: string,
  read: () => Iterable<object>,
  lock: ReturnType<typeof acquireLock>,
) {
  let size = 0
  const write = (text: string, save: () => void): void => {
    if (!lock.isOwned())
      throw new Error('the server reloads, stops or has lost the lock of the file; restart it')
    save()
    size += Buffer.byteLength(text)
  }
  return {
    get size() {
      return size
    },
    read,
    append(value: unknown) {
      const text = `${JSON.stringify(value)}\n`
      write(text, () => appendExisting(path, text))
    },
    replace(values: readonly unknown[]) {
      const text = values.map((value) => `${JSON.stringify(value)}\n`).join('')
      const draft = `${path}.new`
      write(text, () => {
        const mode = existsSync(path) ? statSync(path).mode : 0o666
        rmSync(draft, { force: true })
        try {
          // on the disk before it has the name: a power failure leaves the old file or the new file
          writeFileSync(draft, text, { mode, flag: 'wx', flush: true })
          renameSync(draft, path)
        } catch (error) {
          rmSync(draft, { force: true })
          throw error
        }
        size = 0
      })
    },
    close: lock.release,
  }
}

/** Appends a text. A removed file is not created, and a link is not followed: the next write then saves everything. */
function appendExisting(path: string, text: string): void {
  const { O_APPEND, O_WRONLY, O_NOFOLLOW = 0 } = constants
  const fd = openSync(path, O_APPEND | O_WRONLY | O_NOFOLLOW)
  try {
    appendFileSync(fd, text)
  } finally {
    closeSync(fd)
  }
}
