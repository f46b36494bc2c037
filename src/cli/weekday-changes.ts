import { DAY } from '../contract/dates/durations.ts'
import type { Row } from '../contract/resource.ts'
import { generateAll, type RowsByKind, type Seed } from '../contract/seed.ts'
import { languages } from '../contract/site.ts'
import type { ChangedColumns } from '../export/exported-seed.ts'
import { shiftDates, weekdayOffset } from '../export/shift-dates.ts'
import type { ResolvedOptions } from '../options/options.ts'
import { createInlineSeed } from '../source/inline-source.ts'

/** Generates the records of a language, dated around the day that is `days` after the anchor. */
type DayGenerator = (language: string, days: number) => RowsByKind

export function createDayGenerator(options: ResolvedOptions, anchor: Date): DayGenerator {
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
export const compareWeekdays = (
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
export function canShiftDates(options: ResolvedOptions, anchor: Date): boolean {
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
