import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { Failure } from '../io.ts'
import { acquireLock } from './lock.ts'

/**
 * A file of lines of JSON, each with a check sum over itself and all before it, which only grows at its
 * end. What was appended is there after the process was killed, and a line is there whole or not at all.
 */
export interface LogFile {
  /** What stood in it when it was opened. */
  readonly found: LogContent
  /** Bytes. */
  readonly size: number
  /** Whether there are lines that could not be written. */
  readonly hasPendingWrites: boolean
  /** Throws what the disk says, and then tries this line again with the next; undefined is none. */
  append(value: unknown): void
  /** Puts other lines in place of all, at once. Throws what the disk says, and then all is as it was. */
  replace(values: readonly unknown[]): void
  /** Copies it to a name beside it that nobody has; gives that. */
  backUp(): string
  /** Throws what the disk says of lines that it lacks. Others may open it then. */
  close(): void
}

/** The whole lines of a file up to the first that is not, and where that is. */
export interface LogContent {
  readonly values: readonly unknown[]
  /** Counted from 1. */
  readonly damagedAt?: number
  /** How many lines are left out, the damaged one first. */
  readonly skippedLines: number
}

/** Opens a file for one process alone. Throws `Failure` where another has it, the disk does not let it, or it was never such a file. */
export function openLog(given: string, pid: number): LogFile {
  const path = existsSync(given) ? realpathSync(given) : given
  if (existsSync(path) && !statSync(path).isFile()) throw new Failure(`${given} is no file`)
  const unlock = acquireLock(path, pid)
  let { sum, size, ...found } = orUnlock(() => parseLines(path, readText(path)))
  let lacking = ''
  /** Whether a part of a line may stand at the end. */
  let isTorn = false

  function replace(values: readonly unknown[]): void {
    const fresh = `${path}.new`
    const lines = formatLines('', values)
    try {
      writeFileSync(fresh, lines.text, { mode: existsSync(path) ? statSync(path).mode : 0o666 })
      sync(fresh)
      renameSync(fresh, path)
    } catch (error) {
      rmSync(fresh, { force: true })
      throw error
    }
    sum = lines.sum
    size = Buffer.byteLength(lines.text)
    lacking = ''
    isTorn = false
  }

  function append(value: unknown): void {
    const next = value === undefined ? { text: '', sum } : formatLines(sum, [value])
    lacking += next.text
    sum = next.sum
    if (lacking === '') return
    if (isTorn) truncateSync(path, size)
    isTorn = true
    appendFileSync(path, lacking)
    isTorn = false
    size += Buffer.byteLength(lacking)
    lacking = ''
  }

  function orUnlock<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      unlock()
      throw error
    }
  }

  return {
    found,
    get size() {
      return size
    },
    get hasPendingWrites() {
      return lacking !== ''
    },
    append,
    replace,
    backUp() {
      let n = 1
      while (existsSync(`${path}.damaged-${n}`)) n++
      copyFileSync(path, `${path}.damaged-${n}`)
      return `${path}.damaged-${n}`
    },
    close() {
      try {
        append(undefined)
        if (existsSync(path)) sync(path)
      } finally {
        unlock()
      }
    },
  }
}

/** Has a file reach the disk. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** The check sum of a line, by that of the line before it. */
const checksum = (before: string, json: string): string =>
  createHash('sha256').update(before).update(json).digest('hex').slice(0, 16)

function formatLines(before: string, values: readonly unknown[]): { text: string; sum: string } {
  let [text, sum] = ['', before]
  for (const value of values) {
    const json = JSON.stringify(value)
    sum = checksum(sum, json)
    text += `${sum} ${json}\n`
  }
  return { text, sum }
}

function parseLines(path: string, text: string): LogContent & { sum: string; size: number } {
  const lines = text.split('\n')
  const last = lines.pop() ?? '' // what a crash left without its end
  if (last !== '') lines.push(last)
  const values: unknown[] = []
  let [sum, size] = ['', 0]
  for (const [n, line] of lines.entries()) {
    const isWhole = n < lines.length - 1 || last === ''
    const json = line.slice(17)
    const next = checksum(sum, json)
    if (!isWhole || line !== `${next} ${json}`) {
      if (n === 0 && !/^[0-9a-f]{16} \{/.test(line))
        throw new Failure(`${path} is no state of calmock, and stays as it is; choose another file`)
      return { values, damagedAt: n + 1, skippedLines: lines.length - n, sum, size }
    }
    values.push(JSON.parse(json))
    sum = next
    size += Buffer.byteLength(line) + 1
  }
  return { values, skippedLines: 0, sum, size }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // of the file system
    if (code === 'ENOENT') return ''
    throw new Failure(`${path} cannot be read: ${message}`)
  }
}
