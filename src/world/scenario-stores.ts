import type { Scenario } from '../../fixtures/scenario.ts'
import type { Loadable } from '../contract/lazy.ts'
import { OptionError } from '../contract/option-error.ts'
import type { Seed } from '../contract/seed.ts'
import { joinScenarioNames } from '../options/resolve-scenarios.ts'
import type { Model, OpenDatabase } from '../store/database.ts'
import { Store } from '../store/repository.ts'
import type { MemoryLimit } from './memory.ts'
import { MAX_SCENARIO_STORES, type ReadSnapshot } from './snapshot.ts'

/** The source of the records of a world. */
export interface RecordOptions {
  readonly models: readonly Model[]
  /** Creates a seed. Throws `OptionError` for a scenario that cannot be generated around the anchor. */
  newSeed(scenario: readonly Scenario[], anchor: Date): Seed
  readonly memory: MemoryLimit
  /** Creates the databases that `db` returns. */
  readonly database: Loadable<OpenDatabase>
}

/** The records of one world, for its own scenario and for scenarios that requests select by header. */
export class ScenarioStores {
  /** The records of the world's own scenario. The object stays the same when the scenario changes. */
  readonly main: Store
  readonly #options: RecordOptions
  #current: readonly Scenario[]
  #anchorDate: Date
  /** By scenario, the least recently used first. */
  readonly #others = new Map<string, Store>()

  constructor(options: RecordOptions, scenario: readonly Scenario[], anchor: Date) {
    this.#options = options
    this.#current = scenario
    this.#anchorDate = anchor
    this.main = this.#createStore(() => this.#current)
  }

  /** The scenarios of the world; each changes the result of the one before. */
  get scenario(): readonly Scenario[] {
    return this.#current
  }

  /** The instant that the dates of the records are offsets from. */
  get anchor(): Date {
    return this.#anchorDate
  }

  /** All stores by the names of their scenarios, joined with `+`; the main store first. */
  get all(): readonly (readonly [scenario: string, store: Store])[] {
    return [[joinScenarioNames(this.#current), this.main], ...this.#others]
  }

  /** Returns the store of a scenario. Throws `OptionError` if the maximum of modified stores is reached. */
  storeFor(scenario: readonly Scenario[]): Store {
    const name = joinScenarioNames(scenario)
    if (name === joinScenarioNames(this.#current)) return this.main
    const store = this.#others.get(name) ?? this.#createStore(() => scenario)
    this.#others.delete(name)
    if (this.#others.size >= MAX_SCENARIO_STORES) this.#evictUnmodified()
    this.#others.set(name, store)
    return store
  }

  /** Creates a store to try changes in, which is not one of the world's. */
  createTrial = (scenario: readonly Scenario[], anchor: Date): Store => {
    const { models, newSeed, memory } = this.#options
    return new Store(models, () => newSeed(scenario, anchor), memory.grow)
  }

  /** Starts again with a scenario, around an anchor. Changes nothing if that throws. */
  start(scenario: readonly Scenario[], anchor: Date): void {
    this.#options.newSeed(scenario, anchor)
    const isSameDay = toDay(anchor) === toDay(this.#anchorDate)
    this.#current = scenario
    this.#anchorDate = anchor
    this.main.reset()
    const name = joinScenarioNames(scenario)
    for (const [other, store] of this.#others) {
      if (isSameDay && !store.isWritten && other !== name) store.reset()
      else this.#others.delete(other)
    }
  }

  /** Replaces all records by a snapshot. */
  restore({ scenario, anchor, changes, copies }: ReadSnapshot): void {
    this.start(scenario, anchor)
    this.main.restore(changes)
    for (const copy of copies) this.storeFor(copy.scenario).restore(copy.changes)
  }

  #createStore(scenario: () => readonly Scenario[]): Store {
    const { models, newSeed, memory } = this.#options
    return new Store(models, () => newSeed(scenario(), this.#anchorDate), memory.grow)
  }

  #evictUnmodified(): void {
    const [unmodified] = [...this.#others].find(([, store]) => !store.isWritten) ?? []
    if (unmodified === undefined) {
      const names = [...this.#others.keys()].sort().join(', ')
      throw new OptionError(
        `${MAX_SCENARIO_STORES} scenarios of this world have changes: ${names}; reset the world first`,
      )
    }
    this.#others.delete(unmodified)
  }
}

/** Returns the day of an instant in UTC, `YYYY-MM-DD`. */
const toDay = (instant: Date): string => instant.toISOString().slice(0, 10)
