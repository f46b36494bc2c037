import type {
  Context,
  ListPage,
  Query,
  Repository,
  RowReader,
  SlugOwner,
  TranslationRef,
} from '../contract/context.ts'
import { foldCase } from '../contract/fold-case.ts'
import type { Resource, Row } from '../contract/resource.ts'
import type { Seed } from '../contract/seed.ts'
import { withSuffix } from '../contract/slug.ts'
import { type Model, openDatabase, toEntity, watchWrites } from './database.ts'
import { JsonCache } from './json-cache.ts'
import { Table } from './table.ts'

/** The last ID that a snapshot may name as the next one. It leaves room for more IDs than a client can use. */
export const MAX_NEXT_ID = 2 ** 52

type IdsByModel = Map<string, Set<number>>

/** The rows that differ from the seed. */
export interface Changes {
  /** The ID of the next created record. It is above the IDs of all records. */
  readonly nextId: number
  /** By kind and ID, in ascending order; null for a removed row. */
  readonly records: Readonly<Record<string, Readonly<Record<string, Row | null>>>>
}

/** A repository over an `@mswjs/data` database. Each model is planted language by language on first use. */
export class Store implements Repository {
  readonly #models: readonly Model[]
  readonly #newSeed: () => Seed
  readonly #tables: ReadonlyMap<string, Table>
  readonly #db: unknown
  readonly #json = new JsonCache(this)
  #seed: Seed
  #nextId: number | undefined
  #written: IdsByModel = new Map()
  /** The writes since `takeChanges` was last called; undefined before the first call. */
  #pending: IdsByModel | undefined

