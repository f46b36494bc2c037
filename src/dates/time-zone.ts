import { DAY, HOUR } from './durations.ts'

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

/** Converts a wall time to an instant. A skipped wall time has the offset before the change; a repeated wall time means the first instant. */
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
  const names = abbreviations.get(zone.toLowerCase())
  const offset = offsetAt(instant, zone)
  if (!names && parseFixedOffset(zone) !== undefined)
    return /^[+-]/.test(zone) ? `GMT${formatOffset(offset).padEnd(5, '0')}` : zone
  if (names) return offset > standardOffset(instant, zone) ? names[1] : names[0]
  return formatOffset(offset)
}

export const padTwo = (value: number): string => String(value).padStart(2, '0')

/** Formats an offset in ms: `+03`, `+0545`. */
export function formatOffset(offset: number): string {
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
export function standardOffset(instant: number, zone: string): number {
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

/** A clock change on the last `weekday` (0 is Sunday) of a `month` (0 is January), `hours` after midnight UTC. */
type OffsetChange = readonly [month: number, weekday: number, hours: number]

interface OffsetRule {
  /** The first year that the rule applies to. */
  readonly since: number
  /** Hours ahead of UTC in standard time. */
  readonly hours: number
  /** The start and the end of summer time, which is one hour ahead of standard time. */
  readonly summer?: readonly [from: OffsetChange, until: OffsetChange]
}

const european = (hours: number): OffsetRule => ({
  since: 1997,
  hours,
  summer: [
    [2, 0, 1],
    [9, 0, 1],
  ],
})

/** Rules for the time zones of seeded records, and for the default zone of sites. `Intl` has them too, but its first use adds 17 ms and 7 MB to every start. */
const offsetRules: Readonly<Record<string, OffsetRule>> = {
  'Africa/Cairo': {
    since: 2024,
    hours: 2,
    summer: [
      [3, 5, -2],
      [9, 4, 21],
    ],
  },
  'Asia/Kolkata': { since: 1997, hours: 5.5 },
  'Asia/Shanghai': { since: 1997, hours: 8 },
  'Etc/UTC': { since: Number.NEGATIVE_INFINITY, hours: 0 },
  'Europe/Berlin': european(1),
  'Europe/London': european(0),
  'Europe/Madrid': european(1),
  'Europe/Paris': european(1),
}

/** Abbreviations in standard and summer time. Time zones without an entry show their offset, such as `+03`. */
const abbreviationTable: Readonly<Record<string, readonly [string, string]>> = {
  UTC: ['UTC', 'UTC'],
  GMT: ['GMT', 'GMT'],
  EST: ['EST', 'EST'],
  'Africa/Cairo': ['EET', 'EEST'],
  'Africa/Johannesburg': ['SAST', 'SAST'],
  'Africa/Lagos': ['WAT', 'WAT'],
  'Africa/Nairobi': ['EAT', 'EAT'],
  'America/Chicago': ['CST', 'CDT'],
  'America/Denver': ['MST', 'MDT'],
  'America/Los_Angeles': ['PST', 'PDT'],
  'America/New_York': ['EST', 'EDT'],
  'America/Phoenix': ['MST', 'MST'],
  'America/Toronto': ['EST', 'EDT'],
  'Asia/Beirut': ['EET', 'EEST'],
  'Asia/Calcutta': ['IST', 'IST'],
  'Asia/Hong_Kong': ['HKT', 'HKT'],
  'Asia/Jakarta': ['WIB', 'WIB'],
  'Asia/Jerusalem': ['IST', 'IDT'],
  'Asia/Karachi': ['PKT', 'PKT'],
  'Asia/Kolkata': ['IST', 'IST'],
  'Asia/Manila': ['PST', 'PST'],
  'Asia/Seoul': ['KST', 'KST'],
  'Asia/Shanghai': ['CST', 'CST'],
  'Asia/Taipei': ['CST', 'CST'],
  'Asia/Tokyo': ['JST', 'JST'],
  'Australia/Brisbane': ['AEST', 'AEST'],
  'Australia/Melbourne': ['AEST', 'AEDT'],
  'Australia/Perth': ['AWST', 'AWST'],
  'Australia/Sydney': ['AEST', 'AEDT'],
  'Europe/Amsterdam': ['CET', 'CEST'],
  'Europe/Athens': ['EET', 'EEST'],
  'Europe/Berlin': ['CET', 'CEST'],
  'Europe/Brussels': ['CET', 'CEST'],
  'Europe/Copenhagen': ['CET', 'CEST'],
  'Europe/Helsinki': ['EET', 'EEST'],
  'Europe/Kyiv': ['EET', 'EEST'],
  'Europe/Lisbon': ['WET', 'WEST'],
  'Europe/London': ['GMT', 'BST'],
  'Europe/Madrid': ['CET', 'CEST'],
  'Europe/Moscow': ['MSK', 'MSK'],
  'Europe/Oslo': ['CET', 'CEST'],
  'Europe/Paris': ['CET', 'CEST'],
  'Europe/Prague': ['CET', 'CEST'],
  'Europe/Rome': ['CET', 'CEST'],
  'Europe/Stockholm': ['CET', 'CEST'],
  'Europe/Vienna': ['CET', 'CEST'],
  'Europe/Warsaw': ['CET', 'CEST'],
  'Europe/Zurich': ['CET', 'CEST'],
  'Pacific/Auckland': ['NZST', 'NZDT'],
  'Pacific/Honolulu': ['HST', 'HST'],
}

/** The table by names in lower case: the service ignores the case of zones. */
const abbreviations = new Map(
  Object.entries(abbreviationTable).map(([zone, names]) => [zone.toLowerCase(), names] as const),
)
