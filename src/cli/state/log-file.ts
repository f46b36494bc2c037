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

/** The valid lines at the beginning of a log file, and the position of the first damaged one. */
export interface LogContent {
  readonly values: readonly unknown[]
  /** Line number of the first damaged line, from 1. */
  readonly damagedAt?: number
  /** Number of lines from the damaged one to the end of the file. */
  readonly skippedLines: number
}

/** Opens a log file for this process only. Throws `Failure` if it is locked, unreadable or not a log file of calmock. */
export function openLog(file: string, pid: number): LogFile {
  const path = existsSync(file) ? realpathSync(file) : file
  if (existsSync(path) && !statSync(path).isFile()) throw new Failure(`${file} is not a file`)
  const unlock = acquireLock(path, pid)
  try {
    return new LogFile(path, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** An append-only log: one line of JSON per value, with a checksum of the lines so far, which reveals an incomplete line. */
export class LogFile {
  /** The content of the file when it was opened. */
  readonly found: LogContent
  readonly #path: string
  readonly #unlock: () => void
  /** Size of the file in bytes, without an incomplete line at its end. */
  #size: number
  #checksum: string
  /** Lines that are not in the file yet, since writing them failed. */
  #pending = ''
  /** True if the file may end with a part of a line. */
  #isTorn = false

  /** Reads the file. `unlock` is called when the log is closed. */
  constructor(path: string, unlock: () => void) {
    const { checksum, size, ...found } = parseLines(path, readText(path))
    this.found = found
    this.#path = path
    this.#unlock = unlock
    this.#size = size
    this.#checksum = checksum
  }

  get size(): number {
    return this.#size
  }

  /** Appends a line. Throws the error of the file system; the line is then written with the next one. */
  append(value: unknown): void {
    const lines = formatLines(this.#checksum, [value])
    this.#pending += lines.text
    this.#checksum = lines.checksum
    this.flush()
  }

  /** Writes the lines that are not in the file yet. Throws the error of the file system. */
  flush(): void {
    if (this.#pending === '') return
    if (this.#isTorn) truncateSync(this.#path, this.#size)
    this.#isTorn = true
    appendFileSync(this.#path, this.#pending)
    this.#isTorn = false
    this.#size += Buffer.byteLength(this.#pending)
    this.#pending = ''
  }

  /** Replaces all lines atomically. Throws the error of the file system, and then leaves the file unchanged. */
  replace(values: readonly unknown[]): void {
    const path = this.#path
    const { text, checksum } = formatLines('', values)
    const newFile = `${path}.new`
    try {
      writeFileSync(newFile, text, { mode: existsSync(path) ? statSync(path).mode : 0o666 })
      syncToDisk(newFile)
      renameSync(newFile, path)
    } catch (error) {
      rmSync(newFile, { force: true })
      throw error
    }
    this.#checksum = checksum
    this.#size = Buffer.byteLength(text)
    this.#pending = ''
    this.#isTorn = false
  }

  /** Copies the file to the first free name `<path>.damaged-<n>`, and returns that name. */
  backUp(): string {
    let n = 1
    while (existsSync(`${this.#path}.damaged-${n}`)) n++
    copyFileSync(this.#path, `${this.#path}.damaged-${n}`)
    return `${this.#path}.damaged-${n}`
  }

  /** Writes all lines to the disk, and unlocks the file. Throws the error of the file system. */
  close(): void {
    try {
      this.flush()
      if (existsSync(this.#path)) syncToDisk(this.#path)
    } finally {
      this.#unlock()
    }
  }
}

/** Writes the cached pages of a file to the disk. */
function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Returns the checksum of a line, derived from the checksum of the line before it. */
const computeChecksum = (previous: string, json: string): string =>
  createHash('sha256').update(previous).update(json).digest('hex').slice(0, 16)

/** Lines as text, each with a line break, and the checksum of the last one. */
interface LogLines {
  readonly text: string
  readonly checksum: string
}

function formatLines(previous: string, values: readonly unknown[]): LogLines {
  let [text, checksum] = ['', previous]
  for (const value of values) {
    const json = JSON.stringify(value)
    checksum = computeChecksum(checksum, json)
    text += `${checksum} ${json}\n`
  }
  return { text, checksum }
}

/** Parses the lines up to the first damaged one. Throws `Failure` if the first line has another format. */
function parseLines(path: string, text: string): LogContent & { checksum: string; size: number } {
  const lines = text.split('\n')
  const last = lines.pop() ?? '' // not empty if the last write was incomplete
  if (last !== '') lines.push(last)
  const values: unknown[] = []
  let [checksum, size] = ['', 0]
  for (const [n, line] of lines.entries()) {
    const isComplete = n < lines.length - 1 || last === ''
    const json = line.slice(17)
    const next = computeChecksum(checksum, json)
    if (!isComplete || line !== `${next} ${json}`) {
      if (n === 0 && !/^[0-9a-f]{16} \{/.test(line))
        throw new Failure(`${path} is not a state file of calmock; choose another file`)
      return { values, damagedAt: n + 1, skippedLines: lines.length - n, checksum, size }
    }
    values.push(JSON.parse(json))
    checksum = next
    size += Buffer.byteLength(line) + 1
  }
  return { values, skippedLines: 0, checksum, size }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // from the file system
    if (code === 'ENOENT') return ''
    throw new Failure(`cannot read ${path}: ${message}`)
  }
}
