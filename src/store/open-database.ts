import { factory, nullable, primaryKey } from '@mswjs/data'
import { DATABASE_INSTANCE } from '@mswjs/data/lib/glossary.js'
import { findNearestName, invalidOption, OptionError } from '../contract/option-error.ts'
import type { Row } from '../contract/resource.ts'
import type { EntityMap, Model, OpenDatabase } from './database.ts'

/** The members of a database that are used here. The package does not declare some of them. */
interface Database {
  readonly [model: string]: {
    update(query: object): unknown
    updateMany(query: object): unknown
    create(values?: object): unknown
    findFirst(query: object): Row | null
    findMany(query: object): readonly Row[]
  }
  readonly [DATABASE_INSTANCE]: { readonly models: Record<string, EntityMap> }
}

/** Creates an `@mswjs/data` database of existing rows. A separate file, because pages load it on demand: it has 10 kB gzip. */
export const openDatabase: OpenDatabase = (tables, onIgnored) => {
  const models = tables.map(({ model }) => [model.name, defineModel(model)])
  const db = factory(Object.fromEntries(models)) as unknown as Database
  for (const { model, rows } of tables) {
    db[DATABASE_INSTANCE].models[model.name] = rows
    const api = db[model.name]
    if (!api) continue
    const { create, update, updateMany } = api
    const columns = ['id', ...Object.keys(listColumns(model))]
    const check = (method: string, values: unknown): void => {
      for (const name of Object.keys(Object(values)))
        if (!columns.includes(name)) onIgnored?.(`db.${model.name}.${method}`, name, columns)
    }
    api.create = (values) => {
      check('create', values)
      if (Object(values).id === undefined)
        throw new OptionError(
          `db.${model.name}.create needs an "id", and a "language" if a site shall list the record; a POST request assigns both`,
        )
      return create(values)
    }
    api.update = (query) => {
      check('update', Object(query).data)
      const row = api.findFirst({ ...query, strict: false })
      if (row) rows.thaw(row)
      return update(query)
    }
    api.updateMany = (query) => {
      check('updateMany', Object(query).data)
      for (const row of api.findMany({ ...query, strict: false })) rows.thaw(row)
      return updateMany(query)
    }
  }
  const names = tables.map(({ model }) => model.name)
  const get = (target: Database, name: string | symbol): unknown => {
    const nearest = name in target ? undefined : findNearestName(String(name), names) // `then` is none
    if (nearest) throw invalidOption('member of db', String(name), names)
    return Reflect.get(target, name)
  }
  return new Proxy(db, { get })
}

/** Every column is nullable and has its default, so that rows created through `db` can be presented. */
function defineModel(model: Model) {
  const entries = Object.entries(listColumns(model)).map(([name, value]) => [
    name,
    nullable(() => value),
  ])
  return { id: primaryKey(Number), ...Object.fromEntries(entries) }
}

const listColumns = ({ defaults }: Model) => ({ slug: '', language: '', group: 0, ...defaults })
