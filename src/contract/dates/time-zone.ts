import { DAY, HOUR } from './durations.ts'
import {
  abbreviations,
  type OffsetChange,
  type OffsetRule,
  offsetRules,
} from './time-zone-rules.ts'

/**
 * Conversions between wall times and instants. A time zone is an IANA name or a fixed offset: `UTC+2`,
 * `UTC-5.5`, `+05:30`. All values are in ms: a wall time of 0 is 1970-01-01 00:00:00 on the clocks of the
 * time zone, an instant of 0 is that time in UTC.
 */

/** Returns whether events may have the time zone: an IANA name, `UTC`, `UTC+2`, `UTC-5.5`, `+02:00`. */
export const isTimeZone = (zone: string): boolean =>
  parseFixedOffset(zone) !== undefined ||
  findRule(zone) !== undefined ||
  findFormatter(zone) !== undefined

/** Converts a wall time to an instant. A skipped wall time has the offset before the change; a repeated one means the first instant. */
export function toInstant(wall: number, zone: string): number {
  const offsetBefore = offsetAt(wall - DAY, zone)
  if (offsetAt(wall - offsetBefore, zone) === offsetBefore) return wall - offsetBefore
  const offsetAfter = offsetAt(wall + DAY, zone)
  const isAfterChange = offsetAt(wall - offsetAfter, zone) === offsetAfter
  return wall - (isAfterChange ? offsetAfter : offsetBefore)
}

/** Converts an instant to the wall time of a time zone. */
export function toWall(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone)
}

/** Returns the abbreviation of a time zone at an instant: `CET`, `IST`, `+03`. A fixed offset is its own abbreviation. */
export function abbreviateZone(instant: number, zone: string): string {
  const names = abbreviations[zone]
  if (!names && parseFixedOffset(zone) !== undefined) return zone
  const offset = offsetAt(instant, zone)
  if (names) return offset > standardOffset(instant, zone) ? names[1] : names[0]
  return formatOffset(offset)
}

/** Formats a number with at least two digits. */
export const padTwo = (value: number): string => String(value).padStart(2, '0')

/** Formats an offset in ms: `+03`, `+0545`. */
function formatOffset(offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  const hours = `${offset < 0 ? '-' : '+'}${padTwo(Math.floor(minutes / 60))}`
  return minutes % 60 === 0 ? hours : hours + padTwo(Math.round(minutes % 60))
}

/** Returns the offset from UTC at an instant, in ms. Throws `RangeError` for an unknown time zone. */
export function offsetAt(instant: number, zone: string): number {
  const offset = applyRule(instant, zone) ?? parseFixedOffset(zone)
  if (offset !== undefined) return offset
  const formatter = findFormatter(zone)
  if (!formatter) throw new RangeError(`unknown time zone "${zone}"`)
  return formatWall(instant, formatter) - Math.floor(instant / 1000) * 1000
}

function parseFixedOffset(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d)|\.(\d{1,2}))?$/i.exec(zone)
  if (!match) return undefined
  const [, sign, hours, minutes, fraction] = match
  const size = Number(hours) + Number(minutes ?? 0) / 60 + Number(`0.${fraction ?? 0}`)
  return size > 14 ? undefined : (sign === '-' ? -1 : 1) * size * HOUR
}

const findRule = (zone: string): OffsetRule | undefined =>
  Object.hasOwn(offsetRules, zone) ? offsetRules[zone] : undefined

function applyRule(instant: number, zone: string): number | undefined {
  const rule = findRule(zone)
  if (!rule) return undefined
  const year = new Date(instant).getUTCFullYear()
  if (year < rule.since) return undefined
  const [start, end] = rule.summer ?? []
  const isSummer =
    start && end && instant >= changeInstant(year, start) && instant < changeInstant(year, end)
  return (rule.hours + (isSummer ? 1 : 0)) * HOUR
}

function changeInstant(year: number, [month, weekday, hours]: OffsetChange): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0))
  return lastDay.getTime() - ((lastDay.getUTCDay() - weekday + 7) % 7) * DAY + hours * HOUR
}

/** Returns the offset without summer time: the smaller offset of January and July. */
function standardOffset(instant: number, zone: string): number {
  const year = new Date(instant).getUTCFullYear()
  return Math.min(offsetAt(Date.UTC(year, 0, 1), zone), offsetAt(Date.UTC(year, 6, 1), zone))
}

/** Returns the wall time that the formatter shows, without ms. */
function formatWall(instant: number, formatter: Intl.DateTimeFormat): number {
  const parts: Record<string, string> = {}
  for (const { type, value } of formatter.formatToParts(instant)) parts[type] = value
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
  const wall = new Date(0)
  wall.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
  wall.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
  return wall.getTime()
}

/** Cache of formatters by time zone, which are freed late: without it 20,000 conversions add 180 MB to the process. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATTERS = 600

/** Returns the formatter of a time zone, or undefined if the platform does not have the time zone. */
function findFormatter(zone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) return undefined
  const formatter = formatters.get(zone) ?? createFormatter(zone)
  if (formatters.size >= MAX_FORMATTERS) formatters.clear()
  if (formatter) formatters.set(zone, formatter)
  return formatter
}

function createFormatter(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return undefined
  }
}
