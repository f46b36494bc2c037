import { toInstant } from './time-zone.ts'

/**
 * Date and time on the wire: `YYYY-MM-DD HH:MM:SS`, no zone. Whether such a text is a wall time or
 * UTC is told by the field that holds it (`start_date`, `utc_start_date`). Texts compare as strings.
 */
export type DateTime = string

/** The first and last second of the years 1 to 9999, in ms. */
export const MIN_TIME = Date.parse('0001-01-01T00:00:00Z')
export const MAX_TIME = Date.parse('9999-12-31T23:59:59Z')

/** Milliseconds to `YYYY-MM-DD HH:MM:SS`; what lies outside the years 1 to 9999 is moved to their edge. */
export function formatDateTime(ms: number): DateTime {
  const at = new Date(Math.min(Math.max(ms, MIN_TIME), MAX_TIME))
  const year = String(at.getUTCFullYear()).padStart(4, '0')
  const day = `${year}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
  return `${day} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
}

const two = (count: number): string => (count < 10 ? `0${count}` : `${count}`)

/** `YYYY-MM-DD HH:MM:SS` to milliseconds. The text must be well-formed: it comes from `format`. */
export function parseDateTime(text: DateTime): number {
  const two = (place: number): number =>
    text.charCodeAt(place) * 10 + text.charCodeAt(place + 1) - 11 * ZERO
  const day = utcMidnight(two(0) * 100 + two(2), two(5), two(8)).getTime()
  return day + ((two(11) * 60 + two(14)) * 60 + two(17)) * 1000
}

/** The character code of the digit 0. */
const ZERO = 48

/** The first millisecond of a day, UTC; a day that there is not leads to another. */
export function utcMidnight(year: number, month: number, day: number): Date {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (year < 100) date.setUTCFullYear(year, month - 1, day) // `UTC` means those of 1900
  return date
}

/** A wall time of a zone, as UTC. */
export function toUtc(wall: DateTime, zone: string): DateTime {
  return formatDateTime(toInstant(parseDateTime(wall), zone))
}

/** The first second of the day. */
export const startOfDay = (text: DateTime): DateTime => `${text.slice(0, 10)} 00:00:00`

/** The last second of the day. */
export const endOfDay = (text: DateTime): DateTime => `${text.slice(0, 10)} 23:59:59`

/** Adds calendar months in UTC, keeping the day where the month has it, else its last. */
export function addMonths(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}
