import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { MockState } from '../create-mock.ts'
import type { MockRequestHandler } from '../http/listener.ts'
import type { Options, UserData } from '../options/options.ts'
import { type Journal, JournalError, persistMock } from '../world/persist.ts'
import { Failure, type Io, UsageError } from './io.ts'

/** A mock that saves its default world in a state file. */
export interface StatefulMock extends MockRequestHandler {
  close(): void
}

/** Restores the state of a file, and saves later writes. Throws `UsageError` if the file belongs to a mock with other options. */
export async function persistTo(
  path: string,
  {
    mock,
    now,
    data,
    io,
  }: { mock: MockState; now: Options['now']; data: UserData | undefined; io: Io },
): Promise<StatefulMock> {
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

/** Locks a file of JSON lines and reads it. Throws `Failure` if it is in use, unreadable or not a state file. */
function openStateFile(file: string, io: Io): Journal & { close(): void } {
  const path = followLinks(file)
  if (existsSync(path) && !statSync(path).isFile()) throw new Failure(`${file} is not a file`)
  const unlock = acquireLock(path, io.pid)
  try {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    if (text === '') io.stderr.write(`calmock: ${file} is empty; starting without saved changes\n`)
    return createStateFile(path, parseLines(file, text ?? ''), unlock)
  } catch (error) {
    unlock()
    if (error instanceof Failure) throw error
    throw new Failure(`cannot read ${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Returns the target of symbolic links, which may not exist yet. */
function followLinks(file: string): string {
  const isDangling = !existsSync(file) && lstatSync(file, { throwIfNoEntry: false })
  if (isDangling) return followLinks(resolve(realpathSync(dirname(file)), readlinkSync(file)))
  return existsSync(file) ? realpathSync(file) : file
}

/**
 * Parses the lines of a state file. A kill may leave a part of a last line, which nobody was told of and is left
 * out. Lines of older versions begin with a checksum, which is not read.
 */
function parseLines(path: string, text: string): readonly object[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.flatMap((line, n) => {
    try {
      const value: unknown = JSON.parse(line.replace(/^[0-9a-f]{16} (?=\{)/, ''))
      const isFirst = n === 0 && !/"(calmock|anchor)":/.test(line)
      if (typeof value === 'object' && value && !isFirst) return [value]
    } catch {
      if (n > 0 && n === lines.length - 1) return []
    }
    if (n === 0) throw new Failure(`${path} is not a state file of calmock; choose another file`)
    throw new Failure(
      `cannot restore ${path}: line ${n + 1} is damaged; remove it and the lines below, or choose another file`,
    )
  })
}

/** A file of one line of JSON per value. Its writes throw the errors of the file system. */
function createStateFile(path: string, values: readonly object[], unlock: () => void) {
  let isOpen = true
  let size = 0
  const write = (text: string, save: () => void): void => {
    if (!isOpen) throw new Error('it is closed, because the server reloads or stops')
    save()
    size += Buffer.byteLength(text)
  }
  return {
    get size() {
      return size
    },
    read: () => values,
    append(value: unknown) {
      const text = `${JSON.stringify(value)}\n`
      write(text, () => appendFileSync(path, text))
    },
    replace(values: readonly unknown[]) {
      const text = values.map((value) => `${JSON.stringify(value)}\n`).join('')
      const draft = `${path}.new`
      write(text, () => {
        const mode = existsSync(path) ? statSync(path).mode : 0o666
        rmSync(draft, { force: true })
        try {
          // on the disk before it has the name: a power failure leaves the old file or the new one
          writeFileSync(draft, text, { mode, flag: 'wx', flush: true })
          renameSync(draft, path)
        } catch (error) {
          rmSync(draft, { force: true })
          throw error
        }
        size = 0
      })
    },
    close() {
      isOpen = false
      unlock()
    },
  }
}

/** Creates `<path>.lock` and returns the function that removes it. Throws `Failure` if another live process has the lock. */
export function acquireLock(path: string, pid: number): () => void {
  try {
    return takeLock(`${path}.lock`, { path, owner: `${pid} ${hostname()}` })
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`cannot write ${path}: ${error instanceof Error ? error.message : error}`)
  }
}

/** The file that a lock protects; process ID and host name, which are the content of the lock. */
type LockRequest = { readonly path: string; readonly owner: string }

/**
 * Creates the lock together with its content, by a link to a draft. Only the owner of a second lock may remove
 * a stale one: otherwise two processes that find it could each remove the other's new lock.
 */
function takeLock(lock: string, request: LockRequest): () => void {
  const { path, owner } = request
  const draft = `${lock}-${owner.split(' ')[0]}`
  const isTaken = (): boolean => catchErrorCode(['EEXIST'], () => linkSync(draft, lock)) !== ''
  try {
    writeFileSync(draft, owner)
    if (isTaken()) {
      requireStale(lock, request)
      const release = takeLock(`${lock}.stale`, request)
      try {
        if (requireStale(lock, request)) rmSync(lock)
        if (isTaken()) throw new Failure(`${path} is in use by another process`)
      } finally {
        release()
      }
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readOwner(lock) === owner) rmSync(lock, { force: true })
  }
}

/** Returns whether a lock exists. Throws `Failure` if its owner is alive, or runs on another host, where this cannot be checked. */
function requireStale(lock: string, { path, owner }: LockRequest): boolean {
  const found = readOwner(lock)
  if (found === undefined) return false
  const [pid = '', host = hostname()] = found.split(' ')
  const isDead =
    !(Number(pid) > 0) ||
    catchErrorCode(['ESRCH', 'EPERM'], () => process.kill(Number(pid), 0)) === 'ESRCH'
  if (found === owner || (host === hostname() && isDead)) return true
  throw new Failure(
    `${path} is in use by process ${pid} on ${host}; if that process has ended, delete ${lock}`,
  )
}

/** Returns the content of a lock, or undefined if there is none. */
function readOwner(lock: string): string | undefined {
  let content = ''
  const code = catchErrorCode(['ENOENT', 'EISDIR'], () => {
    content = readFileSync(lock, 'utf8').trim()
  })
  if (code === 'EISDIR') throw new Failure(`${lock} is a folder; delete it`)
  return code === 'ENOENT' ? undefined : content
}

/** Returns the code of the error that an action throws, or nothing. Throws errors with other codes. */
function catchErrorCode(expected: readonly string[], act: () => unknown): string {
  try {
    act()
    return ''
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException // from the system
    if (expected.includes(code)) return code
    throw error
  }
}
