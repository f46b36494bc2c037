import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Failure } from './io.ts'

/** The right to write a file. It is owned until it was released, removed by hand, or taken by another process. */
export type Lock = ReturnType<typeof acquireLock>

/** Creates `<path>.lock` with the number of a process. Throws `Failure` if another live process has it. */
export function acquireLock(path: string, pid: number) {
  const owner = `${pid} ${randomUUID()}`
  takeLock(`${path}.lock`, owner)
  const isOwned = (): boolean => readOwner(`${path}.lock`) === owner
  return { isOwned, release: () => isOwned() && rmSync(`${path}.lock`, { force: true }) }
}

/**
 * Creates a lock together with its content, by a link to a draft. Only the owner of a second lock may remove
 * a stale one: otherwise two processes that find it could each remove the other's new lock.
 */
function takeLock(lock: string, owner: string): void {
  const draft = `${lock}-${randomUUID()}`
  try {
    writeFileSync(draft, owner, { flag: 'wx' })
    if (succeeds(() => linkSync(draft, lock), 'EEXIST')) return
    requireStale(lock, owner)
    takeLock(`${lock}.stale`, owner)
    if (requireStale(lock, owner)) rmSync(lock)
    if (!succeeds(() => linkSync(draft, lock), 'EEXIST'))
      throw new Failure(`${lock} is in use by another process`)
  } finally {
    rmSync(draft, { force: true })
    if (readOwner(`${lock}.stale`) === owner) rmSync(`${lock}.stale`)
  }
}

/** Returns whether a lock exists. Throws `Failure` if its owner is alive. In a container, an ended process can have had the same number. */
function requireStale(lock: string, owner: string): boolean {
  const found = readOwner(lock)
  const [pid = 0, own] = [found, owner].map((text) => Number.parseInt(text ?? '', 10))
  if (!(pid > 0) || pid === own) return found !== undefined
  if (!succeeds(() => process.kill(pid, 0), 'ESRCH')) return true
  throw new Failure(`${lock} is in use by process ${pid}; if that is another program, delete it`)
}

/** Returns the content of a lock, or undefined if there is none. */
function readOwner(lock: string): string | undefined {
  let content: string | undefined
  succeeds(() => (content = readFileSync(lock, 'utf8')), 'ENOENT')
  return content
}

/** Returns whether an action throws no error with a code of the system. Throws other errors. */
function succeeds(act: () => unknown, code: string): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (Object(error).code === code) return false
    throw error
  }
}
