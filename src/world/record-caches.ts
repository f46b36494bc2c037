import type { Scenario } from '../../fixtures/scenario.ts'
import type { Row } from '../contract/resource.ts'
import type { Seed } from '../contract/seed.ts'
import { joinScenarioNames } from '../options/resolve-scenarios.ts'
import { Capacity } from '../store/capacity.ts'
import { MAX_JSON_ENTRIES } from '../store/json-cache.ts'

type CreateSeed = (scenario: readonly Scenario[], anchor: Date) => Seed

/** The maximum of rows: two scenarios of 5,000 events in all languages. They take about 150 MB. */
const MAX_ROWS = 100_000

/**
 * The generated records of recent scenarios and days, which worlds share: a further world of 10,000 events and
 * its first list take 27 ms instead of 260, and 1.8 MB instead of 25. Mocks can share them if they have the
 * same options apart from the base URL.
 */
export class RecordCaches {
  /** The rows in the tables of the stores. Most are rows of `#seeds`. */
  readonly rows: Capacity
  readonly json = new Capacity(MAX_JSON_ENTRIES)
  readonly #seeds = new Map<string, Seed>()
  readonly #seedRows: Capacity

  constructor(maxRows = MAX_ROWS) {
    this.rows = new Capacity(2 * maxRows)
    this.#seedRows = new Capacity(maxRows)
  }

  /** Returns a function that creates the seed of a scenario around a day, unless it is cached. */
  cache(create: CreateSeed): CreateSeed {
    return (scenario, anchor) => {
      const key = `${joinScenarioNames(scenario)} ${anchor.toISOString().slice(0, 10)}`
      const known = this.#seeds.get(key)
      if (known) return known
      const seed = new CachedSeed(
        () => create(scenario, anchor),
        this.#seedRows,
        () => this.#seeds.delete(key),
      )
      this.#seeds.set(key, seed)
      return seed
    }
  }
}

/** A seed that generates the rows of a kind and language once. After it is emptied, it creates them again. */
class CachedSeed implements Seed {
  readonly #create: () => Seed
  readonly #capacity: Capacity
  readonly #onRelease: () => void
  #source: Seed | undefined
  readonly #rows = new Map<string, readonly Row[]>()
  readonly load?: () => Promise<void>

  constructor(create: () => Seed, capacity: Capacity, onRelease: () => void) {
    this.#create = create
    this.#capacity = capacity
    this.#onRelease = onRelease
    if (this.#seed.load) this.load = async () => this.#seed.load?.()
  }

  get languages() {
    return this.#seed.languages
  }

  get kinds() {
    return this.#seed.kinds
  }

  get events() {
    return this.#seed.events
  }

  get members() {
    return this.#seed.members
  }

  get firstFreeId() {
    return this.#seed.firstFreeId
  }

  languageOf(id: number): string | undefined {
    return this.#seed.languageOf(id)
  }

  generate(kind: string, language: string): readonly Row[] {
    const key = `${kind} ${language}`
    const rows = this.#rows.get(key) ?? this.#seed.generate(kind, language)
    if (this.#rows.has(key)) return rows
    this.#rows.set(key, rows)
    this.#capacity.add(this, rows.length)
    return rows
  }

  release(): void {
    this.#source = undefined
    this.#rows.clear()
    this.#onRelease()
  }

  get #seed(): Seed {
    if (this.#source) return this.#source
    this.#source = this.#create()
    this.#capacity.add(this, this.#source.events) // the plan of the events
    return this.#source
  }
}
