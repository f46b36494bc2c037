import { factory, nullable, primaryKey } from '@mswjs/data'
import { DATABASE_INSTANCE } from '@mswjs/data/lib/glossary.js'
import type { Row } from '../contract/resource.ts'
import { type Model, type OpenDatabase, toEntity } from './database.ts'

/** The maps that hold the rows of an `@mswjs/data` database, which the package does not declare. */
interface DatabaseInstance {
  readonly models: Record<string, Map<number, Row>>
}

/** Creates an `@mswjs/data` database of existing rows. A separate file, because pages load it on demand: it has 10 kB gzip. */
export const openDatabase: OpenDatabase = (tables) => {
  const models = tables.map(({ model }) => [model.name, defineModel(model)])
  const db = factory(Object.fromEntries(models))
  const instance = (db as unknown as Record<symbol, DatabaseInstance>)[DATABASE_INSTANCE]
  for (const table of tables) {
    const { name } = table.model
    table.replaceRows((row) => toEntity(name, row))
    if (instance) instance.models[name] = table.rows
  }
  return db
}

/** Every column is nullable and has its default, so that rows created through `db` can be presented. */
function defineModel({ defaults: blank }: Model) {
  const columns = { slug: '', language: '', group: 0, ...blank }
  const entries = Object.entries(columns).map(([name, value]) => [name, nullable(() => value)])
  return { id: primaryKey(Number), ...Object.fromEntries(entries) }
}
