import { randomUUID } from 'node:crypto'
import {
  linkSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimes,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { wait } from '../engine/wait.ts'
import { Failure, type Io } from './io.ts'

/** The right to write a file. */
export interface Lock {
  /** True until it was released, removed by hand, or taken by another process. */
  isOwned(): boolean
  release(): void
}

/** The owner of a lock renews it each second. Beyond the silence, the owner has ended. */
const LOCK_MS = { beat: 1000, silence: 10_000 }

/** The failure to take a lock of another place, where only silence shows that a process has ended. */
class RemoteLock extends Failure {}

/** Takes a lock. Waits for one of another container or host until its owner has been silent for long enough. */
export async function waitForLock(path: string, { pid, stderr }: Io): Promise<Lock> {
  const end = Date.now() + LOCK_MS.silence
  for (let isTold = false; ; isTold = true) {
    try {
      return acquireLock(path, pid)
    } catch (error) {
      if (!(error instanceof RemoteLock) || Date.now() > end) throw error
      if (!isTold) stderr.write(`calmock: waiting: ${error.message}\n`)
    }
    await wait(LOCK_MS.beat / 4)
  }
}

/** Creates `<path>.lock`. Throws `Failure` if another live process has it. */
export function acquireLock(path: string, pid: number): Lock {
  const lock = `${path}.lock`
  const owner = [pid, hostname(), findPlace(), readStart(pid), randomUUID()].join(' ')
  let release: () => void
  try {
    release = takeLock(lock, { path, owner })
  } catch (error) {
    if (error instanceof Failure) throw error
    const { message } = Object(error)
    throw new Failure(`cannot write ${path}: ${String(message).replace(/, \w+ '.*/, '')}`) // the name of the draft
  }
  const beat = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), LOCK_MS.beat)
  beat.unref()
  return {
    isOwned: () => readOwner(lock) === owner,
    release() {
      clearInterval(beat)
      release()
    },
  }
}

/** The file that a lock protects; and the content of the lock: process, host, place, start time and a unique ID. */
type LockRequest = { readonly path: string; readonly owner: string }

/**
 * Creates the lock together with its content, by a link to a draft. Only the owner of a second lock may remove
 * a stale one: otherwise two processes that find it could each remove the other's new lock.
 */
function takeLock(lock: string, request: LockRequest): () => void {
  const { path, owner } = request
  const draft = `${lock}-${randomUUID()}`
  const isTaken = (): boolean => catchErrorCode(['EEXIST'], () => linkSync(draft, lock)) !== ''
  try {
    writeFileSync(draft, owner, { flag: 'wx' })
    if (isTaken()) {
      requireStale(lock, path)
      const release = takeLock(`${lock}.stale`, request)
      try {
        if (requireStale(lock, path)) rmSync(lock)
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

/** Returns whether a lock exists. Throws `Failure` if its owner is alive. */
function requireStale(lock: string, path: string): boolean {
  const found = readOwner(lock)
  if (found === undefined) return false
  const here = findPlace()
  const [pid = '', host = hostname(), place = host === hostname() ? here : host, start] =
    found.split(' ')
  const used = `${path} is in use by process ${pid} on ${host}`
  if (place === here) {
    if (!isRunning(Number(pid), start)) return true
    throw new Failure(`${used}; if that process has ended, delete ${lock}`)
  }
  const { mtimeMs = 0 } = statSync(lock, { throwIfNoEntry: false }) ?? {}
  if (Date.now() - mtimeMs > LOCK_MS.silence) return true
  throw new RemoteLock(
    `${used}, which was alive less than ${LOCK_MS.silence / 1000} s ago; use another file`,
  )
}

/** Names where a process ID means one process: a boot and a PID namespace of Linux, elsewhere a host. A container has a namespace of its own. */
function findPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** Returns the start time of a process on Linux, and else nothing. A later process can have the same ID. */
function readStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? 'ended' : (fields[18] ?? '')
  } catch {
    return ''
  }
}

/** Returns whether a process of this place runs that started at this time, if both are known. */
function isRunning(pid: number, start = ''): boolean {
  if (!(pid > 0)) return false
  if (catchErrorCode(['ESRCH', 'EPERM'], () => process.kill(pid, 0)) === 'ESRCH') return false
  const found = readStart(pid)
  return found === '' || start === '' || found === start
}

/** Returns the content of a lock, or undefined if there is none. */
function readOwner(lock: string): string | undefined {
  const stat = lstatSync(lock, { throwIfNoEntry: false })
  if (stat && !stat.isFile()) throw new Failure(`${lock} is not a file; delete it`)
  let content: string | undefined
  catchErrorCode(['ENOENT'], () => {
    content = readFileSync(lock, 'utf8').trim()
  })
  return content
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
