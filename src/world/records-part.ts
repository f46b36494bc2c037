import type { Scenario } from '../../fixtures/scenario.ts'
import type { Loadable } from '../contract/lazy.ts'
import { OptionError } from '../contract/option-error.ts'
import type { Row } from '../contract/resource.ts'
import type { Seed } from '../contract/seed.ts'
import { languages } from '../contract/site.ts'
import type { ResolvedOptions } from '../options/options.ts'
import { joinScenarioNames, resolveScenarios } from '../options/resolve-scenarios.ts'
import type { Changes, Replaced } from '../store/changes.ts'
import type { Model, OpenDatabase } from '../store/database.ts'
import { Store } from '../store/store.ts'
import type { Memory } from './memory.ts'
import {
  checkChanges,
  invalidSnapshot,
  readChanges,
  readInstant,
  readObject,
  readText,
} from './read-changes.ts'
import type { RecordCaches } from './record-caches.ts'
import type { ReportIgnored } from './report-ignored.ts'
import type { Members, StatePart } from './state-part.ts'

/** The options and parts that all worlds of a mock share. */
export interface WorldParts {
  readonly models: readonly Model[]
  /** Creates a seed. Throws `OptionError` for a scenario that cannot be generated around the anchor. */
  newSeed(scenario: readonly Scenario[], anchor: Date): Seed
  readonly memory: Memory
  readonly caches: RecordCaches
  /** Creates the databases that `db` returns. */
  readonly database: Loadable<OpenDatabase>
  readonly options: ResolvedOptions
  readonly reportIgnored: ReportIgnored
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
}

interface RecordsContext {
  readonly world: string
  readonly shared: WorldParts
  /** The scenario of a new world, and after a reset. */
  readonly initial: readonly Scenario[]
  now(): Date
  /** Called after a write, with its name and the members that undo it. If it throws, a write that can be undone is undone. */
  onCommit(action: string, undo: Members, canUndo: boolean): void
}

/** The written records of one scenario. */
interface ScenarioChanges {
  readonly scenario: readonly Scenario[]
  readonly changes: Changes
  /** What its records count in the memory of the mock. */
  readonly bytes: number
}

/** The maximum of stores for `x-calmock-scenario` in a world. Beyond it, the stores without changes are removed. */
const MAX_SCENARIO_STORES = 32

/** The records of a world: its scenario, the day that they are around, and every row that differs from the seed. */
export class RecordsPart implements StatePart {
  readonly #context: RecordsContext
  #scenarios: readonly Scenario[]
  /** The instant that the dates of the records are offsets from. */
  #anchor: Date
  /** The store of the world. The object stays the same when the scenario changes. */
  readonly store: Store
  /** The records that `x-calmock-scenario` selects, by the names of their scenarios. */
  readonly #others = new Map<string, Store>()
  #isRemoved = false
  /** True until `takeChanges` has returned everything since the last start. */
  #isStarted = true
  #version: object = {}
  #seen = { now: Number.NaN, records: Number.NaN }

  constructor(context: RecordsContext) {
    this.#context = context
    this.#scenarios = context.initial
    this.#anchor = context.now()
    this.store = this.#createStore(() => this.#scenarios)
  }

