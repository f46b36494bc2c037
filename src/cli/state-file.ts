import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { Failure } from './io.ts'

/**
 * A file of lines of JSON, each with its check sum, which only grows at its end. What was appended is
 * there after the process was killed, and a line is there whole or not at all.
 */
export interface LineFile {
  /** Throws what the disk says, and then tries this line again with the next; undefined is none. */
  append(value: unknown): void
  /** Whether there are lines that could not be written. */
  readonly lacks: boolean
  /** Puts other lines in place of all, at once. */
  replace(values: readonly unknown[]): void
  /** Bytes. */
  readonly size: number
  close(): void
}

/** What stood in a file: its whole lines up to the first that is not, and where that is. */
export interface Lines {
  readonly values: readonly unknown[]
  /** Counted from 1. */
  readonly damagedAt?: number
  /** How many lines are left out, the damaged one first. */
  readonly left: number
}

const sumOf = (json: string): string => createHash('sha256').update(json).digest('hex').slice(0, 16)

const lineOf = (value: unknown): string => {
  const json = JSON.stringify(value)
  return `${sumOf(json)} ${json}\n`
}

/** The lines of a file; none where there is no file. Throws `Failure` for one that was never such a file. */
export function readLines(path: string): Lines {
  const text = textOf(path)
  const lines = text.split('\n')
  const last = lines.pop() ?? '' // what a crash left without its end
  if (last !== '') lines.push(last)
  const values: unknown[] = []
  for (const [n, line] of lines.entries()) {
    const isWhole = n < lines.length - 1 || last === ''
    const json = line.slice(17)
    if (isWhole && line === `${sumOf(json)} ${json}`) values.push(JSON.parse(json))
    else if (n === 0 && !/^[0-9a-f]{16} \{/.test(line))
      throw new Failure(`${path} is no state of calmock, and is left as it is; choose another file`)
    else return { values, damagedAt: n + 1, left: lines.length - n }
  }
  return { values, left: 0 }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // of the file system
    if (code === 'ENOENT') return ''
    throw new Failure(`${path} cannot be read: ${message}`)
  }
}

/** Copies a file to a name beside it that nobody has; gives that. */
export function keepAside(path: string): string {
  for (let n = 1; ; n++) {
    const aside = `${path}.damaged-${n}`
    if (existsSync(aside)) continue
    copyFileSync(path, aside)
    return aside
  }
}

/** Opens a file for one process alone, with these lines. Throws `Failure` where another has it, or the disk does not let it. */
export function openLines(path: string, pid: number, values: readonly unknown[]): LineFile {
  const unlock = lock(path, pid)
  const fresh = `${path}.new`
  let descriptor: number | undefined
  let size = 0
  let untold = ''

  function replace(next: readonly unknown[]): void {
    const text = next.map(lineOf).join('')
    const written = openSync(fresh, 'w')
    try {
      writeFileSync(written, text)
      fsyncSync(written)
    } catch (error) {
      closeSync(written)
      throw error
    }
    renameSync(fresh, path)
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = written
    size = Buffer.byteLength(text)
    untold = ''
  }

  try {
    replace(values)
  } catch (error) {
    unlock()
    throw new Failure(`${path} cannot be written: ${(error as Error).message}`)
  }

  return {
    replace,
    append(value) {
      if (value !== undefined) untold += lineOf(value)
      if (descriptor === undefined) throw new Error(`${path} is closed`)
      try {
        appendFileSync(descriptor, untold)
      } catch (error) {
        ftruncateSync(descriptor, size)
        throw error
      }
      size += Buffer.byteLength(untold)
      untold = ''
    },
    get lacks() {
      return untold !== ''
    },
    get size() {
      return size
    },
    close() {
      if (descriptor === undefined) return
      fsyncSync(descriptor)
      closeSync(descriptor)
      descriptor = undefined
      unlock()
    },
  }
}

/** Takes a file for a process; one that has ended without giving it back does not keep it. Gives what gives it back. */
function lock(path: string, pid: number): () => void {
  const file = `${path}.lock`
  const take = (): void => writeFileSync(file, String(pid), { flag: 'wx' })
  try {
    take()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // of the file system
    if (code !== 'EEXIST') throw new Failure(`${path} cannot be written: ${message}`)
    const owner = Number(readFileSync(file, 'utf8'))
    if (owner !== pid && isAlive(owner))
      throw new Failure(
        `${path} is in use by process ${owner}; where that is not so, delete ${file}`,
      )
    rmSync(file)
    take()
  }
  return () => rmSync(file, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // alive, and somebody else's
  }
}
