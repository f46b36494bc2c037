import type { Scenario } from '../../fixtures/scenario.ts'
import { OptionError } from '../contract/option-error.ts'
import type { Seed } from '../contract/seed.ts'
import type { Engine } from '../engine/handle-request.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createErrorResponse } from '../engine/plain-response.ts'
import { type Clock, createClock, type Now } from '../options/clock.ts'
import {
  joinScenarioNames,
  type Options,
  type ResolvedOptions,
  resolveScenarios,
} from '../options/options.ts'
import type { Changes } from '../store/changes.ts'
import type { Model } from '../store/database.ts'
import { Store } from '../store/repository.ts'
import { handleRootRoutes } from './root-routes.ts'
import { createScenarioStores, type ScenarioStore } from './scenario-stores.ts'
import { type ReadSnapshot, readSnapshot, type Snapshot } from './snapshot.ts'

/** One isolated state: records, clock, scenario. */
export interface World {
  readonly name: string
  readonly clock: Clock
  /** The names of its scenario, joined with `+`. */
  readonly scenario: string
  /** The `@mswjs/data` database. To touch it plants every language. */
  // biome-ignore lint/suspicious/noExplicitAny: its type follows from models known at run time only
  readonly db: any
  /** The records of another scenario, around the clock's present day. Throws for one that nobody knows. */
  setScenario(scenario: NonNullable<Options['scenario']>): void
  /** Back to the clock and the records of the start. */
  reset(): void
  snapshot(): Snapshot
  /** Loads the records of every language, which an exported mock needs before `db`, `snapshot` and `restore`. */
  load(): Promise<void>
  /** Throws for what is no state of this mock, and then changes nothing. */
  restore(snapshot: Snapshot): void
}

/** What all worlds of a mock share. */
export interface WorldOptions {
  readonly options: ResolvedOptions
  readonly models: readonly Model[]
  readonly engine: Engine
  newSeed(scenario: readonly Scenario[], anchor: Date): Seed
  /** What the machine's clock shows, in ms since 1970 UTC. */
  systemNow(): number
}

/** A world with what only the mock itself may do. */
export interface ManagedWorld extends World {
  /** Whether a new world of the name would be another. */
  readonly isModified: boolean
  /** What has happened since this was asked last; undefined where nothing has. The first time it is everything. */
  takeChanges(): WorldChange | undefined
  /** Takes over the records of a state, and leaves the clock. Throws as `restore` does. */
  restoreRecords(state: unknown): void
  /** Answers every call but those to the control routes. */
  handle(call: MockRequest): Promise<MockResponse>
}

/** What has happened in a world: it is another one, or there are changes, by scenario. */
export type WorldChange =
  | { readonly state: Snapshot }
  | { readonly changes: Readonly<Record<string, Changes>> }

/** What a world starts with, where it is not what the options of the mock say. */
export interface WorldStart {
  readonly scenario?: readonly Scenario[]
  readonly now?: Now
}

/** A world as it is at the start. */
export function createWorld(
  name: string,
  ground: WorldOptions,
  start: WorldStart = {},
): ManagedWorld {
  const { options: settled, models, engine, systemNow } = ground
  const first = { scenario: settled.scenario, now: settled.now, ...start }
  const clock = createClock(first.now, systemNow)
  let scenario = first.scenario
  let anchor = clock.now()
  const storeOf = (current: () => readonly Scenario[]): Store =>
    new Store(models, () => ground.newSeed(current(), anchor))
  const store = storeOf(() => scenario)
  /** The same world in other scenarios. */
  const copies = createScenarioStores((asked) => storeOf(() => asked))
  /** Whether `news` has told of the world as a whole. */
  let isTold = false

  function plant(next: readonly Scenario[], around: Date): void {
    ground.newSeed(next, around) // throws what cannot be before anything is changed
    scenario = next
    anchor = around
    isTold = false
    copies.clear()
    store.reset()
  }

  const storeIn = (asked: readonly Scenario[]): Store =>
    joinScenarioNames(asked) === joinScenarioNames(scenario) ? store : copies.in(asked)

  const stores = (): readonly ScenarioStore[] => [
    [joinScenarioNames(scenario), store],
    ...copies.all,
  ]

  function takeOver({ scenario, anchor, changes, copies: others }: ReadSnapshot): void {
    plant(scenario, anchor)
    store.restore(changes)
    for (const copy of others) storeIn(copy.scenario).restore(copy.changes)
  }

  function snapshot(): Snapshot {
    const written = copies.all.filter(([, copy]) => copy.isWritten)
    const { seed, events } = settled
    return {
      ...{ seed, events, scenario: joinScenarioNames(scenario), anchor: anchor.toISOString() },
      ...{ now: clock.now().toISOString(), frozen: clock.frozen },
      ...store.changes(),
      ...(written.length > 0 && {
        copies: Object.fromEntries(written.map(([key, copy]) => [key, copy.changes()])),
      }),
    }
  }

  /** What the headers of a call ask for, else the state of the world. Throws for what nobody knows. */
  function stateFor({ header }: MockRequest) {
    const [names, now] = [header('x-calmock-scenario'), header('x-calmock-now')]
    return {
      repository: names ? storeIn(resolveScenarios(names, settled.scenarios)) : store,
      now: now ? createClock(now, systemNow).now() : clock.now(),
    }
  }

  return {
    name,
    clock,
    get scenario() {
      return joinScenarioNames(scenario)
    },
    get db() {
      return store.db
    },
    get isModified() {
      const isWritten = stores().some(([, one]) => one.isWritten)
      const isPlain = scenario === settled.scenario && first.now === settled.now
      return isWritten || clock.moved || !isPlain
    },
    load: () => store.load(),
    setScenario: (given) => plant(resolveScenarios(given, settled.scenarios), clock.now()),
    reset() {
      clock.reset()
      plant(first.scenario, clock.now())
    },
    snapshot,
    restore(state) {
      const read = readSnapshot(state, settled, models)
      clock.set(read.now)
      if (!read.frozen) clock.freeze(false)
      takeOver(read)
    },
    restoreRecords: (state) => takeOver(readSnapshot(state, settled, models)),
    takeChanges() {
      const news = stores().map(([names, one]) => [names, one.takeChanges()] as const)
      if (!isTold) {
        isTold = true
        return { state: snapshot() }
      }
      const changed = news.filter(([, { records }]) => Object.keys(records).length > 0)
      return changed.length > 0 ? { changes: Object.fromEntries(changed) } : undefined
    },
    async handle(call) {
      let state: ReturnType<typeof stateFor>
      try {
        state = stateFor(call)
      } catch (error) {
        return toErrorResponse(call, error)
      }
      const { repository } = state
      const outside = { sites: settled.sites, namespace: settled.settings.namespace, repository }
      return (await engine.handle(call, state)) ?? (await handleRootRoutes(call, outside))
    },
  }
}

/** The answer to a caller who gave what cannot be. Any other error is ours, and thrown on. */
export function toErrorResponse(call: MockRequest, error: unknown): MockResponse {
  if (!(error instanceof OptionError)) throw error
  return createErrorResponse(call, 400, 'invalid', error.reason)
}
