import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Failure } from './io.ts'

export type Lock = ReturnType<typeof acquireLock>

/**
 * Creates `<path>.lock` with the number of a process. It is owned until it was released, deleted, or taken by
 * another process. Throws `Failure` if another live process has it.
 */
export function acquireLock(path: string, pid: number) {
  const owner = `${pid} ${randomUUID()}`
  takeLock(`${path}.lock`, owner)
  const isOwned = (): boolean => readOwner(`${path}.lock`) === owner
  return { path, isOwned, release: () => isOwned() && rmSync(`${path}.lock`, { force: true }) }
}

/**
 * Creates a lock together with its content, by a link to a draft. Only the owner of a second lock may remove
 * a stale lock: otherwise two processes that find it could each remove the other's new lock.
 */
function takeLock(lock: string, owner: string): void {
  const draft = `${lock}-${randomUUID()}`
  const create = (): boolean => {
    attempt(() => linkSync(draft, lock), 'EEXIST')
    return readOwner(lock) === owner
  }
  try {
    writeFileSync(draft, owner, { flag: 'wx' })
    if (create()) return
    requireStale(lock, owner)
    takeLock(`${lock}.stale`, owner)
    if (requireStale(lock, owner)) rmSync(lock)
    if (create()) return
    throw new Failure(`${lock} is in use by a process that has just started; choose another file`)
  } finally {
    rmSync(draft, { force: true })
    if (readOwner(`${lock}.stale`) === owner) rmSync(`${lock}.stale`)
  }
}

/** Returns whether a lock exists. Throws `Failure` if its owner is alive, as another user too (EPERM). In a container, an ended process can have had the same number. */
function requireStale(lock: string, owner: string): boolean {
  const found = readOwner(lock)
  const [pid = 0, own] = [found, owner].map((text) => Number.parseInt(text ?? '', 10))
  if (!(pid > 0) || pid === own) return found !== undefined
  if (!attempt(() => attempt(() => process.kill(pid, 0), 'EPERM') ?? true, 'ESRCH')) return true
  const advice = `stop that process, choose another file, or, if it is another program, delete ${lock}`
  throw new Failure(`${lock} is in use by process ${pid}; ${advice}`)
}

const readOwner = (lock: string) => attempt(() => readFileSync(lock, 'utf8'), 'ENOENT')

/** Returns the result of an action, or undefined if it throws an error with this code of the system. */
function attempt<T>(act: () => T, code: string): T | undefined {
  try {
    return act()
  } catch (error) {
    if (Object(error).code === code) return undefined
    throw error
  }
}
