import type { Row } from '../contract/resource.ts'
import { completed, type Records, type Seed } from '../contract/world.ts'
import { asEntity, type Database, entityOf, type Model } from './database.ts'

/** The rows of a seed in a database: planted when they are asked for, each kind in each language by itself. */
export interface Seeded {
  readonly seed: Seed
  /** All rows of a language, or of one kind in it. Throws what has to be waited for. */
  plant(language: string | undefined, model?: string): void
  isPlanted(model: string, language: string): boolean
  /** The row with its texts. */
  complete(model: string, row: Row): Row
  /** The row the seed gives an ID, without the others where the seed can make it alone. As `plant`, it may throw. */
  get(model: string, id: number): Row | undefined
}

/** What comes of a seed. */
export interface Ground {
  readonly models: readonly Model[]
  readonly database: Database
  /** Hears of rows that are in the database now. */
  planted(model: string, language: string, rows: readonly Row[]): void
}

export function createSeeded(seed: Seed, { models, database, planted: tell }: Ground): Seeded {
  const planted = new Map<string, Set<string>>()
  /** Until all kinds of a language are planted. */
  const growing = new Map<string, Records>()
  /** Rows that were asked for alone, by kind. */
  const singles = new Map<string, Map<number, Row>>()

  const isPlanted = (model: string, language: string): boolean =>
    planted.get(language)?.has(model) ?? false

  function plantKind(model: string, language: string, given: readonly Row[]): void {
    const alone = singles.get(model)
    const entity = seed.isShared ? entityOf : asEntity
    const rows = given.map((row) => alone?.get(row.id) ?? entity(model, row))
    const map = database.getModel(model)
    // what is written is told to who watches the map, and this is not
    for (const row of rows) Map.prototype.set.call(map, row.id, row)
    tell(model, language, rows)
  }

  function single(model: string, id: number): Row | undefined {
    const ofModel = singles.get(model) ?? new Map<number, Row>()
    const known = ofModel.get(id)
    if (known) return known
    const row = seed.record?.(model, id)
    if (row) singles.set(model, ofModel.set(id, asEntity(model, row)))
    return row
  }

  const seeded: Seeded = {
    seed,
    isPlanted,
    complete: (model, row) => completed(seed, model, row),
    plant(language, model) {
      if (language === undefined || (model !== undefined && isPlanted(model, language))) return
      const done = planted.get(language) ?? new Set<string>()
      if (done.size === models.length || !seed.languages.includes(language)) return
      const records = growing.get(language) ?? seed.plant(language)
      growing.set(language, records)
      planted.set(language, done)
      for (const { name } of models) {
        if (done.has(name) || (model !== undefined && model !== name)) continue
        done.add(name)
        plantKind(name, language, records[name] ?? [])
      }
      if (done.size === models.length) growing.delete(language)
    },
    get(model, id) {
      const row = database.getModel(model).get(id)
      const language = row ? undefined : seed.languageOf(id)
      if (language === undefined || isPlanted(model, language)) return row
      if (seed.record) return single(model, id)
      seeded.plant(language, model)
      return database.getModel(model).get(id)
    },
  }
  return seeded
}
