import type { Scenario } from '../../fixtures/scenario.ts'
import { OptionError } from '../contract/option-error.ts'
import { languages } from '../contract/site.ts'
import { createClock } from '../options/clock.ts'
import { pickRecordOptions, type RecordOptions } from '../options/mock-options.ts'
import type { ResolvedOptions } from '../options/options.ts'
import { joinScenarioNames, resolveScenarios } from '../options/resolve-scenarios.ts'
import type { WorldSettings } from '../options/world-settings.ts'
import type { Changes } from '../store/changes.ts'
import type { Model } from '../store/database.ts'
import type { Store } from '../store/store.ts'
import { checkChanges, invalidSnapshot, readChanges, readObject } from './read-changes.ts'
import { readStoredSettings } from './settings-state.ts'

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

/** The changes of one scenario. */
interface ScenarioChanges {
  readonly scenario: readonly Scenario[]
  readonly changes: Changes
}

/** A validated snapshot. */
export interface ReadSnapshot extends ScenarioChanges {
  readonly anchor: Date
  readonly now: Date
  readonly frozen: boolean
  readonly settings: Partial<WorldSettings> | undefined
  readonly scenarios: readonly ScenarioChanges[]
}

/** The mock that a snapshot is for. */
interface SnapshotContext {
  readonly options: ResolvedOptions
  readonly models: readonly Model[]
  /** The maximum of `scenarios`. */
  readonly maxScenarios: number
  /** Creates a store to try changes in. Throws `OptionError` for a scenario that cannot be generated. */
  createStore(scenario: readonly Scenario[], anchor: Date): Store
}

/**
 * Validates a snapshot from any source. Throws `OptionError` unless the mock can present and update all of
 * its records.
 */
export function readSnapshot(value: unknown, context: SnapshotContext): ReadSnapshot {
  if (typeof value !== 'object' || value === null)
    throw invalidSnapshot('it', value, 'an object like the body of GET /__calmock/world')
  const snapshot: Partial<Record<keyof Snapshot, unknown>> = { ...value }
  requireSameRecords(snapshot, context.options)
  const anchor = readInstant(requireString('anchor', snapshot.anchor))
  const now = readInstant(requireString('now', snapshot.now))
  const settings = readStoredSettings(snapshot.settings)
  const readPart = (names: unknown, part: unknown, path: string): ScenarioChanges => {
    const { scenarios } = context.options
    const scenario = resolveScenarios(requireString('scenario', names), scenarios)
    const changes = readChanges(part, { models: context.models, languages, path })
    checkChanges(changes, { ...context, path, store: context.createStore(scenario, anchor) })
    return { scenario, changes }
  }
  const main = readPart(snapshot.scenario, value, '')
  const parts = Object.entries(readObject('scenarios', snapshot.scenarios ?? {}))
  if (parts.length > context.maxScenarios)
    throw invalidSnapshot(
      'the number of scenarios',
      parts.length,
      `at most ${context.maxScenarios}`,
    )
  const read = parts.map(([names, part]) => readPart(names, part, `scenarios.${names}.`))
  const all = [main, ...read].map(({ scenario }) => joinScenarioNames(scenario))
  const repeated = all.find((name, n) => all.indexOf(name) < n)
  if (repeated !== undefined)
    throw invalidSnapshot('the scenario of two worlds', repeated, 'each scenario once')
  return { ...main, anchor, now, settings, frozen: snapshot.frozen !== false, scenarios: read }
}

function requireSameRecords(
  snapshot: Partial<Record<keyof Snapshot, unknown>>,
  options: ResolvedOptions,
): void {
  const [its, ours] = [snapshot, options].map((of) => JSON.stringify(pickRecordOptions(of)))
  if (its === ours) return
  throw new OptionError(
    `invalid snapshot: it has the records of ${its?.slice(0, 200)}; this mock has those of ${ours}`,
  )
}

function requireString(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw invalidSnapshot(name, value, 'a string')
}

const readInstant = (text: string): Date => createClock(text, () => 0).now()
