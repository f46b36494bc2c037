import { isDeepStrictEqual } from 'node:util'
import type { Wish } from '../../fixtures/plan/schedule.ts'
import { generateAll, type RowsByKind, type Seed } from '../contract/seed.ts'
import { languages } from '../contract/site.ts'
import { DAY } from '../dates/durations.ts'
import type {
  ExportedGroups,
  ExportedLandmarks,
  ExportedLanguage,
  ExportManifest,
} from '../hosts/export/exported-seed.ts'
import { createMoves, shiftDates } from '../hosts/export/shift-dates.ts'
import { pickRecordOptions } from '../options/mock-options.ts'
import { type Options, type ResolvedOptions, resolveOptions } from '../options/options.ts'
import { joinScenarioNames } from '../options/resolve-scenarios.ts'
import { listWishes } from '../seed/create-seed.ts'
import { seededId } from '../seed/ids.ts'
import type { Landmarks } from '../seed/landmarks.ts'
import {
  createInlineSeed,
  inlineSource,
  landmarks,
  readInlineMessages,
} from '../seed/source/inline-source.ts'
import { createSeedFactory } from '../world/seed-factory.ts'

/**
 * Generates `world.json`, `landmarks.json`, and `world.<language>.json` for each language, dated around
 * `anchor`. Calls `onProgress` before each of its steps.
 */
export function exportWorld(
  options: Options,
  anchor: Date,
  onProgress?: (percent: number) => void,
): {
  readonly manifest: ExportManifest
  readonly landmarks: ExportedLandmarks
  readonly languages: readonly (readonly [code: string, content: ExportedLanguage])[]
} {
  const resolved = resolveOptions(options, readInlineMessages)
  createSeedFactory(resolved, inlineSource())(resolved.scenario, anchor) // throws for invalid data
  const generate = createDayGenerator(resolved, anchor)
  return {
    languages: languages.map((language, step) => {
      onProgress?.(Math.floor((100 * step) / languages.length))
      return [language, { records: generate(language, 0) }] as const
    }),
    manifest: createManifest(options, resolved, anchor),
    landmarks: removeUrls(landmarks),
  }
}

function createManifest(options: Options, resolved: ResolvedOptions, anchor: Date): ExportManifest {
  const wishes = listWishes({ ...resolved, anchor })
  const isMoved = canShiftDates(resolved, anchor, wishes)
  const canShift = isMoved || canShiftDates(resolved, anchor, [])
  const plain = createInlineSeed({ ...resolved, anchor })
  const parts = listScenarioParts(resolved, options)
  // a page has neither records for other days nor the functions that generate them: its clock is fixed
  const isFixed = !canShift && parts.some((part) => typeof part !== 'string')
  const now = isFixed ? anchor.toISOString() : (options.now ?? 'today')
  return {
    options: { ...options, now, scenario: parts },
    anchor: anchor.toISOString().slice(0, 10),
    canShift,
    wishes: isMoved ? wishes : [],
    ...pickRecordOptions(resolved),
    scenario: joinScenarioNames(resolved.scenario),
    firstFreeId: plain.firstFreeId,
    ...(plain.members && { groups: listGroups(plain, plain.members) }),
  }
}

/** Returns the number of groups of each kind, and the groups that lack a language. */
function listGroups({ kinds }: Seed, members: NonNullable<Seed['members']>): ExportedGroups {
  const counts: Record<string, number> = {}
  const incomplete: Record<string, readonly number[]> = {}
  for (const [position, kind] of kinds.entries()) {
    for (let ordinal = 0; ; ordinal++) {
      const group = seededId(ordinal, position, 0)
      const ids = members(kind, group)
      if (ids.length === 0) break
      counts[kind] = ordinal + 1
      if (ids.length < languages.length) incomplete[group] = ids
    }
  }
  return { counts, incomplete }
}

/** Returns the names of built-in scenarios, and the users' scenarios without their functions, which JSON cannot contain. */
function listScenarioParts({ scenario }: ResolvedOptions, options: Options) {
  const parts = [options.scenario ?? ''].flat()
  const userScenarios = parts.filter((part) => typeof part !== 'string')
  return scenario.map(({ name, about }) =>
    userScenarios.some((part) => part.name === name) ? { name, about } : name,
  )
}

/** Returns the landmarks without their URLs, which are a fifth of `landmarks.json`. */
const removeUrls = (landmarks: Landmarks): ExportedLandmarks =>
  JSON.parse(JSON.stringify(landmarks, (key, value) => (key === 'url' ? undefined : value)))

/** Returns a function that generates the records of a language, dated around the day that is `days` after the anchor. */
function createDayGenerator(options: ResolvedOptions, anchor: Date) {
  const seeds = new Map<number, Seed>()
  return (language: string, days: number): RowsByKind => {
    const day = new Date(anchor.getTime() + days * DAY)
    const daySeed = seeds.get(days) ?? createInlineSeed({ ...options, anchor: day })
    seeds.set(days, daySeed)
    return generateAll(daySeed, language)
  }
}

/** Sample days for `canShiftDates`, as days after the anchor, in different seasons. */
const TRIAL_DAYS = [-101, 45, 170, 301, 420]
/** The number of events in the comparison. Dates that shift in a small world are assumed to shift in a large world. */
const TRIAL_EVENTS = 40

/** Returns whether shifting the dates results in the records of other days. Scenarios with fixed dates, such as a leap day, return false. */
function canShiftDates(options: ResolvedOptions, anchor: Date, wishes: readonly Wish[]): boolean {
  const events = Math.min(options.events, TRIAL_EVENTS)
  const generate = createDayGenerator({ ...options, events }, anchor)
  return languages.every((language) => {
    const records = generate(language, 0)
    return TRIAL_DAYS.every((days) => {
      const moves = createMoves(wishes, Math.floor(anchor.getTime() / DAY) * DAY, days)
      const shifted = Object.entries(records).map(([kind, rows]) => [
        kind,
        shiftDates(days, rows, kind === 'event' ? moves : () => 0),
      ])
      return isDeepStrictEqual(Object.fromEntries(shifted), generate(language, days))
    })
  })
}