  /** The names of the scenarios, joined with `+`. */
  get scenario(): string {
    return joinScenarioNames(this.#scenarios)
  }

  get isModified(): boolean {
    const { scenario } = this.#context.shared.options
    const isOther = this.scenario !== joinScenarioNames(scenario)
    return isOther || this.#stores.some((store) => store.isWritten)
  }

  /** Returns what answers at a time depend on, besides their requests: another object after each change of either. */
  versionAt(now: number): object {
    const { version: records } = this.store
    if (this.#seen.now !== now || this.#seen.records !== records) this.#seen = { now, records }
    return this.#seen
  }

  get version(): unknown {
    return this.#version
  }

  reset(): void {
    this.start(this.#context.initial)
  }

  /** Starts again with a scenario, around an anchor. Changes nothing if that throws. */
  start(scenarios: readonly Scenario[], anchor = this.#context.now()): void {
    this.#context.shared.newSeed(scenarios, anchor)
    this.#scenarios = scenarios
    this.#anchor = anchor
    this.store.reset()
    for (const store of this.#others.values()) store.dispose()
    this.#others.clear()
    this.#isStarted = true
    this.#version = {}
  }

  save(): Members {
    const written = [...this.#others].filter(([, store]) => store.isWritten)
    written.sort(([a], [b]) => (a < b ? -1 : 1)) // a restored mock has them in this order
    const others = written.map(([name, store]) => [name, store.changes()] as const)
    return {
      scenario: this.scenario,
      anchor: this.#anchor.toISOString(),
      ...this.store.changes(),
      scenarios: others.length > 0 ? Object.fromEntries(others) : null,
    }
  }

  read(members: Members, memory: Memory): () => void {
    const anchor = readInstant('anchor', members.anchor)
    const main = this.#readScenario(members.scenario, members, { anchor, path: '' })
    const entries = Object.entries(readObject('scenarios', members.scenarios ?? {}))
    if (entries.length > MAX_SCENARIO_STORES) {
      const accepted = `at most ${MAX_SCENARIO_STORES}`
      throw invalidSnapshot('the number of scenarios', entries.length, accepted)
    }
    const others = entries.map(([name, changes]) =>
      this.#readScenario(name, changes, { anchor, path: `scenarios.${name}.` }),
    )
    const all = [main, ...others]
    const names = all.map(({ scenario }) => joinScenarioNames(scenario))
    const repeated = names.find((name, n) => names.indexOf(name) < n)
    if (repeated !== undefined)
      throw invalidSnapshot('the scenario of two worlds', repeated, 'each scenario once')
    const added = all.reduce((sum, { bytes }) => sum + bytes, 0)
    const replaced = this.#stores.reduce((sum, { writtenBytes }) => sum + writtenBytes, 0)
    if (added > replaced) memory.requireRoom(added - replaced)
    return () => {
      this.start(main.scenario, anchor)
      this.store.restore(main.changes)
      for (const { scenario, changes } of others) this.select(scenario).restore(changes)
    }
  }

  takeChanges(): Members {
    const stores = [[this.scenario, this.store] as const, ...this.#others]
    const all = stores.map(([name, store]) => [name, store.takeChanges()] as const)
    if (this.#isStarted) {
      this.#isStarted = false
      return this.save()
    }
    const changed = all.filter(([, { records }]) => Object.keys(records).length > 0)
    return changed.length > 0 ? { changes: Object.fromEntries(changed) } : {}
  }

  split() {
    const { nextId, records, scenarios } = this.save() as Partial<Changes> & Members
    const all = { [this.scenario]: { nextId, records }, ...(scenarios as object) }
    return {
      empty: { records: {}, scenarios: null },
      pieces: splitRows(all as Record<string, Changes>),
    }
  }

  merge(saved: Members, { changes }: Members): Members {
    if (changes === undefined) return {}
    const { [String(saved.scenario)]: main, ...others } = changes as Record<string, Replaced>
    const scenarios = { ...(saved.scenarios as Record<string, Changes> | null) }
    for (const [name, added] of Object.entries(others))
      scenarios[name] = mergeRows(scenarios[name], added)
    return { ...(main && mergeRows(saved, main)), scenarios }
  }

  dispose(): void {
    for (const store of this.#stores) store.dispose()
    this.#isRemoved = true // a program may still use it
  }

  /** Returns the records of a scenario. Throws `OptionError` if the maximum of changed scenarios is reached. */
  select(scenario: readonly Scenario[]): Store {
    const name = joinScenarioNames(scenario)
    const known = name === this.scenario ? this.store : this.#others.get(name)
    if (known) return known
    if (this.#others.size >= MAX_SCENARIO_STORES)
      for (const [other, unwritten] of this.#others)
        if (!unwritten.isWritten) {
          unwritten.dispose()
          this.#others.delete(other)
        }
    if (this.#others.size >= MAX_SCENARIO_STORES)
      throw new OptionError(
        `the world "${this.#context.world}" has changes in ${MAX_SCENARIO_STORES} scenarios of x-calmock-scenario, the maximum; reset the world`,
      )
    const store = this.#createStore(() => scenario)
    this.#others.set(name, store)
    return store
  }

  /** All stores, the store of the world first. */
  get #stores(): readonly Store[] {
    return [this.store, ...this.#others.values()]
  }

  #createStore(scenario: () => readonly Scenario[]): Store {
    const { shared, onCommit } = this.#context
    const { models, newSeed, memory, caches } = shared
    return new Store(models, () => newSeed(scenario(), this.#anchor), {
      rows: caches.rows,
      json: caches.json,
      requireRoom: () => memory.requireRoom(),
      onCommit: (action, replaced, canUndo) => {
        this.#version = {}
        onCommit(action, { changes: { [joinScenarioNames(scenario())]: replaced } }, canUndo)
      },
      onWrite: (bytes) => {
        if (!this.#isRemoved) memory.countRecords(bytes)
      },
    })
  }

  /** Checks the changes of one scenario in a store that nothing else uses. */
  #readScenario(
    name: unknown,
    value: unknown,
    { anchor, path }: { readonly anchor: Date; readonly path: string },
  ): ScenarioChanges {
    const { models, newSeed, options } = this.#context.shared
    const scenario = resolveScenarios(readText('scenario', name), options.scenarios)
    const changes = readChanges(value, { models, languages, path })
    const store = new Store(models, () => newSeed(scenario, anchor))
    checkChanges(changes, { models, path, store })
    return { scenario, changes, bytes: store.writtenBytes }
  }
}

/** Returns a change for each row, after the next ID of its scenario. */
function* splitRows(scenarios: Readonly<Record<string, Changes>>): Generator<Members> {
  for (const [name, { nextId, records }] of Object.entries(scenarios)) {
    yield { changes: { [name]: { nextId, records: {} } } }
    for (const [kind, rows] of Object.entries(records))
      for (const [id, row] of Object.entries(rows))
        yield { changes: { [name]: { nextId, records: { [kind]: { [id]: row } } } } }
  }
}

/** Merges rows by kind, without rows of the seed. A map: a file may name the kind `__proto__`. */
function mergeRows(before: Partial<Changes> = {}, { nextId, records }: Replaced): Changes {
  const merged = new Map(Object.entries(before.records ?? {}))
  for (const [kind, rows] of Object.entries(records)) {
    const all: Record<string, Row | null | 'seed'> = Object.assign(merged.get(kind) ?? {}, rows)
    for (const id in rows) if (rows[id] === 'seed') delete all[id]
    merged.set(kind, all as Record<string, Row | null>) // no `seed` is left
  }
  return { nextId, records: Object.fromEntries(merged) }
}
