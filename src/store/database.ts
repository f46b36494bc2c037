import { factory, nullable, primaryKey } from '@mswjs/data'
import { DATABASE_INSTANCE, ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js'
import type { Query } from '../contract/context.ts'
import type { Row } from '../contract/resource.ts'

/** A kind of stored record: its name, and what its rows hold beside id, slug, language and group when nothing is said. */
export interface Model {
  readonly name: string
  readonly blank: Query
  /** Whether a slug that several rows have means this one before others. */
  ownsSlug?(row: Row): boolean
  /** The column of a row that no client could have written so. */
  flawOf?(row: Row): string | undefined
}

/** The part of the database object that its package does not declare. */
export interface Database {
  getModel(name: string): Map<number, Row>
}

/** A new `@mswjs/data` database: as its users see it, and the maps behind that. */
export function openDatabase(models: readonly Model[]): {
  readonly db: unknown
  readonly database: Database
} {
  const db = factory(Object.fromEntries(models.map((model) => [model.name, definitionOf(model)])))
  // there is no public way to them
  const database = (db as unknown as Record<symbol, Database>)[DATABASE_INSTANCE] as Database
  return { db, database }
}

/** The model of a kind: rows made without a column get its blank, so that answers can be made of them. */
function definitionOf({ blank }: Model) {
  const columns = { slug: '', language: '', group: 0, ...blank }
  const entries = Object.entries(columns).map(([name, value]) => [name, nullable(() => value)])
  return { id: primaryKey(Number), ...Object.fromEntries(entries) }
}

/**
 * A row as the database keeps it: with its model and the name of its key, which stay where they are put.
 * Engines give such rows one form, and their copies too; copies to which something is added afterwards get
 * a form of their own each, at which all who read them are slow.
 */
export const asEntity = (model: string, row: Row): Row =>
  isEntity(row) ? row : Object.assign(row, { [ENTITY_TYPE]: model, [PRIMARY_KEY]: 'id' })

/** A copy of a row as the database keeps it. */
export const entityOf = (model: string, row: Row): Row => ({ ...asEntity(model, row) })

/** Whether a row is as the database keeps it, as copies of stored rows are. */
export const isEntity = (row: object): boolean => ENTITY_TYPE in row

/**
 * A row of which nothing is said, as the database keeps it. It is read from a text, since what is put
 * together column by column is slow.
 */
export const blankEntity = ({ name, blank }: Model): Row =>
  asEntity(name, JSON.parse(JSON.stringify({ id: 0, slug: '', language: '', group: 0, ...blank })))

/** What is done for those who read and write rows. */
export interface Watch {
  /** Sees each row that is read. */
  read(row: Row): void
  /** Hears what each write does. */
  written(before: Row | undefined, after: Row | undefined): void
}

/** Watches the rows of a model, whoever reads and writes them, which the events of the database do not quite. */
export function watchRows(rows: Map<number, Row>, { read, written }: Watch): void {
  const own = { get: rows.get.bind(rows), set: rows.set.bind(rows), delete: rows.delete.bind(rows) }
  rows.get = (id) => {
    const row = own.get(id)
    if (row) read(row)
    return row
  }
  for (const name of ['values', 'entries', 'forEach', Symbol.iterator] as const) {
    const walk = rows[name].bind(rows) as (...given: unknown[]) => never
    rows[name] = (...given: unknown[]) => {
      for (const row of unread.values(rows)) read(row)
      return walk(...given)
    }
  }
  rows.set = (id, after) => {
    const before = rows.get(id)
    own.set(id, after)
    written(before, after)
    return rows
  }
  rows.delete = (id) => {
    const before = rows.get(id)
    const isGone = own.delete(id)
    if (before) written(before, undefined)
    return isGone
  }
}

/** Rows of a model of which nobody is told that they are read. */
export const unread = {
  get: (rows: ReadonlyMap<number, Row>, id: number): Row | undefined =>
    Map.prototype.get.call(rows, id),
  values: (rows: ReadonlyMap<number, Row>): Iterable<Row> => Map.prototype.values.call(rows),
}
