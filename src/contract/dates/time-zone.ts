/**
 * Time zones by `Intl`: IANA names and offsets such as `UTC+2`, `UTC-5.5`, `+05:30`.
 * Wall times and instants are milliseconds; a wall time is the instant at which UTC clocks show it.
 */

import {
  abbreviations,
  type OffsetChange,
  type OffsetRule,
  offsetRules,
} from './time-zone-rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Whether a zone is one that events may have: an IANA name, `UTC`, `UTC+2`, `UTC-5.5`, `+02:00`. */
export function isTimeZone(zone: string): boolean {
  return (
    fixedOffset(zone) !== undefined || findRule(zone) !== undefined || formatter(zone) !== undefined
  )
}

/**
 * The instant, in ms since 1970 UTC, of a wall time in a zone. In a gap the earlier offset holds, in an
 * overlap the first. `offsetOf` is `offsetAt`, or gives the same.
 */
export function toInstant(
  wall: number,
  zone: string,
  offsetOf: (instant: number, zone: string) => number = offsetAt,
): number {
  const before = offsetOf(wall - DAY, zone)
  if (offsetOf(wall - before, zone) === before) return wall - before
  const after = offsetOf(wall + DAY, zone)
  return offsetOf(wall - after, zone) === after ? wall - after : wall - before
}

/** Spans of time, in ms, in which no clocks are changed and changed back. */
const SPANS = [8 * DAY, DAY, HOUR]

/** `offsetAt` of one zone, which asks once for each span in which the offset stays the same. */
export function rememberedOffset(zone: string): (instant: number) => number {
  const known = new Map<number, number>()
  const offsetOf = (instant: number): number => {
    const offset = known.get(instant) ?? offsetAt(instant, zone)
    known.set(instant, offset)
    return offset
  }
  return (instant) => {
    for (const span of SPANS) {
      const start = Math.floor(instant / span) * span
      const offset = offsetOf(start)
      if (offsetOf(start + span) === offset) return offset
    }
    return offsetAt(instant, zone)
  }
}

/** The wall time that clocks of a zone show at an instant; both in ms. */
export function toWall(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone)
}

/** The short name of a zone at an instant: `CET`, `IST`, `+03`; zones given as an offset from UTC are their own name. */
export function abbreviateZone(instant: number, zone: string): string {
  if (fixedOffset(zone) !== undefined && abbreviations[zone] === undefined) return zone
  const offset = offsetAt(instant, zone)
  const names = abbreviations[zone]
  if (names) return offset > standardOffset(instant, zone) ? names[1] : names[0]
  const minutes = Math.abs(offset) / 60_000
  const text = `${offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}`
  return minutes % 60 === 0 ? text : text + String(Math.round(minutes % 60)).padStart(2, '0')
}

/** Offset from UTC at an instant, both in ms. `zone` must be valid. */
export function offsetAt(instant: number, zone: string): number {
  const fixed = fixedOffset(zone)
  if (fixed !== undefined) return fixed
  const ruled = ruledOffset(instant, zone)
  if (ruled !== undefined) return ruled
  const format = formatter(zone)
  if (!format) throw new RangeError(`unknown time zone "${zone}"`)
  const parts: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(instant)) parts[type] = value
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
  const wall = new Date(0)
  wall.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day))
  wall.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second))
  return wall.getTime() - Math.floor(instant / 1000) * 1000
}

const findRule = (zone: string): OffsetRule | undefined =>
  Object.hasOwn(offsetRules, zone) ? offsetRules[zone] : undefined

function ruledOffset(instant: number, zone: string): number | undefined {
  const rule = findRule(zone)
  const year = new Date(instant).getUTCFullYear()
  if (!rule || year < rule.since) return undefined
  const [from, until] = (rule.summer ?? []).map((change) => changeIn(year, change))
  const isSummer = from !== undefined && instant >= from && instant < (until ?? 0)
  return (rule.hours + Number(isSummer)) * HOUR
}

function changeIn(year: number, [month, weekday, hours]: OffsetChange): number {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return last.getTime() - ((last.getUTCDay() - weekday + 7) % 7) * DAY + hours * HOUR
}

function standardOffset(instant: number, zone: string): number {
  const year = new Date(instant).getUTCFullYear()
  return Math.min(offsetAt(Date.UTC(year, 0, 1), zone), offsetAt(Date.UTC(year, 6, 1), zone))
}

function fixedOffset(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0
  const match = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d)|\.(\d{1,2}))?$/i.exec(zone)
  if (!match) return undefined
  const [, sign, hours, minutes, fraction] = match
  const size = Number(hours) + Number(minutes ?? 0) / 60 + Number(`0.${fraction ?? 0}`)
  return size > 14 ? undefined : (sign === '-' ? -1 : 1) * size * HOUR
}

const formatters = new Map<string, Intl.DateTimeFormat | undefined>()

function formatter(zone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) return undefined
  if (!formatters.has(zone)) {
    if (formatters.size > 600) formatters.clear()
    formatters.set(zone, makeFormatter(zone))
  }
  return formatters.get(zone)
}

function makeFormatter(zone: string): Intl.DateTimeFormat | undefined {
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
