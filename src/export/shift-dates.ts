import type { Query } from '../contract/context.ts'
import { formatDateTime, parseDateTime, toUtc } from '../contract/dates/date-time.ts'
import type { Row } from '../contract/resource.ts'

const DAY = 86_400_000
/** A date and a time; what has none yet begins with a year 0. */
const WALL = /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** How many weekdays further a day is that lies so many days further, 0 to 6. */
export const weekdayOffset = (days: number): number => ((days % 7) + 7) % 7

/**
 * Rows as they are when everything is so many days later: wall times stay what the clocks there show, and
 * their UTC forms follow.
 */
export const shiftDates = (days: number, rows: readonly Row[]): readonly Row[] =>
  days === 0 ? rows : rows.map((row) => shiftRow(days, row))

function shiftRow(days: number, row: Row): Row {
  const columns: [string, unknown][] = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' && WALL.test(value)
      ? formatDateTime(parseDateTime(value) + days * DAY)
      : value,
  ])
  const moved: Query = Object.fromEntries(columns)
  const utc = columns.flatMap(([name]): [string, unknown][] => {
    const wall = moved[name.replace(/^utc_/, '')]
    const isUtc = name.startsWith('utc_') && typeof wall === 'string'
    return isUtc ? [[name, toUtc(wall, String(row.timezone))]] : []
  })
  return { ...moved, ...Object.fromEntries(utc) } as Row // has the columns it had
}
