import type { Scenario } from '../../fixtures/scenario.ts'
import type { Seed } from '../contract/seed.ts'
import type { Answering } from '../engine/handle-request.ts'
import type { Call, Reply } from '../engine/http-message.ts'
import { refusal } from '../engine/plain-response.ts'
import { type Clock, createClock, type Now } from '../options/clock.ts'
import { namesOf, type Options, type Settled, scenariosOf } from '../options/options.ts'
import type { Changes } from '../store/changes.ts'
import type { Model } from '../store/database.ts'
import { Store } from '../store/repository.ts'
import { front } from './root-routes.ts'
import { type ByScenario, createCopies } from './scenario-stores.ts'
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
export interface Ground {
  readonly settled: Settled
  readonly models: readonly Model[]
  readonly engine: Answering
  newSeed(scenario: readonly Scenario[], anchor: Date): Seed
  /** What the machine's clock shows, in ms since 1970 UTC. */
  systemNow(): number
}

/** A world with what only the mock itself may do. */
export interface OwnWorld extends World {
  /** Whether a new world of the name would be another. */
  readonly isTouched: boolean
  /** What has happened since this was asked last; undefined where nothing has. The first time it is everything. */
  news(): News | undefined
  /** Takes over the records of a state, and leaves the clock. Throws as `restore` does. */
  resume(state: unknown): void
  /** Answers every call but those to the control routes. */
  answer(call: Call): Promise<Reply>
}

/** What has happened in a world: it is another one, or there are changes, by scenario. */
export type News =
  | { readonly state: Snapshot }
  | { readonly changes: Readonly<Record<string, Changes>> }

/** What a world starts with, where it is not what the options of the mock say. */
export interface Start {
  readonly scenario?: readonly Scenario[]
  readonly now?: Now
}

/** A world as it is at the start. */
export function createWorld(name: string, ground: Ground, start: Start = {}): OwnWorld {
  const { settled, models, engine, systemNow } = ground
  const first = { scenario: settled.scenario, now: settled.now, ...start }
  const clock = createClock(first.now, systemNow)
  let scenario = first.scenario
  let anchor = clock.now()
  const storeOf = (current: () => readonly Scenario[]): Store =>
    new Store(models, () => ground.newSeed(current(), anchor))
  const store = storeOf(() => scenario)
  /** The same world in other scenarios. */
  const copies = createCopies((asked) => storeOf(() => asked))
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
    namesOf(asked) === namesOf(scenario) ? store : copies.in(asked)

  const stores = (): readonly ByScenario[] => [[namesOf(scenario), store], ...copies.all]

  function takeOver({ scenario, anchor, changes, copies: others }: ReadSnapshot): void {
    plant(scenario, anchor)
    store.restore(changes)
    for (const copy of others) storeIn(copy.scenario).restore(copy.changes)
  }

  function snapshot(): Snapshot {
    const written = copies.all.filter(([, copy]) => copy.isWritten)
    const { seed, events } = settled
    return {
      ...{ seed, events, scenario: namesOf(scenario), anchor: anchor.toISOString() },
      ...{ now: clock.now().toISOString(), frozen: clock.frozen },
      ...store.changes(),
      ...(written.length > 0 && {
        copies: Object.fromEntries(written.map(([key, copy]) => [key, copy.changes()])),
      }),
    }
  }

  /** What the headers of a call ask for, else the state of the world. Throws for what nobody knows. */
  function stateFor({ header }: Call) {
    const [names, now] = [header('x-calmock-scenario'), header('x-calmock-now')]
    return {
      repository: names ? storeIn(scenariosOf(names, settled.scenarios)) : store,
      now: now ? createClock(now, systemNow).now() : clock.now(),
    }
  }

  return {
    name,
    clock,
    get scenario() {
      return namesOf(scenario)
    },
    get db() {
      return store.db
    },
    get isTouched() {
      const isWritten = stores().some(([, one]) => one.isWritten)
      const isPlain = scenario === settled.scenario && first.now === settled.now
      return isWritten || clock.moved || !isPlain
    },
    load: () => store.load(),
    setScenario: (given) => plant(scenariosOf(given, settled.scenarios), clock.now()),
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
    resume: (state) => takeOver(readSnapshot(state, settled, models)),
    news() {
      const news = stores().map(([names, one]) => [names, one.takeChanges()] as const)
      if (!isTold) {
        isTold = true
        return { state: snapshot() }
      }
      const changed = news.filter(([, { records }]) => Object.keys(records).length > 0)
      return changed.length > 0 ? { changes: Object.fromEntries(changed) } : undefined
    },
    async answer(call) {
      let state: ReturnType<typeof stateFor>
      try {
        state = stateFor(call)
      } catch (error) {
        return refused(call, error)
      }
      const { repository } = state
      const outside = { sites: settled.sites, namespace: settled.settings.namespace, repository }
      return (await engine.answer(call, state)) ?? (await front(call, outside))
    },
  }
}

/** The answer to a caller who gave what cannot be. Any other error is ours, and thrown on. */
export function refused(call: Call, error: unknown): Reply {
  if (!(error instanceof Error) || !error.message.startsWith('[calmock] ')) throw error
  return refusal(call, 400, 'invalid', error.message.replace('[calmock] ', ''))
}
