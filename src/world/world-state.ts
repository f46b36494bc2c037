import type { Scenario } from '../../fixtures/scenario.ts'
import { OptionError } from '../contract/option-error.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import type { DelayOption } from '../faults/delay-range.ts'
import { createClock, type ManagedClock } from '../options/clock.ts'
import type { ScenarioOption } from '../options/options.ts'
import { joinScenarioNames, resolveScenarios } from '../options/resolve-scenarios.ts'
import type { SettingsChange, WorldSettings } from '../options/world-settings.ts'
import type { LoggedRequest } from '../request-log/logged-request.ts'
import { RequestLog } from '../request-log/request-log.ts'
import { countChanges } from '../store/changes.ts'
import { Store, type StoreShare } from '../store/repository.ts'
import { exchange } from './exchange.ts'
import { SettingsState } from './settings-state.ts'
import { type ReadSnapshot, readSnapshot, type Snapshot } from './snapshot.ts'
import type { ManagedWorld, World, WorldOptions, WorldStart } from './world.ts'
import type { StoredState, WorldChange } from './world-change.ts'

/** The maximum of scenario worlds of a world. Beyond it, the ones without changes are removed. */
const MAX_SCENARIO_WORLDS = 32

export const createWorld = (
  name: string,
  shared: WorldOptions,
  start: WorldStart = {},
): ManagedWorld => new WorldState(name, shared, start)

/**
 * Methods are properties, so that they can be passed on: `afterEach(world.reset)`. No member is `#private`,
 * because `withFetch` creates objects that inherit from it.
 */
class WorldState implements ManagedWorld {
  readonly name: string
  readonly clock: ManagedClock
  readonly log: RequestLog
  private readonly shared: WorldOptions
  private readonly initial: Required<WorldStart>
  private scenarios: readonly Scenario[]
  /** The instant that the dates of the records are offsets from. */
  private anchor: Date
  /** The records. The object stays the same when the scenario changes. */
  private readonly store: Store
  /** The records of its scenario worlds, by the names of their scenarios. */
  private readonly scenarioWorlds = new Map<string, Store>()
  private readonly settings: SettingsState
  private isRemoved = false
  /** False until `takeChanges` has returned the whole state since the last restart. */
  private isReported = false
  /** The state of the clock that `takeChanges` has returned last. */
  private reportedClock: ManagedClock['state']
  /** The settings that `takeChanges` has returned last. */
  private reportedSettings: WorldSettings

  constructor(name: string, shared: WorldOptions, start: WorldStart) {
    const { scenario, now } = shared.options
    this.name = name
    this.shared = shared
    this.initial = { scenario, now, ...start }
    this.clock = createClock(this.initial.now, shared.systemNow)
    this.log = this.createLog()
    this.scenarios = this.initial.scenario
    this.anchor = this.clock.now()
    this.store = this.createStore(() => this.scenarios)
    this.settings = new SettingsState(shared.options)
    this.reportedSettings = this.settings.value
  }

  get scenario(): string {
    return joinScenarioNames(this.scenarios)
  }

  get db(): World['db'] {
    return this.store.openDatabase(this.shared.database.value)
  }

  get isModified(): boolean {
    const { scenario, now } = this.shared.options
    const isInitial = this.scenario === joinScenarioNames(scenario) && this.initial.now === now
    const isSet = this.clock.moved || this.settings.changed !== undefined
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
    return this.settings.value.faults
  }

  set faults(faults: string | readonly string[]) {
    this.changeSettings({ faults })
  }

  get delay(): number | string {
    return this.settings.value.delay
  }

  set delay(delay: DelayOption) {
    this.changeSettings({ delay })
  }

  setScenario = (scenario: ScenarioOption): void =>
    this.start(this.findScenarios(scenario), this.clock.now())

  reset = (): void => {
    this.clock.reset()
    this.restoreSettings()
    this.log.clear()
    this.start(this.initial.scenario, this.clock.now())
  }

  load = async (): Promise<void> => {
    await Promise.all([this.store.load(), this.shared.database.load()])
  }

