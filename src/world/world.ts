import type { Scenario } from '../../fixtures/scenario.ts'
import type { Loadable } from '../contract/lazy.ts'
import type { Seed } from '../contract/seed.ts'
import type { Engine } from '../engine/handle-request.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import type { DelayOption } from '../faults/delay-range.ts'
import type { Clock, Now } from '../options/clock.ts'
import type { ResolvedOptions, ScenarioOption } from '../options/options.ts'
import type { LoggedRequest } from '../request-log/logged-request.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { Model, OpenDatabase } from '../store/database.ts'
import type { Memory } from './memory.ts'
import type { RecordCaches } from './record-caches.ts'
import type { Snapshot } from './snapshot.ts'
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
export interface WorldOptions {
  readonly models: readonly Model[]
  /** Creates a seed. Throws `OptionError` for a scenario that cannot be generated around the anchor. */
  newSeed(scenario: readonly Scenario[], anchor: Date): Seed
  readonly memory: Memory
  readonly caches: RecordCaches
  /** Creates the databases that `db` returns. */
  readonly database: Loadable<OpenDatabase>
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
  /** Takes the world out of what the mock counts. */
  dispose(): void
  readonly log: RequestLog
  /** Handles every request except those to control routes. */
  handle(request: MockRequest): Promise<MockResponse>
}

/** The initial scenario and time of a world, if they differ from the options of the mock. */
export interface WorldStart {
  readonly scenario?: readonly Scenario[]
  readonly now?: Now
}
