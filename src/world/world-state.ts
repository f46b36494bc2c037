import type { Scenario } from '../../fixtures/scenario.ts'
import { type Loadable, NotLoadedError } from '../contract/lazy.ts'
import { OptionError } from '../contract/option-error.ts'
import type { Database } from '../contract/resources/database-type.ts'
import type { Seed } from '../contract/seed.ts'
import type { MockRequest } from '../engine/http-message.ts'
import type { DelayOption } from '../faults/delay-range.ts'
import type { FaultPlanner } from '../faults/fault-plan.ts'
import { createClock, type ManagedClock, type Now } from '../options/clock.ts'
import { pickRecordOptions } from '../options/mock-options.ts'
import type { ResolvedOptions, ScenarioOption } from '../options/options.ts'
import { joinScenarioNames, resolveScenarios } from '../options/resolve-scenarios.ts'
import type { SettingsChange, WorldSettings } from '../options/world-settings.ts'
import type { LoggedRequest } from '../request-log/logged-request.ts'
import { RequestLog } from '../request-log/request-log.ts'
import { countChanges } from '../store/changes.ts'
import type { Model, OpenDatabase } from '../store/database.ts'
import { Store, type StoreShare } from '../store/store.ts'
import { History, type SavedState } from './history.ts'
import type { Memory } from './memory.ts'
import type { RecordCaches } from './record-caches.ts'
import { SettingsState } from './settings-state.ts'
import { type ReadSnapshot, readSnapshot, type Snapshot } from './snapshot.ts'
import type { World } from './world.ts'
import { mergeChanges, type StoredWorld, type WorldChange } from './world-change.ts'

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
  /** A checkpoint that the world has, begins with and is reset to. */
  readonly from?: SavedState
}

/** The maximum of stores for `x-calmock-scenario` in a world. Beyond it, the ones without changes are removed. */
const MAX_SCENARIO_STORES = 32

/** The step of a change of the scenario. Undoing it keeps the clock and the settings. */
const SET_SCENARIO = 'PUT /__calmock/scenario'

/**
 * A world with the methods that only the mock itself uses. Methods are properties, so that they can be passed on:
 * `afterEach(world.reset)`. No member is `#private`, because `withFetch` creates objects that inherit from it.
 */
export class WorldState implements World {
  readonly name: string
  readonly clock: ManagedClock
  readonly log: RequestLog
  readonly history: History
  private readonly shared: WorldParts
  private readonly initial: Required<Omit<WorldStart, 'from'>> & {
    readonly from: string | undefined
  }
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
    this.initial = { scenario, now, ...start, from: start.from?.name }
    this.clock = createClock(this.initial.now, shared.systemNow)
    this.log = this.createLog()
    this.history = new History(shared.memory, shared.systemNow)
    this.scenarios = this.initial.scenario
    this.anchor = this.clock.now()
    this.store = this.createStore(() => this.scenarios)
    this.worldSettings = new SettingsState(shared.options)
    this.reportedSettings = this.worldSettings.value
    if (!start.from) return
    this.replaceState(JSON.parse(start.from.json))
    this.history.restore({ checkpoints: [start.from] })
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
    const isSaved = this.history.stored.checkpoints.length > 0
    return !isInitial || isSet || isSaved || this.stores.some((store) => store.isWritten)
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
    this.record(SET_SCENARIO, () => this.start(this.findScenarios(scenario), this.clock.now()))

  /** Each piece of state is in `reset`, `isModified`, `snapshot`, `restore`, `restoreState` and `takeChanges`. */
  reset = (): void =>
    this.record('POST /__calmock/reset', () => {
      this.log.clear()
      const from = this.history.find(this.initial.from)
      if (from) return this.replaceState(JSON.parse(from.json))
      this.clock.reset()
      this.restoreSettings()
      this.start(this.initial.scenario, this.clock.now())
    })

  load = (): Promise<void> => this.loadRecords()

  protected async loadRecords(): Promise<void> {
    await Promise.all([this.store.load(), this.shared.database.load()])
  }

  snapshot = (): Snapshot => JSON.parse(JSON.stringify(this.collectSnapshot())) // the caller may change it

