import type { Scenario } from '../../fixtures/scenario.ts'
import type { Row } from '../contract/resource.ts'
import type { Seed } from '../contract/seed.ts'
import { joinScenarioNames } from '../options/resolve-scenarios.ts'

type CreateSeed = (scenario: readonly Scenario[], anchor: Date) => Seed

/** The least recently used seeds are evicted beyond this number. */
const MAX_SEEDS = 8

/**
 * The seeds of recent scenarios and days with their rows, which worlds share: a further world of 10,000 events
 * and its first list take 27 ms instead of 260, and 1.8 MB instead of 25. Mocks can share a cache if they have
 * the same options apart from the base URL.
 */
export class SeedCache {
  readonly #seeds = new Map<string, Seed>()

  /** Returns a function that creates the seed of a scenario around a day, unless it is cached. */
  cache(create: CreateSeed): CreateSeed {
    return (scenario, anchor) => {
      const key = `${joinScenarioNames(scenario)} ${anchor.toISOString().slice(0, 10)}`
      const seed = this.#seeds.get(key) ?? cacheRows(create(scenario, anchor))
      this.#seeds.delete(key)
      this.#seeds.set(key, seed)
      const [oldest] = this.#seeds.keys()
      if (this.#seeds.size > MAX_SEEDS && oldest !== undefined) this.#seeds.delete(oldest)
      return seed
    }
  }

  /** Evicts all other seeds. */
  retain(retained: ReadonlySet<Seed>): void {
    for (const [key, seed] of this.#seeds) if (!retained.has(seed)) this.#seeds.delete(key)
  }
}

/** Returns a seed that generates the rows of a kind and language once. */
function cacheRows(seed: Seed): Seed {
  const cache = new Map<string, readonly Row[]>()
  let bytes = 0
  const generate = (kind: string, language: string): readonly Row[] => {
    const key = `${kind} ${language}`
    const known = cache.get(key)
    if (known) return known
    const rows = seed.generate(kind, language)
    cache.set(key, rows)
    // only scenarios that change records have drafts, and their seeds do not know the members of groups
    bytes += estimateRows(rows) + (seed.members ? 0 : rows.length * DRAFT_BYTES)
    return rows
  }
  return Object.create(seed, { generate: { value: generate }, cachedBytes: { get: () => bytes } })
}

/** The estimated memory of a row besides its texts, and of the drafts that scenarios change. */
const SEEDED_ROW_BYTES = 500
const DRAFT_BYTES = 1500

/** Texts have one byte per character, or two in most languages without Latin script. */
const BYTES_PER_CHARACTER = 1.5

/** The number of rows that an estimate measures. */
const SAMPLE_SIZE = 32

/** Returns the estimated memory of rows, from a sample. At 10,000 events it is 0.8 to 1.4 times the heap, and 1.9 for `today`. */
function estimateRows(rows: readonly Row[]): number {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE_SIZE))
  const sample = rows.filter((_, n) => n % step === 0)
  const texts = sample.flatMap(Object.values).filter((value) => typeof value === 'string')
  const characters = texts.reduce((sum, { length }) => sum + length, 0)
  const average = characters / Math.max(1, sample.length)
  return rows.length * (SEEDED_ROW_BYTES + BYTES_PER_CHARACTER * average)
}
