import type { Scenario } from '../../fixtures/scenario.ts'
import type { Loadable } from '../contract/lazy.ts'
import { OptionError } from '../contract/option-error.ts'
import type { Database } from '../contract/resources/database-type.ts'
import type { Seed } from '../contract/seed.ts'
import type { DelayOption } from '../control/faults/delay-range.ts'
import type { FaultPlanner } from '../control/faults/fault-plan.ts'
import type { LoggedRequest } from '../control/request-log/logged-request.ts'
import { RequestLog } from '../control/request-log/request-log.ts'
import type { MockRequest } from '../engine/http-message.ts'
import { type Clock, createClock, type ManagedClock, type Now } from '../options/clock.ts'
import type { ResolvedOptions, ScenarioOption } from '../options/options.ts'
import { joinScenarioNames, resolveScenarios } from '../options/resolve-scenarios.ts'
import type { SettingsChange, WorldSettings } from '../options/world-settings.ts'
import { countChanges } from '../store/changes.ts'
import type { Model, OpenDatabase } from '../store/database.ts'
import { Store, type StoreShare } from '../store/store.ts'
import type { Memory } from './memory.ts'
import type { RecordCaches } from './record-caches.ts'
import { SettingsState } from './settings-state.ts'
import { type ReadSnapshot, readSnapshot, type Snapshot } from './snapshot.ts'
import type { StoredState, WorldChange } from './world-change.ts'

/** One isolated state: records, clock and scenario. */
export interface World {
  readonly name: string
  readonly clock: Clock
  /** The names of its scenarios, joined with `+`. */
  readonly scenario: string
  /** The `@mswjs/data` database. Reading it generates the records of every language. In pages and exports, it needs `load()` before. */
  readonly db: Database
  /** The latest requests, the oldest first, with their responses and without credentials. Control routes and images are not listed. */
  readonly requests: readonly LoggedRequest[]
  /** The maximum of `requests`. 0 turns the log off. Throws `OptionError` for a value outside 0 to 10,000. */
  maxRequests: number
  /** Removes all `requests`. */
  clearRequests(): void
  /** Switches to another scenario, with dates around the day of the clock. Throws `OptionError` for an unknown one. */
  setScenario(scenario: ScenarioOption): void
  /** The rules of faults, such as `GET /events 503 10%`. Setting them restarts their counts. Throws `OptionError` for an invalid rule. */
  get faults(): readonly string[]
  set faults(rules: string | readonly string[])
  /** The delay of responses: a number of ms, or a range such as `200-800`. */
  get delay(): number | string
  set delay(delay: DelayOption)
  /** Resets the clock, the records and the settings to their initial state, and removes all `requests`. */
  reset(): void
  /** Returns the whole state as plain JSON. */
  snapshot(): Snapshot
  /** Replaces the whole state. Throws `OptionError` for a snapshot of another mock, and changes nothing then. */
  restore(snapshot: Snapshot): void
  /** Loads what `db` needs in pages and exports: the records of every language, and `@mswjs/data`. */
  load(): Promise<void>
}

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
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
}

/** The initial scenario and time of a world, if they differ from the options of the mock. */
export interface WorldStart {
  readonly scenario?: readonly Scenario[]
  readonly now?: Now
}

/** The maximum of stores for `x-calmock-scenario` in a world. Beyond it, the ones without changes are removed. */
const MAX_SCENARIO_STORES = 32

/**
 * A world with the methods that only the mock itself uses. Methods are properties, so that they can be passed on:
 * `afterEach(world.reset)`. No member is `#private`, because `withFetch` creates objects that inherit from it.
 */
export class WorldState implements World {
  readonly name: string
  readonly clock: ManagedClock
  readonly log: RequestLog
  private readonly shared: WorldParts
  private readonly initial: Required<WorldStart>
  private scenarios: readonly Scenario[]
  /** The instant that the dates of the records are offsets from. */
  private anchor: Date
  /** The records. The object stays the same when the scenario changes. */
  private readonly store: Store
  /** The records that `x-calmock-scenario` selects, by the names of their scenarios. */
  private readonly scenarioStores = new Map<string, Store>()
  private readonly worldSettings: SettingsState
  private isRemoved = false
  /** False until `takeChanges` has returned the whole state since the last restart. */
  private isReported = false
  /** The state of the clock that `takeChanges` has returned last. */
  private reportedClock: ManagedClock['state']
  /** The settings that `takeChanges` has returned last. */
  private reportedSettings: WorldSettings

