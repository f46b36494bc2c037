import type { Query } from '../contract/context.ts'
import { messages } from '../contract/messages/index.ts'
import type { Row } from '../contract/resource.ts'
import { generateAll, type RowsByKind, type Seed } from '../contract/seed.ts'
import { languages } from '../contract/site.ts'
import type { ExportedLanguage, ExportManifest } from '../export/exported-seed.ts'
import { shiftDates, weekdayOffset } from '../export/shift-dates.ts'
import {
  joinScenarioNames,
  type Options,
  type ResolvedOptions,
  resolveOptions,
} from '../options/options.ts'
import { createSeed } from '../seed/create-seed.ts'
import { landmarks } from '../seed/landmarks.ts'

const DAY = 86_400_000

/** How far, in days, a recording is moved to see whether it gives what would be planted there. */
const trials = [-101, 45, 170, 301, 420]
/** How many events it is tried on: what moves in a small world moves in a large one. */
const TRIAL_EVENTS = 20

/** Plants the world of some options as an export carries it. `tell` hears each language as it begins. */
export function exportWorld(options: Options, anchor: Date, tell: (language: string) => void) {
  const settled = resolveOptions(options, (code) => messages[code])
  const moves = canShiftDates(settled, anchor)
  const plant = createPlanter(settled, anchor)
  const told = languages.map((language): [string, ExportedLanguage] => {
    tell(language)
    const records = plant(language, 0)
    return [language, { records, weekdays: moves ? compareWeekdays(language, records, plant) : [] }]
  })
  const scenario = describeScenarios(settled, options)
  // what cannot be moved nor planted in a page stays on its day
  const isPinned = !moves && scenario.some((part) => typeof part !== 'string')
  const now = isPinned ? anchor.toISOString() : (options.now ?? 'today')
  const recording: ExportManifest = {
    options: { ...options, now, scenario },
    anchor: anchor.toISOString().slice(0, 10),
    canShift: moves,
    seed: settled.seed,
    events: settled.events,
    scenario: joinScenarioNames(settled.scenario),
    firstFreeId: createSeed({ ...settled, anchor }).firstFreeId,
    landmarks,
    messages: Object.fromEntries(settled.sites.map((site) => [site.language, site.messages])),
  }
  return { recording, languages: told }
}

/** Built-in scenarios by name; of one of the user's, whose functions are no JSON, what is told of it. */
function describeScenarios({ scenario }: ResolvedOptions, { scenario: given = '' }: Options) {
  const own = [given].flat().filter((part) => typeof part !== 'string')
  return scenario.map(({ name, about }) =>
    own.some((part) => part.name === name) ? { name, about } : name,
  )
}

type Planter = (language: string, days: number) => RowsByKind

/** Plants a language so many days from the anchor. */
function createPlanter({ seed, events, scenario }: ResolvedOptions, anchor: Date): Planter {
  const seeds = new Map<number, Seed>()
  return (language, days) => {
    const day = new Date(anchor.getTime() + days * DAY)
    const known = seeds.get(days) ?? createSeed({ seed, events, scenario, anchor: day })
    seeds.set(days, known)
    return generateAll(known, language)
  }
}

const compareWeekdays = (language: string, records: RowsByKind, plant: Planter) =>
  [0, 1, 2, 3, 4, 5, 6].map((days) =>
    compareRecords(shiftRecords(records, days), plant(language, days)),
  )

const shiftRecords = (records: RowsByKind, days: number): RowsByKind =>
  Object.fromEntries(Object.entries(records).map(([kind, rows]) => [kind, shiftDates(days, rows)]))

type Differences = Readonly<Record<string, Readonly<Record<string, Query>>>>

/** The columns that are other in rows of the same ID. */
function compareRecords(from: RowsByKind, to: RowsByKind): Differences {
  const kinds = Object.entries(to).flatMap(([kind, rows]) => {
    const before = new Map((from[kind] ?? []).map((row) => [row.id, row]))
    const changed = rows.flatMap((row) => {
      const columns = columnsChanged(before.get(row.id), row)
      return columns.length > 0 ? [[row.id, Object.fromEntries(columns)]] : []
    })
    return changed.length > 0 ? [[kind, Object.fromEntries(changed)]] : []
  })
  return Object.fromEntries(kinds)
}

const columnsChanged = (before: Row | undefined, row: Row): [string, unknown][] =>
  Object.entries(row).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name]),
  )

/** Whether the records of any other day are these, moved there and changed by the weekday alone. */
function canShiftDates(settled: ResolvedOptions, anchor: Date): boolean {
  const plant = createPlanter(
    { ...settled, events: Math.min(settled.events, TRIAL_EVENTS) },
    anchor,
  )
  return languages.every((language) => {
    const records = plant(language, 0)
    const weekdays = compareWeekdays(language, records, plant)
    return trials.every((days) => {
      const [there, planted] = [shiftRecords(records, days), plant(language, days)]
      const isSize = Object.entries(planted).every(
        ([kind, rows]) => rows.length === there[kind]?.length,
      )
      const found = compareRecords(there, planted)
      return isSize && JSON.stringify(found) === JSON.stringify(weekdays[weekdayOffset(days)])
    })
  })
}
