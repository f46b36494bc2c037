import type { Query } from '../contract/context.ts'
import { messages } from '../contract/messages/index.ts'
import type { Row } from '../contract/resource.ts'
import { generateAll, type RowsByKind, type Seed } from '../contract/seed.ts'
import { languages } from '../contract/site.ts'
import type { RecordedLanguage, Recording } from '../export/exported-seed.ts'
import { movedBy, weekdaysTo } from '../export/shift-dates.ts'
import { namesOf, type Options, type Settled, settle } from '../options/options.ts'
import { createSeed } from '../seed/create-seed.ts'
import { landmarks } from '../seed/landmarks.ts'

const DAY = 86_400_000

/** How far, in days, a recording is moved to see whether it gives what would be planted there. */
const trials = [-101, 45, 170, 301, 420]
/** How many events it is tried on: what moves in a small world moves in a large one. */
const TRIAL_EVENTS = 20

/** Plants the world of some options as an export carries it. `tell` hears each language as it begins. */
export function record(options: Options, anchor: Date, tell: (language: string) => void) {
  const settled = settle(options, (code) => messages[code])
  const moves = doMove(settled, anchor)
  const plant = plantingOf(settled, anchor)
  const told = languages.map((language): [string, RecordedLanguage] => {
    tell(language)
    const records = plant(language, 0)
    return [language, { records, weekdays: moves ? weekdaysOf(language, records, plant) : [] }]
  })
  const scenario = namesIn(settled, options)
  // what cannot be moved nor planted in a page stays on its day
  const isPinned = !moves && scenario.some((part) => typeof part !== 'string')
  const now = isPinned ? anchor.toISOString() : (options.now ?? 'today')
  const recording: Recording = {
    options: { ...options, now, scenario },
    anchor: anchor.toISOString().slice(0, 10),
    moves,
    seed: settled.seed,
    events: settled.events,
    scenario: namesOf(settled.scenario),
    firstFreeId: createSeed({ ...settled, anchor }).firstFreeId,
    landmarks,
    words: Object.fromEntries(settled.sites.map((site) => [site.language, site.words])),
  }
  return { recording, languages: told }
}

/** Built-in scenarios by name; of one of the user's, whose functions are no JSON, what is told of it. */
function namesIn({ scenario }: Settled, { scenario: given = '' }: Options) {
  const own = [given].flat().filter((part) => typeof part !== 'string')
  return scenario.map(({ name, about }) =>
    own.some((part) => part.name === name) ? { name, about } : name,
  )
}

type Plant = (language: string, days: number) => RowsByKind

/** Plants a language so many days from the anchor. */
function plantingOf({ seed, events, scenario }: Settled, anchor: Date): Plant {
  const seeds = new Map<number, Seed>()
  return (language, days) => {
    const day = new Date(anchor.getTime() + days * DAY)
    const known = seeds.get(days) ?? createSeed({ seed, events, scenario, anchor: day })
    seeds.set(days, known)
    return generateAll(known, language)
  }
}

const weekdaysOf = (language: string, records: RowsByKind, plant: Plant) =>
  [0, 1, 2, 3, 4, 5, 6].map((days) => differences(moved(records, days), plant(language, days)))

const moved = (records: RowsByKind, days: number): RowsByKind =>
  Object.fromEntries(Object.entries(records).map(([kind, rows]) => [kind, movedBy(days, rows)]))

type Differences = Readonly<Record<string, Readonly<Record<string, Query>>>>

/** The columns that are other in rows of the same ID. */
function differences(from: RowsByKind, to: RowsByKind): Differences {
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
function doMove(settled: Settled, anchor: Date): boolean {
  const plant = plantingOf({ ...settled, events: Math.min(settled.events, TRIAL_EVENTS) }, anchor)
  return languages.every((language) => {
    const records = plant(language, 0)
    const weekdays = weekdaysOf(language, records, plant)
    return trials.every((days) => {
      const [there, planted] = [moved(records, days), plant(language, days)]
      const isSize = Object.entries(planted).every(
        ([kind, rows]) => rows.length === there[kind]?.length,
      )
      const found = differences(there, planted)
      return isSize && JSON.stringify(found) === JSON.stringify(weekdays[weekdaysTo(days)])
    })
  })
}
