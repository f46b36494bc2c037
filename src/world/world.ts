import type { Scenario } from '../../fixtures/scenario.ts'
import { whenLoaded } from '../contract/lazy.ts'
import type { Engine } from '../engine/handle-request.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { type Clock, createClock, type ManagedClock, type Now } from '../options/clock.ts'
import {
  joinScenarioNames,
  type ResolvedOptions,
  resolveScenarios,
  type ScenarioOption,
} from '../options/options.ts'
import { estimateChanges } from '../store/changes.ts'
import type { Store } from '../store/repository.ts'
import { toErrorResponse } from './error-response.ts'
import { handleRootRoutes } from './root-routes.ts'
import { type RecordOptions, ScenarioStores } from './scenario-stores.ts'
import { type ReadSnapshot, readSnapshot, type Snapshot } from './snapshot.ts'
import type { StoredState, WorldChange } from './world-change.ts'

/** One isolated state: records, clock and scenario. */
export interface World {
  readonly name: string
  readonly clock: Clock
  /** The names of its scenarios, joined with `+`. */
  readonly scenario: string
  /** The `@mswjs/data` database. Reading it generates the records of every language. In pages and exports, it needs `load()` before. */
  // biome-ignore lint/suspicious/noExplicitAny: its type depends on models that are known at run time only
  readonly db: any
  /** Switches to another scenario, with dates around the day of the clock. Throws `OptionError` for an unknown one. */
  setScenario(scenario: ScenarioOption): void
  /** Resets the clock and the records to their initial state. */
  reset(): void
  /** Returns the whole state as plain JSON. */
  snapshot(): Snapshot
  /** Replaces the whole state. Throws `OptionError` for a snapshot of another mock, and changes nothing then. */
  restore(snapshot: Snapshot): void
  /** Loads what `db` needs in pages and exports: the records of every language, and `@mswjs/data`. */
  load(): Promise<void>
}

/** The options and parts that all worlds of a mock share. */
export interface WorldOptions extends RecordOptions {
  readonly options: ResolvedOptions
  readonly engine: Engine
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
}

/** A world with the methods that only the mock itself uses. */
export interface ManagedWorld extends World {
  /** True if the state differs from a new world. */
  readonly isModified: boolean
  /** Returns the changes since the last call, or undefined without changes. The first call returns the whole state. */
  takeChanges(): WorldChange | undefined
  /** Returns the whole state. */
  collectState(): StoredState
  /** Replaces the whole state by a collected one. Throws like `restore`, but accepts states of any size. */
  restoreState(stored: StoredState): void
  /** The stores of its records, the least recently used first. */
  readonly allStores: readonly Store[]
  /** Handles every request except those to control routes. */
  handle(request: MockRequest): Promise<MockResponse>
}

/** The initial scenario and time of a world, if they differ from the options of the mock. */
export interface WorldStart {
  readonly scenario?: readonly Scenario[]
  readonly now?: Now
}

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
  private readonly shared: WorldOptions
  private readonly initial: Required<WorldStart>
  private readonly stores: ScenarioStores
  /** False until `takeChanges` has returned the whole state since the last restart. */
  private isReported = false
  /** The state of the clock that `takeChanges` has returned last. */
  private reportedClock: ManagedClock['state']

  constructor(name: string, shared: WorldOptions, start: WorldStart) {
    const { scenario, now } = shared.options
    this.name = name
    this.shared = shared
    this.initial = { scenario, now, ...start }
    this.clock = createClock(this.initial.now, shared.systemNow)
    this.stores = new ScenarioStores(shared, this.initial.scenario, this.clock.now())
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
    return !isInitial || this.clock.moved || this.stores.all.some(([, store]) => store.isWritten)
  }

  get allStores(): readonly Store[] {
    const [main, ...others] = this.stores.all.map(([, store]) => store)
    return main ? [...others, main] : others
  }

  setScenario = (scenario: ScenarioOption): void =>
    this.start(this.findScenarios(scenario), this.clock.now())

  reset = (): void => {
    this.clock.reset()
    this.start(this.initial.scenario, this.clock.now())
  }

  load = async (): Promise<void> => {
    await Promise.all([this.stores.main.load(), this.shared.database.load()])
  }

  snapshot = (): Snapshot => {
    const { seed, events } = this.shared.options
    const copies = this.stores.all.slice(1).filter(([, store]) => store.isWritten)
    copies.sort(([a], [b]) => (a < b ? -1 : 1)) // the order of their last use is lost in a restart
    return {
      ...{ seed, events, scenario: this.scenario, anchor: this.stores.anchor.toISOString() },
      ...{ now: this.clock.now().toISOString(), frozen: this.clock.frozen },
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
    this.replaceRecords(read)
  }

  takeChanges = (): WorldChange | undefined => {
    const all = this.stores.all.map(([name, store]) => [name, store.takeChanges()] as const)
    const { state: clock } = this.clock
    const isClockChanged = clock !== this.reportedClock
    this.reportedClock = clock
    if (!this.isReported) {
      this.isReported = true
      return this.collectState()
    }
    const changed = all.filter(([, { records }]) => Object.keys(records).length > 0)
    if (changed.length === 0 && !isClockChanged) return undefined
    return {
      ...(changed.length > 0 && { changes: Object.fromEntries(changed) }),
      ...(isClockChanged && { clock: clock ?? null }),
    }
  }

  handle = async (request: MockRequest): Promise<MockResponse> => {
    const { engine, options } = this.shared
    const { sites, readMessages, settings } = options
    const { namespace } = settings
    try {
      return await whenLoaded(async () => {
        const state = this.selectState(request)
        const outside = { sites, readMessages, namespace, repository: state.repository }
        return (await engine.handle(request, state)) ?? handleRootRoutes(request, outside)
      })
    } catch (error) {
      return toErrorResponse(request, error)
    }
  }

  /** Returns the records and the time that the headers of a request select; the defaults are the world's own. */
  private selectState({ header }: MockRequest) {
    const [scenario, now] = [header('x-calmock-scenario'), header('x-calmock-now')]
    return {
      repository: scenario ? this.stores.storeFor(this.findScenarios(scenario)) : this.stores.main,
      now: now ? createClock(now, this.shared.systemNow).now() : this.clock.now(),
      requireRoom: this.shared.memory.requireRoom,
    }
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
