import type { Database } from '../contract/resources/database-type.ts'
import type { DelayOption } from '../faults/delay-range.ts'
import type { Clock } from '../options/clock.ts'
import type { RecordOptions } from '../options/mock-options.ts'
import type { ScenarioOption } from '../options/options.ts'
import type { WorldSettings } from '../options/world-settings.ts'
import type { LoggedRequest } from '../request-log/logged-request.ts'
import type { Changes } from '../store/changes.ts'

/** The whole state of a world as plain JSON: its seed, its clock and every row that differs from the seed. */
export interface Snapshot extends Changes, RecordOptions {
  /** The names of the scenarios, joined with `+`. */
  readonly scenario: string
  /** The instant that the dates of the records are offsets from, ISO 8601 in UTC. */
  readonly anchor: string
  /** The time of the clock, ISO 8601 in UTC. */
  readonly now: string
  /** True if the clock does not tick. */
  readonly frozen: boolean
  /** The faults, the delay and other settings that differ from the options. */
  readonly settings?: Partial<WorldSettings>
  /** The changes of the records that `x-calmock-scenario` selects, by scenario. */
  readonly scenarios?: Readonly<Record<string, Changes>>
}

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
  /**
   * Undoes the last write, reset, restore or change of the scenario, at most 50. Returns the request that made it, such
   * as `DELETE /en/cal/events/v1/events/102`, or undefined if there is nothing to undo.
   */
  undo(): string | undefined
  /** Loads what `db` needs in pages and exports: the records of every language, and `@mswjs/data`. */
  load(): Promise<void>
}
