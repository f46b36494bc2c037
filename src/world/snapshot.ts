import type { Scenario } from '../../fixtures/scenario.ts'
import { OptionError } from '../contract/option-error.ts'
import { languages } from '../contract/site.ts'
import { createClock } from '../options/clock.ts'
import { type ResolvedOptions, resolveScenarios } from '../options/options.ts'
import type { Model } from '../store/database.ts'
import type { Changes } from '../store/repository.ts'
import { invalidSnapshot, readChanges } from './read-changes.ts'

/** The maximum of further scenarios per world. Unmodified ones are evicted first. */
export const MAX_SCENARIO_STORES = 16

/** The whole state of a world as plain JSON: its seed, its clock and every row that differs from the seed. */
export interface Snapshot extends Changes {
  readonly seed: number
  /** The number of events in the options. */
  readonly events: number
  /** The names of the scenarios, joined with `+`. */
  readonly scenario: string
  /** The instant that the dates of the records are offsets from, ISO 8601 in UTC. */
  readonly anchor: string
  /** The time of the clock, ISO 8601 in UTC. */
  readonly now: string
  /** True if the clock does not tick. */
  readonly frozen: boolean
  /** The changes under the header `x-calmock-scenario`, by scenario. */
  readonly copies?: Readonly<Record<string, Changes>>
}

/** A validated snapshot. */
export interface ReadSnapshot {
  readonly scenario: readonly Scenario[]
  readonly anchor: Date
  readonly now: Date
  readonly frozen: boolean
  readonly changes: Changes
  readonly copies: readonly { readonly scenario: readonly Scenario[]; readonly changes: Changes }[]
}

/** Validates a snapshot from any source. Throws `OptionError` if this mock cannot hold it. */
export function readSnapshot(
  value: unknown,
  options: ResolvedOptions,
  models: readonly Model[],
): ReadSnapshot {
  if (typeof value !== 'object' || value === null)
    throw invalidSnapshot('it', value, 'an object like the body of GET /__calmock/world')
  const snapshot: Partial<Record<keyof Snapshot, unknown>> = { ...value }
  requireSameSeed(snapshot, options)
  const copies = Object.entries({ ...(snapshot.copies as object | undefined) })
  if (copies.length > MAX_SCENARIO_STORES)
    throw invalidSnapshot('the number of copies', copies.length, `at most ${MAX_SCENARIO_STORES}`)
  const readPart = (part: unknown): Changes => readChanges(part, { models, languages })
  const readScenarios = (names: unknown): readonly Scenario[] =>
    resolveScenarios(requireString('scenario', names), options.scenarios)
  return {
    scenario: readScenarios(snapshot.scenario),
    anchor: readInstant(requireString('anchor', snapshot.anchor)),
    now: readInstant(requireString('now', snapshot.now)),
    frozen: snapshot.frozen !== false,
    changes: readPart(value),
    copies: copies.map(([names, part]) => ({
      scenario: readScenarios(names),
      changes: readPart(part),
    })),
  }
}

function requireSameSeed(
  { seed, events }: Partial<Record<keyof Snapshot, unknown>>,
  options: ResolvedOptions,
): void {
  if (seed === options.seed && events === options.events) return
  throw new OptionError(
    `invalid snapshot: it has seed ${quoteJson(seed)} with ${quoteJson(events)} events; this mock has seed ${options.seed} with ${options.events}`,
  )
}

const quoteJson = (value: unknown): string => String(JSON.stringify(value)).slice(0, 40)

function requireString(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw invalidSnapshot(name, value, 'a string')
}

const readInstant = (text: string): Date => createClock(text, () => 0).now()
