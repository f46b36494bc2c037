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

/** Tells what every write of a model's rows does, whoever makes it, which the events of the database do not quite. */
export function watchRows(
  rows: Map<number, Row>,
  tell: (before: Row | undefined, after: Row | undefined) => void,
): void {
  const own = { set: rows.set.bind(rows), delete: rows.delete.bind(rows) }
  rows.set = (id, after) => {
    const before = rows.get(id)
    own.set(id, after)
    tell(before, after)
    return rows
  }
  rows.delete = (id) => {
    const before = rows.get(id)
    const isGone = own.delete(id)
    if (before) tell(before, undefined)
    return isGone
  }
}
