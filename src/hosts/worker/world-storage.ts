import type { Journal } from '../../world/persist.ts'
import type { WorldStartText } from '../../world/worlds.ts'
import type { ObjectStorage } from './durable-objects.ts'

/** The storage of a world: its journal, its start, and whether it was evicted. */
export class WorldStorage {
  readonly journal: SqliteJournal
  readonly #storage: ObjectStorage

  /** Opens the storage, and creates its tables in a new database. */
  constructor(storage: ObjectStorage) {
    this.#storage = storage
    storage.sql.exec('CREATE TABLE IF NOT EXISTS world (key TEXT PRIMARY KEY, value TEXT)')
    this.journal = new SqliteJournal(storage)
  }

  /** The initial scenario and time, if they differ from the options. */
  get start(): WorldStartText | undefined {
    const query = "SELECT value FROM world WHERE key LIKE 'start%' ORDER BY LENGTH(key), key"
    const pieces = this.#storage.sql.exec<{ value: string }>(query).toArray()
    return pieces.length > 0 ? JSON.parse(pieces.map(({ value }) => value).join('')) : undefined
  }

  /** True if the world was evicted with changes, and was not created again. */
  get isEvicted(): boolean {
    const query = "SELECT value FROM world WHERE key = 'evicted'"
    return this.#storage.sql.exec(query).toArray().length > 0
  }

  /** True if the world differs from a new world. */
  get isModified(): boolean {
    return this.journal.size > 0 || this.start !== undefined
  }

  /** Begins a world with a start, in place of any other. */
  begin(start: WorldStartText = {}): void {
    const text = Object.keys(start).length > 0 ? JSON.stringify(start) : ''
    const pieces = text.match(/.{1,500000}/gsu) ?? [] // 2 MB in UTF-8, the limit of a value
    this.#replace(Object.fromEntries(pieces.map((piece, n) => [`start${n || ''}`, piece])))
  }

  /** Removes the world, and remembers that it was evicted. */
  evict(): void {
    this.#replace({ evicted: 'true' })
  }

  #replace(entries: Readonly<Record<string, string>>): void {
    this.#storage.transactionSync(() => {
      this.journal.replace([])
      this.#storage.sql.exec('DELETE FROM world')
      for (const [key, value] of Object.entries(entries))
        this.#storage.sql.exec('INSERT INTO world (key, value) VALUES (?, ?)', key, value)
    })
  }
}

/** SQLite rejects values above 2 MB in objects, so that a value of the journal has several rows of at most this size. */
const MAX_PIECE_BYTES = 1_000_000

/** A part of the bytes of one value. */
interface Piece extends Record<string, unknown> {
  readonly line: number
  readonly bytes: ArrayBuffer
}

/** The journal of a world in the SQLite database of its object. A value is JSON in UTF-8, cut into pieces. */
class SqliteJournal implements Journal {
  readonly #storage: ObjectStorage
  #size: number
  #lastLine: number
  #isClosed = false

  /** Opens the journal, and creates its table in a new database. */
  constructor(storage: ObjectStorage) {
    this.#storage = storage
    storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS journal (piece INTEGER PRIMARY KEY, line INTEGER, bytes BLOB)',
    )
    const query =
      'SELECT TOTAL(LENGTH(bytes)) AS size, IFNULL(MAX(line), 0) AS lastLine FROM journal'
    const [totals] = storage.sql.exec<{ size: number; lastLine: number }>(query).toArray()
    this.#size = totals?.size ?? 0
    this.#lastLine = totals?.lastLine ?? 0
  }

  get size(): number {
    return this.#size
  }

  *read(): Generator<unknown> {
    const query = 'SELECT line, bytes FROM journal ORDER BY piece'
    const lines = new Map<number, ArrayBuffer[]>()
    for (const { line, bytes } of this.#storage.sql.exec<Piece>(query).toArray())
      lines.set(line, [...(lines.get(line) ?? []), bytes])
    for (const pieces of lines.values()) yield JSON.parse(joinText(pieces))
  }

  /** Appends a value. The runtime delays the response that acknowledges it until it is on disk. */
  append(value: unknown): void {
    const bytes = encode(value)
    this.#requireOpen()
    this.#storage.transactionSync(() => this.#insert(this.#lastLine + 1, bytes))
    this.#lastLine++
    this.#size += bytes.length
  }

  replace(values: Iterable<unknown>): void {
    this.#requireOpen()
    let [lastLine, size] = [0, 0]
    this.#storage.transactionSync(() => {
      this.#storage.sql.exec('DELETE FROM journal')
      for (const value of values) {
        const bytes = encode(value)
        this.#insert(++lastLine, bytes)
        size += bytes.length
      }
    })
    this.#lastLine = lastLine
    this.#size = size
  }

  /** True if another instance has the journal. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Makes later writes throw: another instance has the journal. */
  close(): void {
    this.#isClosed = true
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new Error('the world was removed')
  }

  #insert(line: number, bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; start += MAX_PIECE_BYTES) {
      const piece = bytes.slice(start, start + MAX_PIECE_BYTES)
      this.#storage.sql.exec('INSERT INTO journal (line, bytes) VALUES (?, ?)', line, piece)
    }
  }
}

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** Returns the text of pieces of UTF-8. A character may continue in the next piece. */
function joinText(pieces: readonly ArrayBuffer[]): string {
  const decoder = new TextDecoder()
  return pieces.map((bytes) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode()
}
