import { DAY } from '../contract/dates/durations.ts'
import type { Row } from '../contract/resource.ts'
import { generateAll, type RowsByKind, type Seed } from '../contract/seed.ts'
import { languages } from '../contract/site.ts'
import type {
  ChangedColumns,
  ExportedGroups,
  ExportedLandmarks,
  ExportedLanguage,
  ExportManifest,
} from '../hosts/export/exported-seed.ts'
import { shiftDates, weekdayOffset } from '../hosts/export/shift-dates.ts'
import { type Options, type ResolvedOptions, resolveOptions } from '../options/options.ts'
import { joinScenarioNames } from '../options/resolve-scenarios.ts'
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
  const canShift = canShiftDates(resolved, anchor)
  const generateDay = createDayGenerator(resolved, anchor)
  const steps = languages.length * (canShift ? 8 : 1)
  let step = 0
  const generate: DayGenerator = (language, days) => {
    onProgress?.(Math.floor((100 * step++) / steps))
    return generateDay(language, days)
  }
  return {
    languages: languages.map((language) => {
      const records = generate(language, 0)
      const weekdays = canShift ? compareWeekdays(language, records, generate) : []
      return [language, { records, weekdays }] as const
    }),
    manifest: createManifest(options, resolved, { anchor, canShift }),
    landmarks: removeUrls(landmarks),
  }
}

function createManifest(
  options: Options,
  resolved: ResolvedOptions,
  { anchor, canShift }: { readonly anchor: Date; readonly canShift: boolean },
): ExportManifest {
  const { seed, events, scenario } = resolved
  const plain = createInlineSeed({ ...resolved, anchor })
  const parts = listScenarioParts(resolved, options)
  // a page has neither records for other days nor the functions that generate them: its clock is fixed
  const isFixed = !canShift && parts.some((part) => typeof part !== 'string')
  const now = isFixed ? anchor.toISOString() : (options.now ?? 'today')
  return {
    options: { ...options, now, scenario: parts },
    anchor: anchor.toISOString().slice(0, 10),
    canShift,
    seed,
    events,
    scenario: joinScenarioNames(scenario),
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

/** Generates the records of a language, dated around the day that is `days` after the anchor. */
type DayGenerator = (language: string, days: number) => RowsByKind

function createDayGenerator(options: ResolvedOptions, anchor: Date): DayGenerator {
  const { seed, events, scenario } = options
  const seeds = new Map<number, Seed>()
  return (language, days) => {
    const day = new Date(anchor.getTime() + days * DAY)
    const daySeed = seeds.get(days) ?? createInlineSeed({ seed, events, scenario, anchor: day })
    seeds.set(days, daySeed)
    return generateAll(daySeed, language)
  }
}

/** Returns the columns that shifting dates gets wrong, such as tags that depend on the weekday, for 0 to 6 days after the anchor. */
const compareWeekdays = (
  language: string,
  records: RowsByKind,
  generate: DayGenerator,
): readonly ChangedColumns[] =>
  [0, 1, 2, 3, 4, 5, 6].map((days) =>
    compareRecords(shiftRecords(records, days), generate(language, days)),
  )

/** Sample days for `canShiftDates`, as days after the anchor, in different seasons. */
const TRIAL_DAYS = [-101, 45, 170, 301, 420]
/** The number of events in the comparison. Dates that shift in a small world are assumed to shift in a large one. */
const TRIAL_EVENTS = 20

/** Returns whether shifting the dates results in the records of other days. Scenarios with fixed dates, such as a leap day, return false. */
function canShiftDates(options: ResolvedOptions, anchor: Date): boolean {
  const events = Math.min(options.events, TRIAL_EVENTS)
  const generate = createDayGenerator({ ...options, events }, anchor)
  return languages.every((language) => {
    const records = generate(language, 0)
    const weekdays = compareWeekdays(language, records, generate)
    return TRIAL_DAYS.every((days) => {
      const shifted = shiftRecords(records, days)
      const generated = generate(language, days)
      const changes = compareRecords(shifted, generated)
      return (
        hasSameCounts(shifted, generated) &&
        JSON.stringify(changes) === JSON.stringify(weekdays[weekdayOffset(days)])
      )
    })
  })
}

const hasSameCounts = (shifted: RowsByKind, generated: RowsByKind): boolean =>
  Object.entries(generated).every(([kind, rows]) => rows.length === shifted[kind]?.length)

const shiftRecords = (records: RowsByKind, days: number): RowsByKind =>
  Object.fromEntries(Object.entries(records).map(([kind, rows]) => [kind, shiftDates(days, rows)]))

/** Returns the columns of `after` that differ from the row with the same ID in `before`. */
function compareRecords(before: RowsByKind, after: RowsByKind): ChangedColumns {
  const kinds = Object.entries(after).flatMap(([kind, rows]) => {
    const rowsBefore = new Map((before[kind] ?? []).map((row) => [row.id, row]))
    const changed = rows.flatMap((row) => {
      const columns = listChangedColumns(rowsBefore.get(row.id), row)
      return columns.length > 0 ? [[row.id, Object.fromEntries(columns)]] : []
    })
    return changed.length > 0 ? [[kind, Object.fromEntries(changed)]] : []
  })
  return Object.fromEntries(kinds)
}

const listChangedColumns = (before: Row | undefined, after: Row): [string, unknown][] =>
  Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name]),
  )
