import type { Kin, Repository } from '../contract/context.ts'
import type { Row, Unstored } from '../contract/resource.ts'
import type { Seed } from '../contract/world.ts'
import type { Changes } from './changes.ts'
import {
  asEntity,
  blankEntity,
  entityOf,
  isEntity,
  type Model,
  openDatabase,
  unread,
  watchRows,
} from './database.ts'
import { createFragments } from './fragments.ts'
import {
  add,
  addLinks,
  addSlug,
  forget,
  newIndexes,
  readGroups,
  readSlugs,
  sow,
  takeSlug,
} from './indexes.ts'
import { createKept } from './kept.ts'
import { createSeeded, type Seeded } from './seeded.ts'

/** A repository with the database it stands on. */
export interface Store extends Repository {
  /** The `@mswjs/data` database; what is written to it is seen by the next answer. */
  // biome-ignore lint/suspicious/noExplicitAny: its type follows from models known at run time only
  readonly db: any
  /** Another number after each write. */
  readonly version: number
  /** Whether anything was written since the records of the seed. */
  readonly isWritten: boolean
  /** What to wait for until every record of the seed can be had at once. */
  load(): Promise<void> | undefined
  /** Back to the records of the seed. */
  reset(): void
  changes(): Changes
  /** The changes since this was asked last. */
  news(): Changes
  /** The records of the seed with these changes. They have been read by `readChanges`. */
  restore(changes: Changes): void
}

/**
 * Rows in an `@mswjs/data` database, planted language by language on first use. Indexes only propose
 * rows: what they name is looked at once more in the database, so that a stale entry does no harm.
 */
