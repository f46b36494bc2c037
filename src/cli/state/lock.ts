import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { Failure } from '../io.ts'
import { catchErrorMessage } from './error-message.ts'

/** Creates `<path>.lock` and returns the function that removes it. Throws `Failure` if another live process has the lock. */
export function acquireLock(path: string, pid: number): () => void {
  const lock = `${path}.lock`
  const owner = `${pid} ${hostname()}`
  if (!createLock(path, owner)) {
    requireStaleLock(path, pid)
    rmSync(lock, { force: true })
    if (!createLock(path, owner)) throw new Failure(`${path} is in use by another process`)
  }
  return () => {
    if (existsSync(lock) && readFileSync(lock, 'utf8') === owner) rmSync(lock, { force: true })
  }
}

/** Creates the lock file. Returns false if it exists. */
function createLock(path: string, owner: string): boolean {
  const lock = `${path}.lock`
  try {
    writeFileSync(lock, owner, { flag: 'wx' })
    return true
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // from the file system
    if (code === 'EEXIST') return false
    catchErrorMessage(() => rmSync(lock, { force: true })) // it may exist without its content
    throw new Failure(`cannot write ${path}: ${message}`)
  }
}

/** Throws `Failure` if the owner of the lock is alive, or if it runs on another host, where this cannot be checked. */
function requireStaleLock(path: string, pid: number): void {
  const lock = `${path}.lock`
  const [owner = '', host = hostname()] = readFileSync(lock, 'utf8').split(' ')
  const isThisHost = host === hostname()
  if (isThisHost && (Number(owner) === pid || !isAlive(Number(owner)))) return
  throw new Failure(
    `${path} is in use by process ${owner} on ${host}; if that process has ended, delete ${lock}`,
  )
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