  constructor(name: string, shared: WorldParts, start: WorldStart = {}) {
    const { scenario, now } = shared.options
    this.name = name
    this.shared = shared
    this.initial = { scenario, now, ...start }
    this.clock = createClock(this.initial.now, shared.systemNow)
    this.log = this.createLog()
    this.scenarios = this.initial.scenario
    this.anchor = this.clock.now()
    this.store = this.createStore(() => this.scenarios)
    this.worldSettings = new SettingsState(shared.options)
    this.reportedSettings = this.worldSettings.value
  }

  get scenario(): string {
    return joinScenarioNames(this.scenarios)
  }

  get db(): World['db'] {
    return this.store.openDatabase(this.shared.database.value) as Database // of the five resources and pictures
  }

  /** True if the state differs from a new world. */
  get isModified(): boolean {
    const { scenario, now } = this.shared.options
    const isInitial = this.scenario === joinScenarioNames(scenario) && this.initial.now === now
    const isSet = this.clock.moved || this.worldSettings.changed !== undefined
    return !isInitial || isSet || this.stores.some((store) => store.isWritten)
  }

  get requests(): readonly LoggedRequest[] {
    return this.log.list()
  }

  get maxRequests(): number {
    return this.log.max
  }

  set maxRequests(maxRequests: number) {
    this.changeSettings({ maxRequests })
  }

  clearRequests = (): void => this.log.clear()

  get faults(): readonly string[] {
    return this.worldSettings.value.faults
  }

  set faults(faults: string | readonly string[]) {
    this.changeSettings({ faults })
  }

  get delay(): number | string {
    return this.worldSettings.value.delay
  }

  set delay(delay: DelayOption) {
    this.changeSettings({ delay })
  }

  setScenario = (scenario: ScenarioOption): void =>
    this.start(this.findScenarios(scenario), this.clock.now())

  /** Each piece of state is in `reset`, `isModified`, `snapshot`, `restore`, `restoreState` and `takeChanges`. */
  reset = (): void => {
    this.clock.reset()
    this.restoreSettings()
    this.log.clear()
    this.start(this.initial.scenario, this.clock.now())
  }

  load = (): Promise<void> => this.loadRecords()

  protected async loadRecords(): Promise<void> {
    await Promise.all([this.store.load(), this.shared.database.load()])
  }

  snapshot = (): Snapshot => {
    const { seed, events, cities } = this.shared.options
    const settings = this.worldSettings.changed
    const written = [...this.scenarioStores].filter(([, store]) => store.isWritten)
    written.sort(([a], [b]) => (a < b ? -1 : 1)) // a restored mock has them in this order
    const scenarios = Object.fromEntries(written.map(([name, store]) => [name, store.changes()]))
    return {
      ...(cities && { cities }),
      ...{ seed, events, scenario: this.scenario, anchor: this.anchor.toISOString() },
      ...{ now: this.clock.now().toISOString(), frozen: this.clock.frozen },
      ...(settings && { settings }),
      ...this.store.changes(),
      ...(written.length > 0 && { scenarios }),
    }
  }

  restore = (snapshot: Snapshot): void => {
    const read = this.readSnapshot(snapshot)
    this.requireRoomFor(read)
    this.replaceRecords(read)
    this.restoreSettings(read.settings)
    this.clock.set(read.now)
    if (!read.frozen) this.clock.freeze(false)
  }

  /** Returns the whole state. */
  collectState = (): StoredState => {
    const { state: clock } = this.clock
    return { state: this.snapshot(), ...(clock && { clock }) }
  }

  /** Replaces the whole state by a collected one. Throws like `restore`, but accepts states of any size. */
  restoreState = ({ state, clock }: StoredState): void => {
    const read = this.readSnapshot(state)
    if (clock) this.clock.resume(clock)
    this.restoreSettings(read.settings)
    this.replaceRecords(read)
  }

  /** Returns the changes since the last call, or undefined without changes. The first call returns the whole state. */
  takeChanges = (): WorldChange | undefined => {
    const stores = [[this.scenario, this.store] as const, ...this.scenarioStores]
    const all = stores.map(([name, store]) => [name, store.takeChanges()] as const)
    const { state: clock } = this.clock
    const isClockChanged = clock !== this.reportedClock
    const areSettingsChanged = this.worldSettings.value !== this.reportedSettings
    this.reportedClock = clock
    this.reportedSettings = this.worldSettings.value
    if (!this.isReported) {
      this.isReported = true
      return this.collectState()
    }
    const changed = all.filter(([, { records }]) => Object.keys(records).length > 0)
    if (changed.length === 0 && !isClockChanged && !areSettingsChanged) return undefined
    return {
      ...(changed.length > 0 && { changes: Object.fromEntries(changed) }),
      ...(isClockChanged && { clock: clock ?? null }),
      ...(areSettingsChanged && { settings: this.worldSettings.changed ?? null }),
    }
  }

