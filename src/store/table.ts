import type { Context, ListPage, Query } from '../contract/context.ts'
import { foldCase } from '../contract/fold-case.ts'
import type { Resource, Row } from '../contract/resource.ts'
import { EntityMap, type Model } from './database.ts'
import { SortedRows } from './sorted-rows.ts'

/** The rows of one model. Indexes are built on first use and follow each write. */
export class Table {
  readonly model: Model
  readonly rows: EntityMap
  /** The languages whose records of the seed are here. */
  readonly planted = new Set<string>()
  readonly #indexes = new Map<string, RowIndex>()
  /** By language. */
  readonly #sorted = new Map<string, SortedRows>()

  /** `onWrite` is called before the indexes follow. */
  constructor(
    model: Model,
    onWrite: (table: Table, before: Row | undefined, after: Row | undefined) => void,
  ) {
    this.model = model
    this.rows = new EntityMap(model.name, (before, after) => {
      onWrite(this, before, after)
      this.#changed(before, after)
    })
  }

  /** Returns the rows of a language in the order of their creation. */
  all(language: string): readonly Row[] {
    return [...this.rows.values()].filter((row) => row.language === language)
  }

  bySlug(slug: string, language: string): Row | undefined {
    const index = this.#index('slug', () => new RowIndex((row) => [`${row.language} ${row.slug}`]))
    const rows = [...index.get(`${language} ${slug}`)].sort((a, b) => a.id - b.id)
    return rows.find((row) => this.model.ownsSlug?.(row)) ?? rows[0]
  }

  /** Returns the rows with a text in a column, ignoring case, by ID. */
  named(column: string, text: string, language: string): readonly Row[] {
    const toKey = (name: unknown, language: string) => `${language} ${foldCase(String(name))}`
    const index = this.#index(
      `named ${column}`,
      () => new RowIndex((row) => [toKey(row[column], row.language)]),
    )
    return [...index.get(toKey(text, language))].sort((a, b) => a.id - b.id)
  }

  inGroup(group: number): readonly Row[] {
    return this.#index('group', () => new RowIndex((row) => [row.group])).get(group)
  }

  /** Returns the rows whose field holds the ID. */
  linking(field: string, id: number): readonly Row[] {
    const index = this.#index(field, () => new RowIndex((row) => linkedIds(row, field)))
    return index.get(id)
  }

  /** Returns how many rows link to the ID and have the value in a column. */
  count(field: string, id: number, column: string, value: unknown): number {
    const keys = (row: Row) => linkedIds(row, field).map((link) => `${link} ${row[column]}`)
    const index = this.#index(`${field} ${column}`, () => new RowIndex(keys))
    return index.get(`${id} ${value}`).length
  }

  list(resource: Resource, query: Query, context: Context): ListPage {
    const { language } = context
    const sorted = this.#sorted.get(language) ?? new SortedRows(resource, this.all(language))
    this.#sorted.set(language, sorted)
    return sorted.list(query, context)
  }

  /** Adds the rows that the seed has in a language. */
  plant(language: string, rows: readonly Row[]): void {
    this.planted.add(language)
    for (const row of rows) this.rows.plant(row)
    for (const index of this.#indexes.values()) for (const row of rows) index.add(row)
    this.#sorted.delete(language)
  }

  /** Updates the indexes after a write. */
  #changed(before: Row | undefined, after: Row | undefined): void {
    for (const index of this.#indexes.values()) {
      if (before) index.remove(before)
      if (after) index.add(after)
    }
    if (before) this.#changeSorted(before, 'remove')
    if (after) this.#changeSorted(after, 'add')
  }

  /** Removes the rows that are not retained, which is not a write, and all indexes. */
  clear(isRetained: (id: number) => boolean = () => false): void {
    for (const id of this.rows.keys()) if (!isRetained(id)) this.rows.release(id)
    for (const map of [this.planted, this.#indexes, this.#sorted]) map.clear()
  }

  #index(name: string, create: () => RowIndex): RowIndex {
    const known = this.#indexes.get(name)
    if (known) return known
    const index = create()
    for (const row of this.rows.values()) index.add(row)
    this.#indexes.set(name, index)
    return index
  }

  #changeSorted(row: Row, change: 'add' | 'remove'): void {
    try {
      this.#sorted.get(row.language)?.[change](row)
    } catch {
      this.#sorted.delete(row.language) // `db` can write rows without the columns that the order compares
    }
  }
}

/** Rows by key, such as a slug or the ID of a linked record. */
class RowIndex {
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
function linkedIds(row: Row, field: string): readonly number[] {
  const links: unknown = row[field]
  if (Array.isArray(links)) return links.length < 2 ? links : [...new Set(links)]
  return typeof links === 'number' && links !== 0 ? [links] : []
}
