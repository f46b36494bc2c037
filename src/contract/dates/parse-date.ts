import { addMonths, MAX_TIME, MIN_TIME, utcMidnight } from './date-time.ts'
import { DAY, HOUR, MINUTE } from './durations.ts'
import { toWall } from './time-zone.ts'

/** A date as a client wrote it: the wall time and, if it was written, the offset from UTC. Both in ms. */
export interface ParsedDate {
  readonly wall: number
  readonly offset?: number
}

/**
 * Parses a date: `2030-01-05`, `2030-01-05 19:00:00`, ISO 8601 with or without offset, UNIX seconds,
 * `2018-01-01 4pm`, and relative words alone or with a time, such as `now`, `tomorrow 9am`,
 * `next wednesday 4pm` and `+2 weeks`. Relative words count from `now` in `zone`. Returns undefined for
 * any other text, for impossible dates such as 31 February, and outside the years 1 to 9999.
 */
export function parseDate(raw: string | number, now: Date, zone: string): ParsedDate | undefined {
  const text = String(raw).trim()
  const date =
    parseIso(text) ??
    parseUnixSeconds(text) ??
    parseRelative(text.toLowerCase(), toWall(now.getTime(), zone), now)
  return date && date.wall >= MIN_TIME && date.wall <= MAX_TIME ? date : undefined
}

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:t|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?)?$/i

function parseIso(text: string): ParsedDate | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = match
  const midnight = toMidnight(Number(year), Number(month), Number(day))
  const time = toTimeOfDay(Number(hour), Number(minute), Number(second))
  if (midnight === undefined || time === undefined) return undefined
  if (!zone) return { wall: midnight + time }
  const offset = parseOffset(zone)
  return offset === undefined ? undefined : { wall: midnight + time, offset }
}

/** Returns an offset in ms, or undefined for more than 14 hours. `z`, `utc` and `gmt` are 0. */
function parseOffset(zone: string): number | undefined {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!match) return 0
  const [hours, minutes] = [Number(match[2]), Number(match[3] ?? 0)]
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined
  return (match[1] === '-' ? -1 : 1) * (hours * HOUR + minutes * MINUTE)
}

const parseUnixSeconds = (text: string): ParsedDate | undefined =>
  /^[+-]?\d+(\.\d+)?$/.test(text) ? { wall: Math.trunc(Number(text)) * 1000, offset: 0 } : undefined

/** A token at the start of a text: its length, and the wall time or time of day that it means, in ms. */
type Token = readonly [length: number, time: number]

/** Parses days, steps and a time of day in any order: `tomorrow +2 hours`, `2018-01-01 4pm`, `9am tomorrow`. */
function parseRelative(text: string, localNow: number, now: Date): ParsedDate | undefined {
  if (text === 'now') return { wall: localNow, offset: localNow - now.getTime() }
  let remaining = text.replace(/\bat\b/g, ' ').trim()
  if (remaining === '') return undefined
  let wall = localNow
  let timeOfDay = 0
  while (remaining !== '') {
    const clockToken = readTimeOfDay(remaining)
    const token = clockToken ?? readDay(remaining, wall, timeOfDay)
    if (!token) return undefined
    const [length, time] = token
    if (clockToken) timeOfDay = time
    wall = clockToken ? floorToDay(wall) + time : time
    remaining = remaining.slice(length).trim()
  }
  return { wall }
}

/** Reads a time of day: `noon`, `4pm`, `16:30`. */
function readTimeOfDay(text: string): Token | undefined {
  if (/^noon\b/.test(text)) return [4, DAY / 2]
  const match = /^(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?\s*(am|pm)?(?=\s|$)/.exec(text)
  if (!match || (match[2] === undefined && match[4] === undefined)) return undefined
  const [token, hour, minute = '0', second = '0', half] = match
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const hour24 = half ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour)
  const time = toTimeOfDay(hour24, Number(minute), Number(second))
  return time === undefined ? undefined : [token.length, time]
}

/** Words for days, in days from today. */
const dayWords: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['midnight', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
])

/** Reads a word, a step, a weekday or a date. Days start at `timeOfDay`; steps start at `wall`. */
function readDay(text: string, wall: number, timeOfDay: number): Token | undefined {
  const today = floorToDay(wall) + timeOfDay
  const [word = ''] = /^[a-z]+/.exec(text) ?? []
  if (word === 'now') return [word.length, wall]
  const days = dayWords.get(word)
  if (days !== undefined) return [word.length, today + days * DAY]
  return readStep(text, wall) ?? readWeekday(text, today) ?? readDate(text, timeOfDay)
}

const STEP =
  /^([+-]?\d{1,6}|next|last)\s*(sec|second|min|minute|hour|day|week|fortnight|month|year)s?(\s+ago)?\b/

/** The units of fixed length, in ms. */
const unitLengths: Readonly<Record<string, number>> = {
  sec: 1000,
  second: 1000,
  min: MINUTE,
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
  fortnight: 14 * DAY,
}

/** Reads a step from `wall`: `+2 weeks`, `next month`, `3 days ago`. */
function readStep(text: string, wall: number): Token | undefined {
  const match = STEP.exec(text)
  if (!match) return undefined
  const [token, amount = '', unit = '', ago] = match
  const words: Readonly<Record<string, number>> = { next: 1, last: -1 }
  const count = (words[amount] ?? Number(amount)) * (ago ? -1 : 1)
  const length = unitLengths[unit]
  if (length !== undefined) return [token.length, wall + count * length]
  return [token.length, addMonths(wall, unit === 'year' ? count * 12 : count)]
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Reads a weekday: `wed` is today or later, `next wed` later than today, `last wed` before today. */
function readWeekday(text: string, today: number): Token | undefined {
  const [token = '', modifier, name = ''] = /^(next|last|this)?\s*([a-z]+)\b/.exec(text) ?? []
  const index = WEEKDAYS.findIndex((weekday) => weekday === name || weekday.slice(0, 3) === name)
  if (index < 0) return undefined
  const daysAhead = modulo(index - new Date(today).getUTCDay(), 7)
  if (modifier === 'last') return [token.length, today + (daysAhead - 7) * DAY]
  const days = modifier === 'next' && daysAhead === 0 ? 7 : daysAhead
  return [token.length, today + days * DAY]
}

/** Reads a date before or after a time of day: `2018-01-01 4pm`. */
function readDate(text: string, timeOfDay: number): Token | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?=\s|$)/.exec(text)
  if (!match) return undefined
  const [token, year, month, day] = match
  const midnight = toMidnight(Number(year), Number(month), Number(day))
  return midnight === undefined ? undefined : [token.length, midnight + timeOfDay]
}

/** Returns the start of a day, or undefined for a day that the calendar does not have. */
function toMidnight(year: number, month: number, day: number): number | undefined {
  const date = utcMidnight(year, month, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

/** Returns the ms since midnight, or undefined for a time that clocks do not show. */
function toTimeOfDay(hour: number, minute: number, second: number): number | undefined {
  return hour < 24 && minute < 60 && second < 60
    ? hour * HOUR + minute * MINUTE + second * 1000
    : undefined
}

const floorToDay = (wall: number): number => wall - modulo(wall, DAY)

/** Returns the remainder with the sign of the divisor. */
const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor
