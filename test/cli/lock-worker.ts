/** Takes and releases a lock again and again, and reports each time that another process has it too. */
import { rmSync, writeFileSync } from 'node:fs'
import { acquireLock } from '../../src/cli/lock.ts'

const [file = '', rounds = '0'] = process.argv.slice(2)
const stale = '999999999'
const result = { taken: 0, shared: 0, failed: [] as string[] }

/** Returns whether the file did not exist. */
function create(path: string, content = ''): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

for (let round = 0; round < Number(rounds); round++) {
  let lock: ReturnType<typeof acquireLock>
  try {
    lock = acquireLock(file, process.pid)
  } catch (error) {
    const { message } = error as Error
    if (!/ is in use by /.test(message)) result.failed.push(message)
    continue
  }
  result.taken++
  if (!create(`${file}.owned`)) result.shared++
  rmSync(`${file}.owned`, { force: true })
  // every second owner ends without a release, and some end while they replace a stale lock
  if (round % 5 === 0) create(`${file}.lock.stale`, stale)
  if (round % 2 === 0) writeFileSync(`${file}.lock`, stale)
  else lock.release()
}
process.stdout.write(JSON.stringify(result))