  /** Returns a snapshot that shares the rows of the stores. */
  private collectSnapshot(): Snapshot {
    const settings = this.worldSettings.changed
    const written = [...this.scenarioStores].filter(([, store]) => store.isWritten)
    written.sort(([a], [b]) => (a < b ? -1 : 1)) // a restored mock has them in this order
    const scenarios = Object.fromEntries(written.map(([name, store]) => [name, store.changes()]))
    return {
      ...pickRecordOptions(this.shared.options),
      ...{ scenario: this.scenario, anchor: this.anchor.toISOString() },
      ...{ now: this.clock.now().toISOString(), frozen: this.clock.frozen },
      ...(settings && { settings }),
      ...this.store.changes(),
      ...(written.length > 0 && { scenarios }),
    }
  }

  restore = (snapshot: Snapshot, action = 'PUT /__calmock/world'): void =>
    this.record(action, () => this.replaceState(snapshot))

  undo = (): string | undefined => {
    const { checkpoints, steps } = this.history.stored
    const step = steps.at(-1)
    if (!step) return undefined
    const now = this.collectState()
    const change = JSON.parse(step.json)
    const kept = { clock: now.clock ?? null, settings: now.state.settings ?? null }
    const isScenario = step.name === SET_SCENARIO
    const before = mergeChanges(now, isScenario ? [change, kept] : [change])
    this.requireRoomFor(this.readSnapshot(before.state))
    this.restoreState({ ...before, checkpoints, steps: steps.slice(0, -1) })
    return step.name
  }

  /** Returns the whole state, the checkpoints and the steps. */
  collectState = (): StoredWorld => {
    const { state: clock } = this.clock
    return { state: this.collectSnapshot(), ...(clock && { clock }), ...this.history.stored }
  }

  /** Replaces the whole state by a collected one. Throws like `restore`, but accepts states of any size. */
  restoreState = ({ state, clock, ...history }: StoredWorld): void => {
    const read = this.readSnapshot(state)
    this.clock.reset()
    if (clock) this.clock.resume(clock)
    this.replaceRecords(read)
    this.history.restore(history)
  }

  /** Returns the changes since the last call, or undefined without changes. The first call returns the whole state. */
  takeChanges = (): WorldChange | undefined => {
    const stores = [[this.scenario, this.store] as const, ...this.scenarioStores]
    const all = stores.map(([name, store]) => [name, store.takeChanges()] as const)
    const { state: clock } = this.clock
    const history = this.history.take()
    const isClockChanged = clock !== this.reportedClock
    const areSettingsChanged = this.worldSettings.value !== this.reportedSettings
    this.reportedClock = clock
    this.reportedSettings = this.worldSettings.value
    if (!this.isReported) {
      this.isReported = true
      return this.collectState()
    }
    const changed = all.filter(([, { records }]) => Object.keys(records).length > 0)
    const isSame = changed.length === 0 && !isClockChanged && !areSettingsChanged
    if (isSame && Object.keys(history).length === 0) return undefined
    return {
      ...(changed.length > 0 && { changes: Object.fromEntries(changed) }),
      ...(isClockChanged && { clock: clock ?? null }),
      ...(areSettingsChanged && { settings: this.worldSettings.changed ?? null }),
      ...history,
    }
  }

  /** Takes the world out of what the mock counts. */
  dispose = (): void => {
    this.log.max = 0
    this.history.dispose()
    for (const store of this.stores) store.dispose()
    this.isRemoved = true // a program may still use it
  }

  /** Performs a change, and adds the step that undoes it. Without its records loaded, the world forgets its steps. */
  private record(action: string, change: () => void): void {
    const before = this.formatSnapshot()
    const clock = JSON.stringify(this.clock.state ?? null)
    change()
    if (before === undefined) this.history.restore({ checkpoints: this.history.stored.checkpoints })
    else if (before !== this.formatSnapshot())
      this.history.addStep(action, `{"clock":${clock},"state":${before}}`)
  }

  /** Returns the snapshot as JSON, or undefined if its records have to be loaded. */
  private formatSnapshot(): string | undefined {
    try {
      return JSON.stringify(this.collectSnapshot())
    } catch (error) {
      if (error instanceof NotLoadedError) return undefined
      throw error
    }
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
      onCommit: (action, replaced) => {
        const changes = { [joinScenarioNames(scenario())]: replaced }
        this.history.addStep(action, JSON.stringify({ changes }))
      },
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

  /** Replaces the whole state. The clock starts at the time of the snapshot. */
  private replaceState(snapshot: Snapshot): void {
    const read = this.readSnapshot(snapshot)
    this.requireRoomFor(read)
    this.replaceRecords(read)
    this.clock.set(read.now)
    if (!read.frozen) this.clock.freeze(false)
  }

  private replaceRecords({ scenario, anchor, changes, scenarios, settings }: ReadSnapshot): void {
    this.restoreSettings(settings)
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