  constructor(models: readonly Model[], newSeed: () => Seed) {
    const { db, instance } = openDatabase(models)
    this.#models = models
    this.#newSeed = newSeed
    this.#db = db
    this.#seed = newSeed()
    const tables = models.map((model) => new Table(model, instance.getModel(model.name)))
    this.#tables = new Map(tables.map((table) => [table.model.name, table]))
    for (const table of tables)
      watchWrites(table.rows, (before, after) => this.#changed(table, before, after))
  }

  /** The `@mswjs/data` database. Reading it plants every language; the next response shows what is written to it. */
  // biome-ignore lint/suspicious/noExplicitAny: its type depends on models known at run time only
  get db(): any {
    for (const { name } of this.#models) this.#plantAll(name)
    return this.#db
  }

  /** True if anything was written since the records of the seed. */
  get isWritten(): boolean {
    return this.#written.size > 0
  }

  /** The first ID above the IDs of the seed. */
  get firstFreeId(): number {
    return this.#seed.firstFreeId
  }

  /** Waits until the records of some languages, or of all, can be read. */
  async load(languages?: readonly string[]): Promise<void> {
    await this.#seed.load?.(languages)
  }

  /** The language of a seeded record, from its ID. */
  languageOf(id: number): string | undefined {
    return this.#seed.languageOf(id)
  }

  all(model: string, language: string): readonly Row[] {
    return this.#table(model, language).all(language)
  }

  list(resource: Resource, query: Query, context: Context): ListPage {
    return this.#table(resource.name, context.language).list(resource, query, context)
  }

  get(model: string, id: number): Row | undefined {
    const table = this.#table(model)
    return table.rows.get(id) ?? this.#table(model, this.#seed.languageOf(id)).rows.get(id)
  }

  bySlug(model: string, slug: string, language: string): Row | undefined {
    return this.#table(model, language).bySlug(slug, language)
  }

  group(model: string, { id, group }: Row): readonly TranslationRef[] {
    const { languages, languageOf, firstFreeId, members } = this.#seed
    if (!members && id < firstFreeId) this.#plantAll(model)
    const rows: TranslationRef[] = [...this.#table(model).inGroup(group)]
    for (const member of members?.(model, group) ?? []) {
      const language = languageOf(member)
      if (language !== undefined && !this.#table(model).planted.has(language))
        rows.push({ id: member, language, group })
    }
    const position = ({ language }: TranslationRef): number => languages.indexOf(language)
    return rows.sort((a, b) => position(a) - position(b) || a.id - b.id)
  }

  linking(model: string, field: string, id: number): readonly Row[] {
    return this.#table(model, this.#seed.languageOf(id)).linking(field, id)
  }

  count(model: string, field: string, id: number, column: string, value: unknown): number {
    return this.#table(model, this.#seed.languageOf(id)).count(field, id, column, value)
  }

  named(model: string, column: string, text: string, language: string): readonly Row[] {
    const wanted = foldCase(text)
    return this.all(model, language).filter((row) => foldCase(String(row[column])) === wanted)
  }

  freeSlug(model: string, slug: string, row: SlugOwner): string {
    for (let n = 1; ; n++) {
      const candidate = n === 1 ? slug : withSuffix(slug, `-${n}`)
      const owner = this.bySlug(model, candidate, row.language)
      if (!owner || owner.id === row.id) return candidate
    }
  }

  toJson(key: string, present: (reader: RowReader) => unknown): string {
    return this.#json.get(key, present)
  }

  insert(model: string, values: Omit<Row, 'id' | 'group'>): Row {
    const table = this.#table(model)
    const id = this.#takeId()
    const row = { slug: '', language: '', ...table.model.defaults, ...values, id, group: id }
    return this.#set(table, row)
  }

  update(model: string, row: Row): Row {
    const isKnown = this.get(model, row.id) !== undefined
    return isKnown ? this.#set(this.#table(model), row) : row
  }

  remove(model: string, id: number): void {
    const table = this.#table(model, this.#seed.languageOf(id))
    if (table.rows.delete(id) || id >= this.#seed.firstFreeId) return
    this.#note(model, id) // a snapshot can remove a seeded row that is not there
  }

  /** Resets to the records of the seed. */
  reset(): void {
    for (const table of this.#tables.values()) table.clear()
    this.#json.clear()
    this.#seed = this.#newSeed()
    this.#nextId = undefined
    this.#written = new Map()
    this.#pending &&= new Map()
  }

  /** Returns the rows that differ from the seed. */
  changes(): Changes {
    return this.#changesOf(this.#written)
  }

  /** Returns the changes since the last call; at the first call all of them. */
  takeChanges(): Changes {
    const changes = this.#changesOf(this.#pending ?? this.#written)
    this.#pending = new Map()
    return changes
  }

  /** Resets to the records of the seed with these changes, which must have been validated. */
  restore({ nextId, records }: Changes): void {
    this.reset()
    for (const [model, rows] of Object.entries(records)) {
      for (const [id, row] of Object.entries(rows)) {
        if (row) this.#set(this.#table(model, this.#seed.languageOf(row.id)), row)
        else this.remove(model, Number(id))
      }
    }
    this.#nextId = nextId
  }

  /** The table of a model, with the rows of a language if one is given. */
  #table(model: string, language?: string): Table {
    const table = this.#tables.get(model)
    if (!table) throw new Error(`unknown model "${model}"`)
    if (language !== undefined) this.#plant(table, language)
    return table
  }

  #plant(table: Table, language: string): void {
    if (table.planted.has(language) || !this.#seed.languages.includes(language)) return
    const { name } = table.model
    const rows = this.#seed.generate(name, language).map((row) => toEntity(name, row))
    table.plant(language, rows)
  }

  #plantAll(model: string): void {
    for (const language of this.#seed.languages) this.#table(model, language)
  }

  #set({ model, rows }: Table, row: Row): Row {
    const entity = toEntity(model.name, { ...row })
    rows.set(row.id, entity)
    return entity
  }

  /** Called after each write, through this class or through `db`. */
  #changed(table: Table, before: Row | undefined, after: Row | undefined): void {
    const { name } = table.model
    table.changed(before, after)
    for (const row of [before, after]) if (row) this.#note(name, row.id)
    if (after && after.id >= this.#nextFreeId && after.id < MAX_NEXT_ID) this.#nextId = after.id + 1
    // the seed does not have the row, so there is no difference left
    if (before && !after && before.id >= this.#seed.firstFreeId)
      this.#written.get(name)?.delete(before.id)
  }

  #note(model: string, id: number): void {
    for (const ids of [this.#written, this.#pending])
      ids?.set(model, (ids.get(model) ?? new Set()).add(id))
  }

  #changesOf(ids: IdsByModel): Changes {
    const records = this.#models.flatMap(({ name }) => {
      const sorted = [...(ids.get(name) ?? [])].sort((a, b) => a - b)
      const changed = sorted.map((id) => [id, this.#table(name).rows.get(id) ?? null] as const)
      return sorted.length > 0 ? [[name, Object.fromEntries(changed)] as const] : []
    })
    return { nextId: this.#nextFreeId, records: Object.fromEntries(records) }
  }

  get #nextFreeId(): number {
    return this.#nextId ?? this.#seed.firstFreeId
  }

  #takeId(): number {
    let id = this.#nextFreeId
    while ([...this.#tables.values()].some(({ rows }) => rows.has(id))) id++ // added by a scenario
    this.#nextId = id + 1
    return id
  }
}
