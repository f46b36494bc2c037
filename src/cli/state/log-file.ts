import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { catchErrorMessage } from '../../world/catch-error-message.ts'
import type { Journal } from '../../world/journal.ts'
import { Failure } from '../io.ts'
import { acquireLock } from './lock.ts'

/** The valid lines at the beginning of a log file, and the position of the first damaged one. */
export interface LogContent {
  readonly values: readonly object[]
  /** True if the file exists and has no lines. */
  readonly isEmpty: boolean
  /** Line number of the first damaged line, from 1. */
  readonly damagedAt?: number
  /** Number of lines from the damaged one to the end of the file. */
  readonly skippedLines: number
}

/** Opens a log file for this process only. Throws `Failure` if it is locked, unreadable or not a log file of calmock. */
export function openLog(file: string, pid: number): LogFile {
  const path = followLinks(file)
  if (existsSync(path) && !statSync(path).isFile()) throw new Failure(`${file} is not a file`)
  const unlock = acquireLock(path, pid)
  try {
    return new LogFile(path, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** Returns the target of symbolic links, which may not exist yet. */
function followLinks(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // from the file system
    if (code !== 'ENOENT') throw new Failure(`cannot read ${file}: ${message}`)
  }
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
  return isLink ? followLinks(resolve(realpathSync(dirname(file)), readlinkSync(file))) : file
}

/** An append-only log: one line of JSON per value, with a checksum of the lines so far, which reveals an incomplete line. */
export class LogFile implements Journal {
  /** The content of the file when it was opened. */
  readonly found: LogContent
  readonly #path: string
  readonly #unlock: () => void
  /** Size of the file in bytes, without an incomplete line at its end. */
  #size: number
  #checksum: string
  /** True if the file may end with a part of a line. */
  #isTorn = false
  #isClosed = false

  /** Reads the file. `unlock` is called when the log is closed. */
  constructor(path: string, unlock: () => void) {
    const text = readText(path)
    const { checksum, size, ...found } = parseLines(path, text ?? '')
    this.found = { ...found, isEmpty: text === '' }
    this.#path = path
    this.#unlock = unlock
    this.#size = size
    this.#checksum = checksum
  }

  get size(): number {
    return this.#size
  }

  read(): readonly object[] {
    return this.found.values
  }

  /** Appends a line. Throws the error of the file system. */
  append(value: unknown): void {
    this.#requireOpen()
    const { text, checksum } = formatLines(this.#checksum, [value])
    if (this.#isTorn) truncateSync(this.#path, this.#size)
    this.#isTorn = true
    appendFileSync(this.#path, text)
    this.#isTorn = false
    this.#size += Buffer.byteLength(text)
    this.#checksum = checksum
  }

  /** Replaces all lines atomically. Throws the error of the file system, and then leaves the file unchanged. */
  replace(values: readonly unknown[]): void {
    this.#requireOpen()
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
    this.#isTorn = false
  }

  /** Copies the file to the first free name `<path>.damaged-<n>`, and returns that name. Throws `Failure` if that is impossible. */
  backUp(): string {
    let n = 1
    while (existsSync(`${this.#path}.damaged-${n}`)) n++
    const backup = `${this.#path}.damaged-${n}`
    const failure = catchErrorMessage(() => copyFileSync(this.#path, backup))
    if (!failure) return backup
    catchErrorMessage(() => rmSync(backup, { force: true }))
    throw new Failure(`${this.#path} is damaged and cannot be backed up: ${failure}`)
  }

  /**
   * Writes the cached lines to the disk, and unlocks the file. Later writes throw, because another mock may have
   * read the file. Throws the error of the file system.
   */
  close(): void {
    this.#isClosed = true
    try {
      if (existsSync(this.#path)) syncToDisk(this.#path)
    } finally {
      this.#unlock()
    }
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new Error('it is closed, because the server reloads or stops')
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

/** The parsed lines, with the checksum of the last valid line and the size of all valid lines in bytes. */
interface ParsedLines extends Omit<LogContent, 'isEmpty'> {
  readonly checksum: string
  readonly size: number
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
function parseLines(path: string, text: string): ParsedLines {
  const lines = text.split('\n')
  const last = lines.pop() ?? '' // not empty if the last write was incomplete
  if (last !== '') lines.push(last)
  const values: object[] = []
  let [checksum, size] = ['', 0]
  for (const [n, line] of lines.entries()) {
    const isComplete = n < lines.length - 1 || last === ''
    const json = line.slice(17)
    const next = computeChecksum(checksum, json)
    const value = isComplete && line === `${next} ${json}` ? parseObject(json) : undefined
    if (!value) {
      if (n === 0 && !/^[0-9a-f]{16} \{/.test(line))
        throw new Failure(`${path} is not a state file of calmock; choose another file`)
      return { values, damagedAt: n + 1, skippedLines: lines.length - n, checksum, size }
    }
    values.push(value)
    checksum = next
    size += Buffer.byteLength(line) + 1
  }
  return { values, skippedLines: 0, checksum, size }
}

/** Parses a line. Returns undefined for everything except objects, which another program must have written. */
function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns undefined if the file does not exist. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // from the file system
    if (code === 'ENOENT') return undefined
    throw new Failure(`cannot read ${path}: ${message}`)
  }
}
