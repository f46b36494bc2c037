import type { ObjectStorage } from './platform.ts'

/** The limits of the worlds that a name table lists. */
interface NameTableLimits {
  /** The maximum of worlds besides the default one. */
  readonly max: number
  /** The time without a report of use after which a world no longer exists, in ms. */
  readonly lifetime: number
}

/**
 * The names of all worlds except `default`, with the time of their last reported use, in the SQLite database
 * of an object. Rows read are billed: a report reads as many as it changes, by an index.
 */
export class NameTable {
  readonly #storage: Pick<ObjectStorage, 'sql'>
  readonly #limits: NameTableLimits
  #rows: number

  /** Opens the table, and creates it in a new database. */
  constructor(storage: Pick<ObjectStorage, 'sql'>, limits: NameTableLimits) {
    this.#storage = storage
    this.#limits = limits
    const { sql } = storage
    sql.exec(
      'CREATE TABLE IF NOT EXISTS worlds (name TEXT PRIMARY KEY, used_at INTEGER) WITHOUT ROWID',
    )
    sql.exec('CREATE INDEX IF NOT EXISTS worlds_by_use ON worlds (used_at)')
    sql.exec('CREATE TABLE IF NOT EXISTS chosen (number INTEGER PRIMARY KEY)')
    const [{ count = 0 } = {}] = sql
      .exec<{ count: number }>('SELECT COUNT(*) AS count FROM worlds')
      .toArray()
    this.#rows = count
  }

  /** Returns the names, the least recently used first. */
  list(now: number): readonly string[] {
    this.#removeExpired(now)
    return this.#selectNames('SELECT name FROM worlds ORDER BY used_at, name')
  }

  /** Returns the number of names. */
  count(now: number): number {
    this.#removeExpired(now)
    return this.#rows
  }

  /** Records a use of a world. Returns the names of the least recently used worlds beyond the maximum, which it removes. */
  use(name: string, now: number): readonly string[] {
    this.#removeExpired(now)
    const update = 'UPDATE worlds SET used_at = ? WHERE name = ? RETURNING name'
    if (this.#selectNames(update, now, name).length > 0) return []
    const excess = Math.max(0, this.#rows + 1 - this.#limits.max)
    const evicted = this.#selectNames('SELECT name FROM worlds ORDER BY used_at LIMIT ?', excess)
    for (const other of evicted) this.remove(other)
    this.#storage.sql.exec('INSERT INTO worlds (name, used_at) VALUES (?, ?)', name, now)
    this.#rows++
    return evicted
  }

  /** Removes a name. Returns false if it is not in the table. */
  remove(name: string): boolean {
    return this.#delete('name = ?', name) > 0
  }

  /** Returns a name that was not chosen before and is not in the table. */
  choose(): string {
    for (;;) {
      const [{ number = 0 } = {}] = this.#storage.sql
        .exec<{ number: number }>('INSERT INTO chosen DEFAULT VALUES RETURNING number')
        .toArray()
      this.#storage.sql.exec('DELETE FROM chosen WHERE number < ?', number)
      const name = `world-${number}`
      if (this.#selectNames('SELECT name FROM worlds WHERE name = ?', name).length === 0)
        return name
    }
  }

  #removeExpired(now: number): void {
    this.#delete('used_at <= ?', now - this.#limits.lifetime)
  }

  /** Removes the rows that a condition selects. Returns their number. */
  #delete(condition: string, value: string | number): number {
    const query = `DELETE FROM worlds WHERE ${condition} RETURNING name`
    const { length } = this.#selectNames(query, value)
    this.#rows -= length
    return length
  }

  #selectNames(query: string, ...values: readonly (string | number)[]): readonly string[] {
    const rows = this.#storage.sql.exec<{ name: string }>(query, ...values).toArray()
    return rows.map(({ name }) => name)
  }
}
