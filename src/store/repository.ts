import { factory, nullable, primaryKey } from '@mswjs/data'
import { DATABASE_INSTANCE, ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js'
import type { Query, Repository } from '../contract/context.ts'
import type { Row } from '../contract/resource.ts'
import type { Seed } from '../contract/world.ts'

/** A kind of stored record: its name, and what its rows hold beside id, slug, language and group when nothing is said. */
export interface Model {
  readonly name: string
  readonly blank: Query
}

/** A repository with the database it stands on. */
export interface Store extends Repository {
  /** The `@mswjs/data` database; what is written to it is seen by the next answer. */
  // biome-ignore lint/suspicious/noExplicitAny: its type follows from models known at run time only
  readonly db: any
  /** Back to the records of the seed. */
  reset(): void
}

/**
 * Rows in an `@mswjs/data` database, planted language by language on first use. Indexes only propose
 * rows: what they name is looked at once more in the database, so that a stale entry does no harm.
 */
export function createStore(models: readonly Model[], newSeed: () => Seed): Store {
  const db = factory(Object.fromEntries(models.map((model) => [model.name, definitionOf(model)])))
  // the database behind the models: there is no public way to its maps and events
  const database = (db as unknown as Record<symbol, Database>)[DATABASE_INSTANCE] as Database
  let indexes = newIndexes()
  let seed = newSeed()
  let nextId = seed.firstFreeId
  let planted = new Set<string>()

  database.events.on('create', (_source, model, row) => propose(model, row))
  database.events.on('update', (_source, model, before, row) => {
    // a slug taken back comes after those that took it meanwhile, which are its owners now
    if (before.slug !== row.slug)
      indexes.slugs.get(`${model} ${before.language} ${before.slug}`)?.delete(before.id)
    propose(model, row)
  })

  function propose(model: string, row: Row): void {
    add(indexes.languages, `${model} ${row.language}`, row.id)
    add(indexes.slugs, `${model} ${row.language} ${row.slug}`, row.id)
    add(indexes.groups, `${model} ${row.group}`, row.id)
    for (const [field, byTarget] of indexes.links.get(model) ?? []) addLinks(byTarget, row, field)
  }

  function plant(language: string | undefined): void {
    if (language === undefined || planted.has(language) || !seed.languages.includes(language))
      return
    planted.add(language)
    for (const [model, rows] of Object.entries(seed.plant(language))) {
      const map = database.getModel(model)
      for (const row of rows) {
        map.set(row.id, entityOf(model, row))
        propose(model, row)
      }
    }
  }

  const rowsOf = (model: string, ids: Iterable<number> | undefined): Row[] => {
    const map = database.getModel(model)
    return [...(ids ?? [])].flatMap((id) => map.get(id) ?? [])
  }

  const plantAll = (): void => {
    for (const language of seed.languages) plant(language)
  }

  const store: Store = {
    get db() {
      plantAll()
      return db
    },
    all(model, language) {
      plant(language)
      const rows = rowsOf(model, indexes.languages.get(`${model} ${language}`))
      return rows.filter((row) => row.language === language)
    },
    get(model, id) {
      plant(seed.languageOf(id))
      return database.getModel(model).get(id)
    },
    bySlug(model, slug, language) {
      plant(language)
      return rowsOf(model, indexes.slugs.get(`${model} ${language} ${slug}`)).find(
        (row) => row.slug === slug && row.language === language,
      )
    },
    group(model, row) {
      if (row.id < seed.firstFreeId) plantAll()
      const rows = rowsOf(model, indexes.groups.get(`${model} ${row.group}`)).filter(
        ({ group }) => group === row.group,
      )
      const place = ({ language }: Row): number => seed.languages.indexOf(language)
      return rows.sort((a, b) => place(a) - place(b))
    },
    linking(model, field, id) {
      const language = seed.languageOf(id)
      if (language) plant(language)
      else plantAll()
      const ids = linksOf(model, field).get(id)
      return rowsOf(model, ids).filter((row) =>
        Array.isArray(row[field]) ? row[field].includes(id) : row[field] === id,
      )
    },
    insert(model, values) {
      while (models.some(({ name }) => database.getModel(name).has(nextId))) nextId++ // made through `db`
      const id = nextId++
      const row = entityOf(model, { ...values, id, group: id } as Row) // the rest came from the table's `prepare`
      database.create(model, row)
      return row
    },
    update(model, row) {
      const before = store.get(model, row.id)
      const after = entityOf(model, row)
      if (before) database.update(model, before, after)
      return after
    },
    remove(model, id) {
      plant(seed.languageOf(id))
      database.delete(model, id)
    },
    reset() {
      for (const { name } of models) database.getModel(name).clear()
      indexes = newIndexes()
      seed = newSeed()
      nextId = seed.firstFreeId
      planted = new Set()
    },
  }
  return store

  /** Who links where: made from all rows on first use, kept from then on. */
  function linksOf(model: string, field: string): Map<number, Set<number>> {
    const fields = indexes.links.get(model) ?? new Map<string, Map<number, Set<number>>>()
    indexes.links.set(model, fields)
    const known = fields.get(field)
    if (known) return known
    const made = new Map<number, Set<number>>()
    fields.set(field, made)
    for (const row of database.getModel(model).values()) addLinks(made, row, field)
    return made
  }
}

/** The parts of the database object that its package does not declare. */
interface Database {
  readonly events: {
    on(event: string, listener: (source: string, model: string, ...rows: Row[]) => void): void
  }
  getModel(name: string): Map<number, Row>
  create(name: string, row: Row): void
  update(name: string, before: Row, after: Row): void
  delete(name: string, id: number): void
}

const newIndexes = () => ({
  languages: new Map<string, Set<number>>(),
  slugs: new Map<string, Set<number>>(),
  groups: new Map<string, Set<number>>(),
  links: new Map<string, Map<string, Map<number, Set<number>>>>(),
})

function add<K>(index: Map<K, Set<number>>, key: K, id: number): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

function addLinks(index: Map<number, Set<number>>, row: Row, field: string): void {
  for (const target of [row[field]].flat()) if (target) add(index, target, row.id)
}

/** The model of a kind: rows made without a column get its blank, so that answers can be made of them. */
function definitionOf({ blank }: Model) {
  const columns = { slug: '', language: '', group: 0, ...blank }
  const entries = Object.entries(columns).map(([name, value]) => [name, nullable(() => value)])
  return { id: primaryKey(Number), ...Object.fromEntries(entries) }
}

/** A row as the database keeps it: with its model and the name of its key. */
const entityOf = (model: string, row: Row): Row => ({
  ...row,
  [ENTITY_TYPE]: model,
  [PRIMARY_KEY]: 'id',
})
