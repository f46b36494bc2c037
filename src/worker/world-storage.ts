import type { WorldStartText } from '../world/worlds.ts'
import type { ObjectStorage } from './platform.ts'
import { SqliteJournal } from './sqlite-journal.ts'

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
    const text = this.#read('start')
    return text === undefined ? undefined : JSON.parse(text)
  }

  /** True if the world was evicted with changes, and was not created again. */
  get isEvicted(): boolean {
    return this.#read('evicted') !== undefined
  }

  /** True if the world differs from a new one. */
  get isModified(): boolean {
    return this.journal.size > 0 || this.start !== undefined
  }

  /** Begins a world with a start, in place of any other. */
  begin(start: WorldStartText = {}): void {
    const entry = Object.keys(start).length > 0 ? { start: JSON.stringify(start) } : {}
    this.#replace(entry)
  }

  /** Removes the world, and remembers that it was evicted. */
  evict(): void {
    this.#replace({ evicted: 'true' })
  }

  #read(key: string): string | undefined {
    const query = 'SELECT value FROM world WHERE key = ?'
    return this.#storage.sql.exec<{ value: string }>(query, key).toArray()[0]?.value
  }

  /** Replaces everything. */
  #replace(entries: Readonly<Record<string, string>>): void {
    this.#storage.transactionSync(() => {
      this.journal.replace([])
      this.#storage.sql.exec('DELETE FROM world')
      for (const [key, value] of Object.entries(entries))
        this.#storage.sql.exec('INSERT INTO world (key, value) VALUES (?, ?)', key, value)
    })
  }
}
