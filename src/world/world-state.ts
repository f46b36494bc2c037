import type { Scenario } from '../../fixtures/scenario.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import type { DelayOption } from '../faults/delay-range.ts'
import { createClock, type ManagedClock } from '../options/clock.ts'
import type { ScenarioOption } from '../options/options.ts'
import { joinScenarioNames, resolveScenarios } from '../options/resolve-scenarios.ts'
import type { SettingsChange, WorldSettings } from '../options/world-settings.ts'
import type { LoggedRequest } from '../request-log/logged-request.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import { estimateChanges } from '../store/changes.ts'
import type { Store } from '../store/repository.ts'
import { exchange } from './exchange.ts'
import { ScenarioStores } from './scenario-stores.ts'
import { SettingsState } from './settings-state.ts'
import { type ReadSnapshot, readSnapshot, type Snapshot } from './snapshot.ts'
import type { ManagedWorld, World, WorldOptions, WorldStart } from './world.ts'
import type { StoredState, WorldChange } from './world-change.ts'
import { createWorldLog } from './world-log.ts'

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
  private readonly stores: ScenarioStores
  private readonly settings: SettingsState
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
    this.log = createWorldLog(name, shared)
    this.stores = new ScenarioStores(shared, this.initial.scenario, this.clock.now())
    this.settings = new SettingsState(shared.options)
    this.reportedSettings = this.settings.value
  }

  get scenario(): string {
    return joinScenarioNames(this.stores.scenario)
  }

  get db(): World['db'] {
    return this.stores.main.openDatabase(this.shared.database.value)
  }

  get isModified(): boolean {
    const { scenario, now } = this.shared.options
    const isInitial = this.scenario === joinScenarioNames(scenario) && this.initial.now === now
    const isSet = this.clock.moved || this.settings.changed !== undefined
    return !isInitial || isSet || this.stores.all.some(([, store]) => store.isWritten)
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

  get allStores(): readonly Store[] {
    const [main, ...others] = this.stores.all.map(([, store]) => store)
    return main ? [...others, main] : others
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
    await Promise.all([this.stores.main.load(), this.shared.database.load()])
  }

  snapshot = (): Snapshot => {
    const { seed, events } = this.shared.options
    const copies = this.stores.all.slice(1).filter(([, store]) => store.isWritten)
    const settings = this.settings.changed
    copies.sort(([a], [b]) => (a < b ? -1 : 1)) // the order of their last use is lost in a restart
    return {
      ...{ seed, events, scenario: this.scenario, anchor: this.stores.anchor.toISOString() },
      ...{ now: this.clock.now().toISOString(), frozen: this.clock.frozen },
      ...(settings && { settings }),
      ...this.stores.main.changes(),
      ...(copies.length > 0 && {
        copies: Object.fromEntries(copies.map(([name, store]) => [name, store.changes()])),
      }),
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
    const all = this.stores.all.map(([name, store]) => [name, store.takeChanges()] as const)
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
      repository: scenario ? this.stores.storeFor(this.findScenarios(scenario)) : this.stores.main,
      now: now ? createClock(now, this.shared.systemNow).now() : this.clock.now(),
      requireRoom: this.shared.memory.requireRoom,
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

  private start(scenario: readonly Scenario[], anchor: Date): void {
    this.stores.start(scenario, anchor)
    this.isReported = false
  }

  private replaceRecords(snapshot: ReadSnapshot): void {
    this.stores.restore(snapshot)
    this.isReported = false
  }

  /** Throws `MemoryFullError` if a snapshot takes more memory than the records that it replaces, and does not fit. */
  private requireRoomFor(snapshot: ReadSnapshot): void {
    const parts = [snapshot, ...snapshot.copies]
    const added = parts.reduce((sum, { changes }) => sum + estimateChanges(changes), 0)
    const replaced = this.allStores.reduce((sum, { writtenBytes }) => sum + writtenBytes, 0)
    if (added > replaced) this.shared.memory.requireRoom(added - replaced)
  }

  private readSnapshot(snapshot: unknown): ReadSnapshot {
    const { options, models } = this.shared
    const createStore = this.stores.createTrial
    return readSnapshot(snapshot, { options, models, createStore })
  }

  private findScenarios(scenario: ScenarioOption): readonly Scenario[] {
    return resolveScenarios(scenario, this.shared.options.scenarios)
  }
}
