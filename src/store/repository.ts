import type { Repository } from '../contract/context.ts'
import type { Row } from '../contract/resource.ts'
import type { Seed } from '../contract/world.ts'
import type { Changes } from './changes.ts'
import { entityOf, type Model, openDatabase } from './database.ts'
import { createFragments } from './fragments.ts'
import { add, addLinks, newIndexes } from './indexes.ts'

/** A repository with the database it stands on. */
export interface Store extends Repository {
  /** The `@mswjs/data` database; what is written to it is seen by the next answer. */
  // biome-ignore lint/suspicious/noExplicitAny: its type follows from models known at run time only
  readonly db: any
  /** Another number after each write. */
  readonly version: number
  /** Whether anything was written since the records of the seed. */
  readonly isWritten: boolean
  /** Waits until every record of the seed can be had at once. */
  load(): Promise<void>
  /** Back to the records of the seed. */
  reset(): void
  changes(): Changes
  /** The records of the seed with these changes. They have been read by `readChanges`. */
  restore(changes: Changes): void
}

/**
 * Rows in an `@mswjs/data` database, planted language by language on first use. Indexes only propose
 * rows: what they name is looked at once more in the database, so that a stale entry does no harm.
 */
export function createStore(models: readonly Model[], newSeed: () => Seed): Store {
  const { db, database } = openDatabase(models)
  let indexes = newIndexes()
  let seed = newSeed()
  let nextId: number | undefined // the first that the seed leaves free
  let planted = new Set<string>()
  let written = new Map<string, Set<number>>()
  let version = 0

  database.events.on('create', (_source, model, row) => {
    add(written, model, row.id)
    propose(model, row)
    changed(model, row)
  })
  database.events.on('delete', (_source, model, id) => {
    add(written, model, id)
    changed(model) // which links it had is not told
    fragments.clear()
  })
  database.events.on('update', (_source, model, before, row) => {
    add(written, model, row.id)
    // a slug taken back comes after those that took it meanwhile, which are its owners now
    if (before.slug !== row.slug)
      indexes.slugs.get(`${model} ${before.language} ${before.slug}`)?.delete(before.id)
    propose(model, row)
    changed(model, before, row)
  })

  function changed(model: string, ...rows: readonly Row[]): void {
    version += 1
    fragments.changed(model, ...rows)
  }

  function propose(model: string, row: Row): void {
    add(indexes.languages, `${model} ${row.language}`, row.id)
    add(indexes.slugs, `${model} ${row.language} ${row.slug}`, row.id)
    add(indexes.groups, `${model} ${row.group}`, row.id)
    for (const [field, byTarget] of indexes.links.get(model) ?? []) addLinks(byTarget, row, field)
  }

  function plant(language: string | undefined): void {
    if (language === undefined || planted.has(language) || !seed.languages.includes(language))
      return
    const records = seed.plant(language) // may throw what has to be waited for
    planted.add(language)
    version += 1 // what links to a record may come from another language
    fragments.clear()
    for (const [model, rows] of Object.entries(records)) {
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
    fragment: (form, id, make) => fragments.get(form, id, make),
    insert(model, values) {
      const id = freeId()
      const blank = models.find(({ name }) => name === model)?.blank
      const row = entityOf(model, { ...blank, ...values, id, group: id } as Row) // the rest came from the table's `prepare`
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
    load: async () => seed.load?.(),
    get version() {
      return version
    },
    reset() {
      version += 1
      fragments.clear()
      for (const { name } of models) database.getModel(name).clear()
      indexes = newIndexes()
      seed = newSeed()
      nextId = undefined
      planted = new Set()
      written = new Map()
    },
    get isWritten() {
      return written.size > 0
    },
    changes() {
      const records = models.flatMap(({ name }) => {
        const ids = [...(written.get(name) ?? [])].sort((a, b) => a - b)
        const rows = ids.map((id) => [id, database.getModel(name).get(id) ?? null] as const)
        return ids.length > 0 ? [[name, Object.fromEntries(rows)] as const] : []
      })
      return { nextId: nextId ?? seed.firstFreeId, records: Object.fromEntries(records) }
    },
    restore(changes) {
      store.reset()
      for (const [model, rows] of Object.entries(changes.records)) {
        for (const [key, row] of Object.entries(rows)) write(model, Number(key), row)
      }
      nextId = changes.nextId
    },
  }
  const fragments = createFragments(store)
  return store

  function freeId(): number {
    let id = nextId ?? seed.firstFreeId
    while (models.some(({ name }) => database.getModel(name).has(id))) id++ // made through `db`
    nextId = id + 1
    return id
  }

  function write(model: string, id: number, row: Row | null): void {
    const before = store.get(model, id)
    if (!row) store.remove(model, id)
    else if (before) database.update(model, before, entityOf(model, row))
    else database.create(model, entityOf(model, row))
  }

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
