import type { Scenario } from '../../fixtures/scenario.ts'
import { OptionError } from '../contract/option-error.ts'
import { languages } from '../contract/site.ts'
import { createClock } from '../options/clock.ts'
import { type ResolvedOptions, resolveScenarios } from '../options/options.ts'
import { type Changes, readChanges } from '../store/changes.ts'
import type { Model } from '../store/database.ts'
import { MAX_SCENARIO_STORES } from './scenario-stores.ts'

/**
 * The whole state of a world, as plain JSON: what its records follow from, what its clock shows, and
 * every row that is not as the seed has it.
 */
export interface Snapshot extends Changes {
  readonly seed: number
  /** How many events were asked for. */
  readonly events: number
  /** Names joined with `+`. */
  readonly scenario: string
  /** The instant the records stand around, ISO 8601 in UTC. */
  readonly anchor: string
  /** What the clock shows, ISO 8601 in UTC, and whether it stands still. */
  readonly now: string
  readonly frozen: boolean
  /** What was written under the header `x-calmock-scenario`, by scenario. */
  readonly copies?: Readonly<Record<string, Changes>>
}

/** A snapshot that has been read. */
export interface ReadSnapshot {
  readonly scenario: readonly Scenario[]
  readonly anchor: Date
  readonly now: Date
  readonly frozen: boolean
  readonly changes: Changes
  readonly copies: readonly { readonly scenario: readonly Scenario[]; readonly changes: Changes }[]
}

/** Reads a snapshot, wherever it came from. Throws for one that this mock cannot hold, before anything is changed. */
export function readSnapshot(
  given: unknown,
  settled: ResolvedOptions,
  models: readonly Model[],
): ReadSnapshot {
  if (typeof given !== 'object' || given === null)
    throw new OptionError('a state is an object, such as GET /__calmock/world gives')
  const { seed, events, scenario, anchor, now, frozen, copies }: Partial<Record<string, unknown>> =
    { ...given }
  if (seed !== settled.seed || events !== settled.events) {
    throw new OptionError(
      `the state is of seed ${quoteValue(seed)} with ${quoteValue(events)} events; this mock has seed ${settled.seed} with ${settled.events}`,
    )
  }
  const others = Object.entries({ ...(copies as object | undefined) })
  if (others.length > MAX_SCENARIO_STORES)
    throw new OptionError(`the state has ${others.length} copies; accepted: ${MAX_SCENARIO_STORES}`)
  const changesIn = (part: unknown): Changes => readChanges(part, { models, languages })
  const scenariosIn = (names: unknown): readonly Scenario[] =>
    resolveScenarios(readText('scenario', names), settled.scenarios)
  return {
    scenario: scenariosIn(scenario),
    anchor: readInstant(readText('anchor', anchor)),
    now: readInstant(readText('now', now)),
    frozen: frozen !== false,
    changes: changesIn(given),
    copies: others.map(([names, part]) => ({
      scenario: scenariosIn(names),
      changes: changesIn(part),
    })),
  }
}

const quoteValue = (value: unknown): string => String(JSON.stringify(value)).slice(0, 40)

function readText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new OptionError(`${name} of the state is ${quoteValue(value)}; accepted: a text`)
}

const readInstant = (text: string): Date => createClock(text, () => 0).now()
