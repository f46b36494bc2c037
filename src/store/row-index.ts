import type { Row } from '../contract/resource.ts'

/** Rows by key, such as a slug or the ID of a linked record. */
export class RowIndex {
  readonly #keys: (row: Row) => readonly unknown[]
  readonly #rows = new Map<unknown, Row[]>()

  constructor(keys: (row: Row) => readonly unknown[]) {
    this.#keys = keys
  }

  /** Returns the rows of a key, in no particular order. */
  get(key: unknown): readonly Row[] {
    return this.#rows.get(key) ?? []
  }

  add(row: Row): void {
    for (const key of this.#keys(row)) {
      const rows = this.#rows.get(key)
      if (rows) rows.push(row)
      else this.#rows.set(key, [row])
    }
  }

  remove(row: Row): void {
    for (const key of this.#keys(row)) {
      const rest = this.get(key).filter(({ id }) => id !== row.id)
      if (rest.length > 0) this.#rows.set(key, rest)
      else this.#rows.delete(key)
    }
  }
}

/** Returns the distinct IDs in a link field. 0 and null link to nothing. */
export function linkedIds(row: Row, field: string): readonly number[] {
  const links: unknown = row[field]
  if (Array.isArray(links)) return links.length < 2 ? links : [...new Set(links)]
  return typeof links === 'number' && links !== 0 ? [links] : []
}
