import { Schedule, type Wish } from '../../../fixtures/plan/schedule.ts'
import type { Query } from '../../contract/context.ts'
import type { Row } from '../../contract/resource.ts'
import { formatDateTime, parseDateTime, toUtc } from '../../dates/date-time.ts'
import { DAY } from '../../dates/durations.ts'
import { parseSeededId } from '../../seed/ids.ts'

/** A wall time. The year 0000 marks a time that is not set. */
const WALL_TIME = /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** The days that the start and the end of an event move beyond the other dates. */
export type Moves = (row: Row) => number

/** The columns that move with the days of the schedule. */
const scheduled = ['start_date', 'end_date']

/** Returns rows with all dates shifted by a number of days. Times of day stay, and the UTC columns are computed again. */
export const shiftDates = (days: number, rows: readonly Row[], moves: Moves): readonly Row[] =>
  days === 0 ? rows : rows.map((row) => shiftRow(days, row, moves(row)))

function shiftRow(days: number, row: Row, moves: number): Row {
  const daysOf = (name: string): number => days + (scheduled.includes(name) ? moves : 0)
  const columns: [string, unknown][] = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === 'string' && WALL_TIME.test(value)
      ? formatDateTime(parseDateTime(value) + daysOf(name) * DAY)
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

/** Returns how many days each event of an export moves in addition to the days that all events move. `anchor` is in milliseconds, UTC. */
export function createMoves(wishes: readonly Wish[], anchor: number, days: number): Moves {
  if (days === 0 || wishes.length === 0) return () => 0
  const [before, after] = [new Schedule(anchor), new Schedule(anchor + days * DAY)]
  const moves = wishes.map((wish) => -before.place(wish) + after.place(wish))
  return ({ id }) => moves[parseSeededId(id).ordinal] ?? 0
}
