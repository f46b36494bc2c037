import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
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
import { acquireLock, type Lock } from './lock.ts'

interface PersistOptions {
  readonly mock: MockState
  readonly now: Options['now']
  readonly data: UserData | undefined
  readonly io: Io
  /** The lock of the mock that this one replaces, which is paused. */
  readonly lock?: Lock | undefined
}

/** Restores the state of a file, and saves later writes. Throws `UsageError` if the file belongs to a mock with other options. */
export async function persistTo(path: string, { mock, now, data, io, lock }: PersistOptions) {
  const file = openStateFile(path, io, lock)
  try {
    const hash = data && createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 8)
    const persisted = await persistMock({ mock, journal: file, name: path, now, data: hash })
    const failure = persisted.compact()
    // a running server tries again with the next write
    if (failure && file.lock !== lock) throw new Failure(`cannot write ${path}: ${failure}`)
    const save = (): void => {
      const failure = persisted.save()
      if (failure) io.stderr.write(`calmock: the last writes are not in ${path}: ${failure}\n`)
    }
    return {
      ...persisted,
      lock: file.lock,
      /** Rejects writes, after a last save, or accepts them again. */
      pause(isPaused: boolean) {
        if (isPaused) save()
        file.isPaused = isPaused
      },
      /** Releases the lock, unless the mock that follows keeps it. */
      close(kept?: Lock) {
        if (!file.isPaused) save()
        if (file.lock !== kept) file.lock.release()
      },
    }
  } catch (error) {
    if (file.lock !== lock) file.lock.release()
    if (!(error instanceof JournalError)) throw error
    if (error.fault === 'options')
      throw new UsageError(`${path} ${error.message}; choose another file`)
    throw new Failure(`cannot restore ${path}: ${error.message}`)
  }
}

/** Locks a file of JSON lines, unless this lock is its own. Throws `Failure` if it is in use, unreadable or not a file of one name. */
function openStateFile(file: string, io: Io, owned: Lock | undefined) {
  let lock: Lock | undefined
  try {
    const path = followLinks(file)
    if (!existsSync(dirname(path)))
      throw new Failure(`cannot write ${file}: the folder ${dirname(path)} does not exist`)
    const before = statSync(path, { throwIfNoEntry: false })
    if (before && !before.isFile()) throw new Failure(`${file} is not a file`)
    // each name would have its own lock, and a new version of the file has only one name
    if (before && before.nlink > 1)
      throw new Failure(`${file} has ${before.nlink} hard links; use a copy of it`)
    lock = owned?.path === path ? owned : acquireLock(path, io.pid)
    if (before?.size === 0)
      io.stderr.write(`calmock: ${file} is empty; starting without saved changes\n`)
    const fd = before && openSync(path, 'r')
    return createStateFile(path, () => (fd === undefined ? [] : parseLines(file, fd)), lock)
  } catch (error) {
    if (lock !== owned) lock?.release()
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

/** Reads the lines of a file, one at a time: a file can be longer than a string, and as large as the memory. Closes it. */
function* readLines(fd: number): Generator<{ readonly line: Buffer; readonly isWhole: boolean }> {
  const chunk = Buffer.alloc(1_000_000)
  let pieces: Buffer[] = []
  try {
    for (let size = readSync(fd, chunk); size > 0; size = readSync(fd, chunk)) {
      let rest = Buffer.from(chunk.subarray(0, size))
      for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
        yield { line: Buffer.concat([...pieces, rest.subarray(0, end)]), isWhole: true }
        pieces = []
        rest = rest.subarray(end + 1)
      }
      pieces.push(rest)
    }
    const line = Buffer.concat(pieces)
    if (line.length > 0) yield { line, isWhole: false }
  } finally {
    closeSync(fd)
  }
}

/** Parses the lines of a state file. A kill may leave a part of a last line, whose write got no response; it is left out. */
function* parseLines(path: string, fd: number): Generator<object> {
  let n = 0
  for (const { line, isWhole } of readLines(fd)) {
    n++
    let value: object | undefined
    try {
      const parsed = parseJson(line)
      if (typeof parsed === 'object' && parsed) value = parsed
    } catch {
      if (n > 1 && !isWhole) return
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
  lock: Lock,
): Journal & { readonly lock: Lock; isPaused: boolean } {
  let size = 0
  const requireLock = (): void => {
    if (file.isPaused || !lock.isOwned())
      throw new Error('the server reloads, stops or has lost the lock of the file; restart it')
  }
  const file = {
    lock,
    isPaused: false,
    get size() {
      return size
    },
    read,
    append(value: unknown) {
      requireLock()
      const text = `${JSON.stringify(value)}\n`
      appendExisting(path, text)
      size += Buffer.byteLength(text)
    },
    replace(values: Iterable<unknown>) {
      requireLock()
      const draft = `${path}.new`
      const mode = existsSync(path) ? statSync(path).mode : 0o666
      rmSync(draft, { force: true })
      try {
        const written = writeLines(draft, mode, values)
        renameSync(draft, path)
        size = written
      } catch (error) {
        rmSync(draft, { force: true })
        throw error
      }
    },
  }
  return file
}

/** Writes a new file of lines of JSON. Returns its bytes when they are on the disk: after a power failure, its new name has all of them. */
function writeLines(path: string, mode: number, values: Iterable<unknown>): number {
  const fd = openSync(path, 'wx', mode)
  let [text, size] = ['', 0]
  const write = (): void => {
    const bytes = Buffer.from(text)
    writeFileSync(fd, bytes)
    text = ''
    size += bytes.length
  }
  try {
    for (const value of values) {
      text += `${JSON.stringify(value)}\n`
      if (text.length > 100_000) write() // 100,000 small records take 0.3 s, and 0.8 with a write for each
    }
    write()
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  return size
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
