import { factory, nullable, primaryKey } from '@mswjs/data'
import { DATABASE_INSTANCE, ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js'
import type { Query } from '../contract/context.ts'
import type { Row } from '../contract/resource.ts'

/** A kind of stored record: its name and the default value of each column besides id, slug, language and group. */
export interface Model {
  readonly name: string
  readonly defaults: Query
  /** The fields of writes. A field with a `link` is a column of IDs of that model. */
  readonly fields?: Readonly<Record<string, { readonly link?: string }>>
  /** Returns whether this row owns its slug if several rows share it. */
  ownsSlug?(row: Row): boolean
  /** Returns the first column with a value that the API would not have stored. */
  validateRow?(row: Row): string | undefined
}

/** The maps that hold the rows of an `@mswjs/data` database, which the package does not declare. */
interface DatabaseInstance {
  readonly models: Record<string, Map<number, Row>>
}

/** Creates an `@mswjs/data` database of existing rows. */
export function openDatabase(
  tables: readonly { readonly model: Model; readonly rows: Map<number, Row> }[],
): unknown {
  const models = tables.map(({ model }) => [model.name, defineModel(model)])
  const db = factory(Object.fromEntries(models))
  const instance = (db as unknown as Record<symbol, DatabaseInstance>)[DATABASE_INSTANCE]
  if (instance) for (const { model, rows } of tables) instance.models[model.name] = rows
  return db
}

/** Every column is nullable and has its default, so that rows created through `db` can be presented. */
function defineModel({ defaults: blank }: Model) {
  const columns = { slug: '', language: '', group: 0, ...blank }
  const entries = Object.entries(columns).map(([name, value]) => [name, nullable(() => value)])
  return { id: primaryKey(Number), ...Object.fromEntries(entries) }
}

/** Marks a row as an entity of `@mswjs/data` and returns it. */
export const toEntity = (model: string, row: Row): Row =>
  Object.assign(row, { [ENTITY_TYPE]: model, [PRIMARY_KEY]: 'id' })

/** Reports the row before and after each write to a map. The events of `@mswjs/data` miss some. */
export function watchWrites(
  rows: Map<number, Row>,
  onWrite: (before: Row | undefined, after: Row | undefined) => void,
): void {
  rows.set = (id, after) => {
    const before = rows.get(id)
    Map.prototype.set.call(rows, id, after)
    onWrite(before, after)
    return rows
  }
  rows.delete = (id) => {
    const before = rows.get(id)
    if (before) {
      Map.prototype.delete.call(rows, id)
      onWrite(before, undefined)
    }
    return before !== undefined
  }
}
