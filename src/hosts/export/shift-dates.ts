import type { Query } from '../../contract/context.ts'
import { formatDateTime, parseDateTime, toUtc } from '../../contract/dates/date-time.ts'
import { DAY } from '../../contract/dates/durations.ts'
import type { Row } from '../../contract/resource.ts'

/** A wall time. The year 0000 marks a time that is not set. */
const WALL_TIME = /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Returns the difference of weekdays after a number of days, 0 to 6. */
export const weekdayOffset = (days: number): number => ((days % 7) + 7) % 7

/** Returns rows with all dates shifted by a number of days. Times of day stay, and the UTC columns are computed again. */
export const shiftDates = (days: number, rows: readonly Row[]): readonly Row[] =>
  days === 0 ? rows : rows.map((row) => shiftRow(days, row))

function shiftRow(days: number, row: Row): Row {
  const columns: [string, unknown][] = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' && WALL_TIME.test(value)
      ? formatDateTime(parseDateTime(value) + days * DAY)
      : value,
  ])
  const shifted: Query = Object.fromEntries(columns)
  const utc = columns.flatMap(([name]): [string, unknown][] => {
    const wall = shifted[name.replace(/^utc_/, '')]
    const isUtc = name.startsWith('utc_') && typeof wall === 'string'
    return isUtc ? [[name, toUtc(wall, String(row.timezone))]] : []
  })
  return { ...shifted, ...Object.fromEntries(utc) } as Row // the columns of `row`
}