export function createStore(models: readonly Model[], newSeed: () => Seed): Store {
  const { db, database } = openDatabase(models)
  const blanks = new Map(models.map((model) => [model.name, blankEntity(model)]))
  let indexes = newIndexes()
  let kept = newKept()
  let nextId: number | undefined // the first that the seed leaves free
  let written = new Map<string, Set<number>>()
  /** Since `news` was asked last; nothing is noted before it is asked at all. */
  let untold: Map<string, Set<number>> | undefined
  let version = 0
  let seeded = grown()

  for (const { name } of models) {
    watchRows(database.getModel(name), {
      read: (row) => void seeded.complete(name, row),
      written: (before, after) => changed(name, before, after),
    })
  }

  /** Heard of every write, whoever makes it. */
  function changed(model: string, before: Row | undefined, after: Row | undefined): void {
    const rows = [before, after].filter((row) => row !== undefined)
    version += 1
    for (const { id, language } of rows) {
      add(written, model, id)
      if (untold) add(untold, model, id)
      readSlugs(indexes, model, language)
    }
    if (before && !after) {
      forget(indexes, model, before)
      // the seed lacks it as well: there is no change to tell
      if (before.id >= seeded.seed.firstFreeId) written.get(model)?.delete(before.id)
    }
    const isElsewhere = before?.slug !== after?.slug || before?.language !== after?.language
    if (before && after && isElsewhere) takeSlug(indexes, model, before)
    if (after && isElsewhere) addSlug(indexes, model, after)
    if (after) propose(model, after)
    kept.changed(model, before, after)
    fragments.changed(model, ...rows)
  }

  function propose(model: string, row: Row): void {
    add(indexes.languages, `${model} ${row.language}`, row.id)
    if (row.group !== row.id) add(indexes.groups, `${model} ${row.group}`, row.id)
    for (const [field, byTarget] of indexes.links.get(model) ?? []) addLinks(byTarget, row, field)
  }

  function grown(): Seeded {
    return createSeeded(newSeed(), {
      models,
      database,
      planted(model, language, rows) {
        version += 1 // what links to a record may come from another language
        fragments.clear()
        kept.planted(model, rows)
        indexes.links.delete(model)
        sow(
          indexes,
          model,
          language,
          rows.filter((row) => row.language === language),
        )
        if (seeded.seed.owner) indexes.unread.slugs.delete(model) // it tells who has one
        for (const row of rows) {
          if (row.language === language) continue
          addSlug(indexes, model, row)
          propose(model, row)
        }
      },
    })
  }

  const rowsOf = (model: string, ids: Iterable<number> | undefined): Row[] => {
    const map = database.getModel(model)
    return [...(ids ?? [])].flatMap((id) => map.get(id) ?? [])
  }

  /** The rows of a language, some without their texts. */
  function outlinesOf(model: string, language: string): Row[] {
    seeded.plant(language, model)
    const map = database.getModel(model)
    const found: Row[] = []
    for (const id of indexes.languages.get(`${model} ${language}`) ?? []) {
      const row = unread.get(map, id)
      if (row?.language === language) found.push(row)
    }
    return found
  }

  const plantAll = (model?: string): void => {
    for (const language of seeded.seed.languages) seeded.plant(language, model)
  }

  const store: Store = {
    get db() {
      plantAll()
      return db
    },
    all: (model, language) => outlinesOf(model, language).map((row) => seeded.complete(model, row)),
    get: (model, id) => seeded.get(model, id),
    bySlug(model, slug, language) {
      const { owner } = seeded.seed
      if (!owner) seeded.plant(language, model)
      readSlugs(indexes, model, language)
      const ids = indexes.slugs.get(`${model} ${language} ${slug}`) ?? []
      const seededId = owner?.(model, slug, language)
      const isListed = seededId === undefined || ids.includes(seededId)
      const rows = (isListed ? ids : [...ids, seededId])
        .flatMap((id) => store.get(model, id) ?? [])
        .filter((row) => row.slug === slug && row.language === language)
        .sort((a, b) => a.id - b.id)
      const { ownsSlug } = models.find(({ name }) => name === model) ?? {}
      return rows.find((row) => ownsSlug?.(row)) ?? rows[0]
    },
    group(model, { id, group }) {
      const { seed, isPlanted } = seeded
      const told = seed.members?.(model, group)
      if (!told && id < seed.firstFreeId) plantAll(model)
      if (!told) readGroups(indexes, model)
      const map = database.getModel(model)
      const ids = new Set([...(told ?? []), ...(indexes.groups.get(`${model} ${group}`) ?? [])])
      if (group >= seed.firstFreeId) ids.add(group) // it is the first of its group, and not in the index
      const kin = [...ids].flatMap((id): readonly Kin[] => {
        const language = seed.languageOf(id)
        if (language !== undefined && !isPlanted(model, language)) return [{ id, language, group }]
        const row = map.get(id)
        return row?.group === group ? [row] : []
      })
      const place = ({ language }: Kin): number => seed.languages.indexOf(language)
      return kin.sort((a, b) => place(a) - place(b))
    },
    linking(model, field, id) {
      seeded.plant(seeded.seed.languageOf(id), model) // no row of a seed links to what was created
      const ids = linksOf(model, field).get(id)
      return rowsOf(model, ids).filter((row) =>
        Array.isArray(row[field]) ? row[field].includes(id) : row[field] === id,
      )
    },
    tally(model, field, id, column) {
      seeded.plant(seeded.seed.languageOf(id), model)
      return kept.tally(model, field, id, column)
    },
    named(model, column, text, language) {
      seeded.plant(language, model)
      return kept.named(model, column, text, language)
    },
    list(resource, query, context) {
      seeded.plant(context.language, resource.name)
      return kept.list(resource, query, context)
    },
    freeSlug: (model, slug, row) => kept.freeSlug(model, slug, row),
    fragment: (model, form, id, make) => fragments.get(model, form, id, make),
    blank: (model) => blanks.get(model) as Row, // of each kind there is one
    insert(model, values) {
      const id = freeId()
      const own = isEntity(values) ? values : Object.assign({ ...blanks.get(model) }, values)
      const row: Unstored = own as Row // the table's `prepare` made it
      row.id = id
      row.group = id
      database.getModel(model).set(id, row)
      return row
    },
    update(model, row) {
      seeded.plant(seeded.seed.languageOf(row.id), model)
      const before = store.get(model, row.id)
      const after = asEntity(model, row)
      if (before) database.getModel(model).set(row.id, after)
      return after
    },
    remove(model, id) {
      seeded.plant(seeded.seed.languageOf(id), model)
      // also where a state says that a row of the seed is gone
      if (id < seeded.seed.firstFreeId) add(written, model, id)
      if (untold) add(untold, model, id)
      database.getModel(model).delete(id)
    },
    load: () => seeded.seed.load?.(),
    get version() {
      return version
    },
    reset() {
      version += 1
      fragments.clear()
      for (const { name } of models) database.getModel(name).clear()
      indexes = newIndexes()
      kept = newKept()
      seeded = grown()
      nextId = undefined
      written = new Map()
      untold &&= new Map()
    },
    get isWritten() {
      return written.size > 0
    },
    changes: () => changesOf(written),
    news() {
      const news = changesOf(untold ?? written)
      untold = new Map()
      return news
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

  function newKept() {
    return createKept({
      all: (model, language) => store.all(model, language),
      outlines: outlinesOf,
      get: (model, id) => unread.get(database.getModel(model), id),
      bySlug: (model, slug, language) => store.bySlug(model, slug, language),
      complete: (model, row) => seeded.complete(model, row),
      holders: (model, field, id) => linksOf(model, field).get(id),
      rows: (model) => unread.values(database.getModel(model)),
    })
  }

  function changesOf(ids: ReadonlyMap<string, ReadonlySet<number>>): Changes {
    const records = models.flatMap(({ name }) => {
      const sorted = [...(ids.get(name) ?? [])].sort((a, b) => a - b)
      const rows = sorted.map((id) => [id, database.getModel(name).get(id) ?? null] as const)
      return sorted.length > 0 ? [[name, Object.fromEntries(rows)] as const] : []
    })
    return { nextId: nextId ?? seeded.seed.firstFreeId, records: Object.fromEntries(records) }
  }

  function freeId(): number {
    let id = nextId ?? seeded.seed.firstFreeId
    while (models.some(({ name }) => database.getModel(name).has(id))) id++ // made through `db`
    nextId = id + 1
    return id
  }

  function write(model: string, id: number, row: Row | null): void {
    seeded.plant(seeded.seed.languageOf(id), model)
    if (row) database.getModel(model).set(id, entityOf(model, row))
    else store.remove(model, id)
  }

  /** Who links where: made from all rows on first use, kept from then on. */
  function linksOf(model: string, field: string): Map<number, Set<number>> {
    const fields = indexes.links.get(model) ?? new Map<string, Map<number, Set<number>>>()
    indexes.links.set(model, fields)
    const known = fields.get(field)
    if (known) return known
    const made = new Map<number, Set<number>>()
    fields.set(field, made)
    for (const row of unread.values(database.getModel(model))) addLinks(made, row, field)
    return made
  }
}
