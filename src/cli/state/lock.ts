import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { Failure } from '../io.ts'
import { errorMessageOf } from './error-message.ts'

/** Takes a file for a process; one that has ended without giving it back does not keep it. Gives what gives it back. Throws `Failure` where another has it, and where the disk does not let it. */
export function acquireLock(path: string, pid: number): () => void {
  const file = `${path}.lock`
  const mine = `${pid} ${hostname()}`
  const take = (): void => {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException // of the file system
      if (code === 'EEXIST') throw error
      errorMessageOf(() => rmSync(file, { force: true }))
      throw new Failure(`${path} cannot be written: ${message}`)
    }
  }
  try {
    take()
  } catch (error) {
    if (error instanceof Failure) throw error
    const [owner = '', host = hostname()] = readFileSync(file, 'utf8').split(' ')
    const isElsewhere = host !== hostname()
    if (isElsewhere || (Number(owner) !== pid && isAlive(Number(owner))))
      throw new Failure(
        `${path} is in use by process ${owner} of ${host}; where that is not so, delete ${file}`,
      )
    rmSync(file, { force: true })
    take()
  }
  return () => {
    if (existsSync(file) && readFileSync(file, 'utf8') === mine) rmSync(file, { force: true })
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false // nobody wrote who it was
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // alive, and somebody else's
  }
}
