import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { Failure } from '../io.ts'

/** The file that a lock protects, and the process that wants it. */
interface LockRequest {
  readonly path: string
  /** Process ID and host name. The content of the lock. */
  readonly owner: string
}

/** Creates `<path>.lock` and returns the function that removes it. Throws `Failure` if another live process has the lock. */
export function acquireLock(path: string, pid: number): () => void {
  try {
    return takeLock(`${path}.lock`, { path, owner: `${pid} ${hostname()}` })
  } catch (error) {
    if (error instanceof Failure) throw error
    const { message } = error as Error // from the file system
    throw new Failure(`cannot write ${path}: ${message}`)
  }
}

function takeLock(lock: string, request: LockRequest): () => void {
  const draft = `${lock}-${request.owner.split(' ')[0]}`
  try {
    writeFileSync(draft, request.owner)
    if (!tryLink(draft, lock)) replaceStaleLock(draft, lock, request)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readOwner(lock) === request.owner) rmSync(lock, { force: true })
  }
}

/** Creates the lock together with its content. Returns false if it exists. */
function tryLink(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Replaces the lock of a process that has ended. Only the owner of a second lock may remove a stale lock:
 * otherwise two processes that find it could each remove the other's new lock.
 */
function replaceStaleLock(draft: string, lock: string, request: LockRequest): void {
  requireStale(lock, request)
  const release = takeLock(`${lock}.stale`, request)
  try {
    if (requireStale(lock, request)) rmSync(lock)
    if (!tryLink(draft, lock)) throw new Failure(`${request.path} is in use by another process`)
  } finally {
    release()
  }
}

/** Returns whether a lock exists. Throws `Failure` if its owner is alive, or runs on another host, where this cannot be checked. */
function requireStale(lock: string, { path, owner }: LockRequest): boolean {
  const found = readOwner(lock)
  if (found === undefined) return false
  const [pid = '', host = hostname()] = found.split(' ')
  const isThisHost = host === hostname()
  if (found === owner || (isThisHost && !isAlive(Number(pid)))) return true
  throw new Failure(
    `${path} is in use by process ${pid} on ${host}; if that process has ended, delete ${lock}`,
  )
}

/** Returns the content of a lock, or undefined if there is none. */
function readOwner(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8').trim()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // from the file system
    if (code === 'ENOENT') return undefined
    if (code === 'EISDIR') throw new Failure(`${lock} is a folder; delete it`)
    throw new Failure(`cannot read ${lock}: ${message}`)
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false // the owner died before it wrote its ID
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // alive, but of another user
  }
}
