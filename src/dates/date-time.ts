import { DAY } from './durations.ts'
import { toInstant } from './time-zone.ts'

/**
 * A date and time on the wire: `YYYY-MM-DD HH:MM:SS`, without a time zone. The field decides whether it is
 * a wall time (`start_date`) or UTC (`utc_start_date`). The order of the strings is the order of the times.
 */
type DateTime = string

/** The first second of the year 1 and the last second of the year 9999, in ms. */
export const MIN_TIME = Date.parse('0001-01-01T00:00:00Z')
export const MAX_TIME = Date.parse('9999-12-31T23:59:59Z')

/** Formats ms since 1970. Times before the year 1 or after 9999 are moved to the nearest bound. */
export function formatDateTime(ms: number): DateTime {
  const iso = new Date(Math.min(Math.max(ms, MIN_TIME), MAX_TIME)).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

/** Parses a well-formed text to ms since 1970. An impossible date overflows into the next month. */
export function parseDateTime(text: DateTime): number {
  const part = (start: number, end: number): number => Number(text.slice(start, end))
  const seconds = (part(11, 13) * 60 + part(14, 16)) * 60 + part(17, 19)
  return utcMidnight(part(0, 4), part(5, 7), part(8, 10)).getTime() + seconds * 1000
}

/** Returns the first millisecond of a day in UTC. `month` starts at 1. An impossible day overflows into the next month. */
export function utcMidnight(year: number, month: number, day: number): Date {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (year < 100) date.setUTCFullYear(year, month - 1, day) // `Date.UTC` reads 99 as 1999
  return date
}

/** Converts a wall time of a time zone to UTC. */
export function toUtc(wall: DateTime, zone: string): DateTime {
  return formatDateTime(toInstant(parseDateTime(wall), zone))
}

/** Returns the midnight before or at a wall time, in ms. */
export const floorToDay = (wall: number): number => Math.floor(wall / DAY) * DAY

export const startOfDay = (dateTime: DateTime): DateTime => `${dateTime.slice(0, 10)} 00:00:00`

export const endOfDay = (dateTime: DateTime): DateTime => `${dateTime.slice(0, 10)} 23:59:59`

/** Adds calendar months in UTC. A day that the month does not have becomes its last day. */
export function addMonths(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime()
}
