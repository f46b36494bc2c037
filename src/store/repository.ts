import type {
  Context,
  ListPage,
  Query,
  Repository,
  RowReader,
  SlugOwner,
  TranslationRef,
} from '../contract/context.ts'
import type { Resource, Row } from '../contract/resource.ts'
import type { Seed } from '../contract/seed.ts'
import { withSuffix } from '../contract/slug.ts'
import { ChangeLog, type Changes, MAX_NEXT_ID, ROW_BYTES } from './changes.ts'
import { type Model, type OpenDatabase, toEntity, watchWrites } from './database.ts'
import { JsonCache } from './json-cache.ts'
import { Table } from './table.ts'
import { UndoLog } from './undo-log.ts'

/** Called after the memory of a store has grown by an estimated number of bytes. */
type OnGrow = (bytes: number, store: Store) => void

/** A repository whose rows are also an `@mswjs/data` database. Each model is planted language by language on first use. */
export class Store implements Repository {
  readonly #newSeed: () => Seed
  readonly #onGrow: OnGrow
  readonly #tables: ReadonlyMap<string, Table>
  /** Undefined until it is read, because it takes ten times the memory of an empty store. */
  #db: unknown
  readonly #json = new JsonCache(this, (bytes) => this.#onGrow(bytes, this))
  #seed: Seed
  #nextId: number | undefined
  #plantedRows = 0
  readonly #written = new ChangeLog()
  readonly #undoLog = new UndoLog(this.#written)

  constructor(models: readonly Model[], newSeed: () => Seed, onGrow: OnGrow = () => {}) {
    this.#newSeed = newSeed
    this.#onGrow = onGrow
    this.#seed = newSeed()
    this.#tables = new Map(models.map((model) => [model.name, new Table(model)]))
    for (const table of this.#tables.values())
      watchWrites(table.rows, (before, after) => this.#changed(table, before, after))
  }

  /** Plants every language and returns the `@mswjs/data` database, always the same. The next response shows what is written to it. */
  openDatabase(open: OpenDatabase): unknown {
    for (const name of this.#tables.keys()) this.#plantAll(name)
    this.#db ??= open([...this.#tables.values()])
    return this.#db
  }

  /** True if anything was written since the records of the seed. */
  get isWritten(): boolean {
    return !this.#written.isEmpty
  }

  /** The estimated memory of written rows. */
  get writtenBytes(): number {
    return this.#written.bytes
  }

  /** The estimated memory of all rows and of cached JSON. */
  get bytes(): number {
    return this.#plantedRows * ROW_BYTES + this.#json.bytes + this.#written.bytes
  }

  /** The first ID above the IDs of the seed. */
  get firstFreeId(): number {
    return this.#seed.firstFreeId
  }

  /** Loads the records of some languages, or of all, which `db` reads. */
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
      if (language === undefined || this.#written.has(model, member)) continue
      if (!this.#table(model).planted.has(language)) rows.push({ id: member, language, group })
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
    return this.#table(model, language).named(column, text, language)
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

  write<T>(perform: () => T): T {
    const nextId = this.#nextId
    return this.#undoLog.run(perform, () => {
      this.#nextId = nextId
    })
  }

  insert(model: string, values: Omit<Row, 'id' | 'group'>): Row {
    const table = this.#table(model)
    const id = this.#takeId()
    const row = { slug: '', language: '', ...table.model.defaults, ...values, id, group: id }
    return this.#set(table, row)
  }

  update(model: string, row: Row): Row {
    return this.get(model, row.id) ? this.#set(this.#table(model), row) : row
  }

  remove(model: string, id: number): void {
    this.#table(model, this.#seed.languageOf(id)).rows.delete(id)
  }

  /** Resets to the records of the seed. */
  reset(): void {
    this.#written.clear()
    this.#nextId = undefined
    this.#clearSeed()
  }

  /** Returns the rows that differ from the seed. */
  changes(): Changes {
    return { nextId: this.#nextFreeId, records: this.#written.collect(this.#tables) }
  }

  /** Returns the changes since the last call; at the first call all of them. */
  takeChanges(): Changes {
    return { nextId: this.#nextFreeId, records: this.#written.take(this.#tables) }
  }

  /** Resets to the records of the seed with these changes, which must have been validated. */
  restore({ nextId, records }: Changes): void {
    this.reset()
    for (const [model, rows] of Object.entries(records)) {
      for (const [id, row] of Object.entries(rows)) {
        if (row) this.#set(this.#table(model), row)
        else if (Number(id) < this.firstFreeId) this.#written.add(model, Number(id))
      }
    }
    this.#nextId = nextId
  }

  /** Frees the rows of the seed and the cached JSON, which the next reads create again. Has no effect after a read of `db`. */
  release(): void {
    if (!this.#db) this.#clearSeed()
  }

  /** Removes everything that can be generated again: all but the written rows. */
  #clearSeed(): void {
    for (const [model, table] of this.#tables) table.clear((id) => this.#written.has(model, id))
    this.#json.clear()
    this.#seed = this.#newSeed()
    this.#plantedRows = 0
  }

  /** The table of a model, with the rows of a language if one is given. */
  #table(model: string, language?: string): Table {
    const table = this.#tables.get(model)
    if (!table) throw new Error(`unknown model "${model}"`)
    if (language === undefined || table.planted.has(language)) return table
    if (!this.#seed.languages.includes(language)) return table
    const seeded = this.#seed.generate(model, language)
    const rows = seeded.filter(({ id }) => !this.#written.has(model, id))
    for (const row of rows) toEntity(model, row)
    table.plant(language, rows)
    this.#plantedRows += rows.length
    this.#onGrow(rows.length * ROW_BYTES, this)
    return table
  }

  #plantAll(model: string): void {
    for (const language of this.#seed.languages) this.#table(model, language)
  }

  #set({ model, rows }: Table, row: Row): Row {
    // copied, because a trimmed text keeps the whole text of the request body in memory
    const entity = toEntity(model.name, JSON.parse(JSON.stringify(row)))
    rows.set(row.id, entity)
    return entity
  }

  /** Called after each write, through this class or through `db`. */
  #changed(table: Table, before: Row | undefined, after: Row | undefined): void {
    const { name } = table.model
    this.#undoLog.add(table, before, after)
    table.changed(before, after)
    if (before) this.#written.add(name, before.id)
    if (after) this.#onGrow(this.#written.add(name, after.id, after), this)
    if (after && after.id >= this.#nextFreeId && after.id < MAX_NEXT_ID) this.#nextId = after.id + 1
    // the seed does not have the row, so there is no difference left
    if (before && !after && before.id >= this.#seed.firstFreeId)
      this.#written.delete(name, before.id)
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