  /** Takes the world out of what the mock counts. */
  dispose = (): void => {
    this.log.max = 0
    for (const store of this.stores) store.dispose()
    this.isRemoved = true // a program may still use it
  }

  /** Chooses the fault and the delay of each request. */
  get planner(): FaultPlanner {
    return this.worldSettings.planner
  }

  /** Returns the records and the time that the headers of a request select; the defaults are the world's own. */
  selectState({ header }: MockRequest): { readonly repository: Store; readonly now: Date } {
    const [scenario, now] = [header('x-calmock-scenario'), header('x-calmock-now')]
    return {
      repository: scenario ? this.storeFor(this.findScenarios(scenario)) : this.store,
      now: now ? createClock(now, this.shared.systemNow).now() : this.clock.now(),
    }
  }

  private changeSettings(change: SettingsChange): void {
    this.worldSettings.change(change)
    this.log.max = this.worldSettings.value.maxRequests
  }

  private restoreSettings(settings?: Partial<WorldSettings>): void {
    this.worldSettings.restore(settings)
    this.log.max = this.worldSettings.value.maxRequests
  }

  /** Returns the records of a scenario. Throws `OptionError` if the maximum of changed ones is reached. */
  private storeFor(scenario: readonly Scenario[]): Store {
    const name = joinScenarioNames(scenario)
    const known = name === this.scenario ? this.store : this.scenarioStores.get(name)
    if (known) return known
    if (this.scenarioStores.size >= MAX_SCENARIO_STORES)
      for (const [other, unwritten] of this.scenarioStores)
        if (!unwritten.isWritten) {
          unwritten.dispose()
          this.scenarioStores.delete(other)
        }
    if (this.scenarioStores.size >= MAX_SCENARIO_STORES)
      throw new OptionError(
        `the world "${this.name}" has changes in ${MAX_SCENARIO_STORES} scenarios of x-calmock-scenario, the maximum; reset the world`,
      )
    const store = this.createStore(() => scenario)
    this.scenarioStores.set(name, store)
    return store
  }

  /** All stores, the one of the world first. */
  private get stores(): readonly Store[] {
    return [this.store, ...this.scenarioStores.values()]
  }

  private createStore(scenario: () => readonly Scenario[]): Store {
    const { models, newSeed, memory, caches } = this.shared
    const share: StoreShare = {
      ...{ rows: caches.rows, json: caches.json },
      requireRoom: () => memory.requireRoom(),
      onWrite: (bytes) => {
        if (!this.isRemoved) memory.countRecords(bytes)
      },
    }
    return new Store(models, () => newSeed(scenario(), this.anchor), share)
  }

  private createLog(): RequestLog {
    const { options, systemNow, memory } = this.shared
    return new RequestLog({
      world: this.name,
      max: options.worldSettings.maxRequests,
      maxBody: options.maxLoggedBody,
      systemNow,
      onChange: (bytes, log) => {
        if (!this.isRemoved) memory.countEntries(bytes, log)
      },
    })
  }

  /** Starts again with a scenario, around an anchor. Changes nothing if that throws. */
  private start(scenario: readonly Scenario[], anchor: Date): void {
    this.shared.newSeed(scenario, anchor)
    this.scenarios = scenario
    this.anchor = anchor
    this.store.reset()
    for (const store of this.scenarioStores.values()) store.dispose()
    this.scenarioStores.clear()
    this.isReported = false
  }

  private replaceRecords({ scenario, anchor, changes, scenarios }: ReadSnapshot): void {
    this.start(scenario, anchor)
    this.store.restore(changes)
    for (const world of scenarios) this.storeFor(world.scenario).restore(world.changes)
  }

  /** Throws `MemoryFullError` if a snapshot takes more memory than the records that it replaces, and does not fit. */
  private requireRoomFor(snapshot: ReadSnapshot): void {
    const parts = [snapshot, ...snapshot.scenarios]
    const added = parts.reduce((sum, { changes }) => sum + countChanges(changes), 0)
    const replaced = this.stores.reduce((sum, { writtenBytes }) => sum + writtenBytes, 0)
    if (added > replaced) this.shared.memory.requireRoom(added - replaced)
  }

  private readSnapshot(snapshot: unknown): ReadSnapshot {
    const { options, models, newSeed } = this.shared
    return readSnapshot(snapshot, {
      options,
      models,
      maxScenarios: MAX_SCENARIO_STORES,
      createStore: (scenario, anchor) => new Store(models, () => newSeed(scenario, anchor)),
    })
  }

  private findScenarios(scenario: ScenarioOption): readonly Scenario[] {
    return resolveScenarios(scenario, this.shared.options.scenarios)
  }
}