  snapshot = (): Snapshot => {
    const { seed, events } = this.shared.options
    const settings = this.settings.changed
    const written = [...this.scenarioWorlds].filter(([, store]) => store.isWritten)
    written.sort(([a], [b]) => (a < b ? -1 : 1)) // a restored mock has them in this order
    const scenarios = Object.fromEntries(written.map(([name, store]) => [name, store.changes()]))
    return {
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

  collectState = (): StoredState => {
    const { state: clock } = this.clock
    return { state: this.snapshot(), ...(clock && { clock }) }
  }

  restoreState = ({ state, clock }: StoredState): void => {
    const read = this.readSnapshot(state)
    if (clock) this.clock.resume(clock)
    this.restoreSettings(read.settings)
    this.replaceRecords(read)
  }

  takeChanges = (): WorldChange | undefined => {
    const stores = [[this.scenario, this.store] as const, ...this.scenarioWorlds]
    const all = stores.map(([name, store]) => [name, store.takeChanges()] as const)
    const { state: clock } = this.clock
    const isClockChanged = clock !== this.reportedClock
    const areSettingsChanged = this.settings.value !== this.reportedSettings
    this.reportedClock = clock
    this.reportedSettings = this.settings.value
    if (!this.isReported) {
      this.isReported = true
      return this.collectState()
    }
    const changed = all.filter(([, { records }]) => Object.keys(records).length > 0)
    if (changed.length === 0 && !isClockChanged && !areSettingsChanged) return undefined
    return {
      ...(changed.length > 0 && { changes: Object.fromEntries(changed) }),
      ...(isClockChanged && { clock: clock ?? null }),
      ...(areSettingsChanged && { settings: this.settings.changed ?? null }),
    }
  }

  dispose = (): void => {
    this.log.max = 0
    for (const store of this.stores) store.dispose()
    this.isRemoved = true // a program may still use it
  }

  handle = (request: MockRequest): Promise<MockResponse> =>
    exchange(request, {
      shared: this.shared,
      log: this.log,
      settings: this.settings,
      selectState: this.selectState,
    })

  /** Returns the records and the time that the headers of a request select; the defaults are the world's own. */
  private selectState = ({ header }: MockRequest) => {
    const [scenario, now] = [header('x-calmock-scenario'), header('x-calmock-now')]
    return {
      repository: scenario ? this.storeFor(this.findScenarios(scenario)) : this.store,
      now: now ? createClock(now, this.shared.systemNow).now() : this.clock.now(),
    }
  }

  private changeSettings(change: SettingsChange): void {
    this.settings.change(change)
    this.log.max = this.settings.value.maxRequests
  }

  private restoreSettings(settings?: Partial<WorldSettings>): void {
    this.settings.restore(settings)
    this.log.max = this.settings.value.maxRequests
  }

  /** Returns the records of a scenario world. Throws `OptionError` if the maximum of changed ones is reached. */
  private storeFor(scenario: readonly Scenario[]): Store {
    const name = joinScenarioNames(scenario)
    const known = name === this.scenario ? this.store : this.scenarioWorlds.get(name)
    if (known) return known
    if (this.scenarioWorlds.size >= MAX_SCENARIO_WORLDS)
      for (const [other, unwritten] of this.scenarioWorlds)
        if (!unwritten.isWritten) {
          unwritten.dispose()
          this.scenarioWorlds.delete(other)
        }
    if (this.scenarioWorlds.size >= MAX_SCENARIO_WORLDS)
      throw new OptionError(
        `the world "${this.name}" has changes in ${MAX_SCENARIO_WORLDS} scenarios of x-calmock-scenario, the maximum; reset the world`,
      )
    const store = this.createStore(() => scenario)
    this.scenarioWorlds.set(name, store)
    return store
  }

  /** All stores, the one of the world first. */
  private get stores(): readonly Store[] {
    return [this.store, ...this.scenarioWorlds.values()]
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
    const { options, engine, systemNow, memory } = this.shared
    return new RequestLog({
      world: this.name,
      max: options.worldSettings.maxRequests,
      maxBody: options.maxLoggedBody,
      systemNow,
      onChange: (bytes, log) => {
        if (!this.isRemoved) memory.countEntries(bytes, log)
      },
      findSite(path, query) {
        const match = engine.match(path, query)
        return match && { site: match.site.language, ...(match.path && { path: match.path }) }
      },
    })
  }

  /** Starts again with a scenario, around an anchor. Changes nothing if that throws. */
  private start(scenario: readonly Scenario[], anchor: Date): void {
    this.shared.newSeed(scenario, anchor)
    this.scenarios = scenario
    this.anchor = anchor
    this.store.reset()
    for (const store of this.scenarioWorlds.values()) store.dispose()
    this.scenarioWorlds.clear()
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
      maxScenarios: MAX_SCENARIO_WORLDS,
      createStore: (scenario, anchor) => new Store(models, () => newSeed(scenario, anchor)),
    })
  }

  private findScenarios(scenario: ScenarioOption): readonly Scenario[] {
    return resolveScenarios(scenario, this.shared.options.scenarios)
  }
}
