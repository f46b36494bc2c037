import { type DateDraft, readToken } from './date-grammar.ts'
import { floorToDay, MAX_TIME, MIN_TIME, utcMidnight } from './date-time.ts'
import { DAY } from './durations.ts'
import { toWall } from './time-zone.ts'

/** A date as a client wrote it: the wall time and, if it was written, the offset from UTC. Both in ms. */
export interface ParsedDate {
  readonly wall: number
  readonly offset?: number
}

/** The clock and the time zone that relative dates count from. */
export interface DateRules {
  readonly now: Date
  readonly zone: string
  /** True if month 0, day 0 and days past the end of a month roll over, and 24:00 is the next day. Default: they are invalid. */
  readonly rollsOver?: boolean
}

/**
 * Parses a date: UNIX seconds, or any sequence of the tokens of the grammar, such as `2030-01-05`,
 * `2030-01-05T19:00:00+02:00`, `Sat, 05 Jan 2030 19:00:00 GMT`, `tomorrow 9am`, `first day of next month`.
 * Returns undefined for any other text, for impossible dates, and outside the years 1 to 9999.
 */
export function parseDate(raw: string | number, rules: DateRules): ParsedDate | undefined {
  const text = String(raw).trim().toLowerCase()
  const date = parseUnixSeconds(text) ?? parseTokens(text, rules)
  return date && date.wall >= MIN_TIME && date.wall <= MAX_TIME ? date : undefined
}

function parseUnixSeconds(text: string): ParsedDate | undefined {
  const [, seconds] = /^@?([+-]?\d+(?:\.\d+)?)$/.exec(text) ?? []
  return seconds === undefined ? undefined : { wall: Math.trunc(Number(seconds)) * 1000, offset: 0 }
}

function parseTokens(text: string, { now, zone, rollsOver = false }: DateRules) {
  const localNow = toWall(now.getTime(), zone)
  if (text === 'now') return { wall: localNow, offset: localNow - now.getTime() }
  const draft: DateDraft = { rollsOver, startsAtMidnight: false, months: 0, days: 0, ms: 0 }
  let remaining = skipSeparators(text)
  if (remaining === '') return undefined
  while (remaining !== '') {
    const length = readToken(remaining, draft)
    if (length === 0) return undefined
    remaining = skipSeparators(remaining.slice(length))
  }
  const { offset } = draft
  return { wall: resolveWall(draft, localNow), ...(offset !== undefined && { offset }) }
}

const skipSeparators = (text: string): string => text.replace(/^(?:[\s,]|at\b)+/, '')

/** Returns the wall time of a draft: first the weekday is found, then the distance is added. */
function resolveWall(draft: DateDraft, localNow: number): number {
  const today = floorToDay(localNow)
  const day = moveToWeekday(draft.day ?? today, draft)
  const timeOfDay = draft.timeOfDay ?? (draft.startsAtMidnight ? 0 : localNow - today)
  return addDistance(day, draft) + timeOfDay + draft.ms
}

function moveToWeekday(day: number, { weekday, isSameWeek, skipsDay }: DateDraft): number {
  const current = new Date(day).getUTCDay()
  if (isSameWeek) return day + (toIsoWeekday(weekday ?? MONDAY) - toIsoWeekday(current)) * DAY
  if (weekday === undefined) return day
  const daysAhead = (weekday - current + 7) % 7
  return day + (daysAhead === 0 && skipsDay ? 7 : daysAhead) * DAY
}

const MONDAY = 1

/** Returns the number of a weekday in a week that ends on Sunday. */
const toIsoWeekday = (weekday: number): number => weekday || 7

/** Adds months and days, or moves to the first or last day of a month. A day past the end of a month rolls over. */
function addDistance(day: number, { months, days, monthDay }: DateDraft): number {
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1 + months]
  if (monthDay === 'first') return utcMidnight(year, month, 1).getTime()
  if (monthDay === 'last') return utcMidnight(year, month + 1, 0).getTime()
  return utcMidnight(year, month, date.getUTCDate() + days).getTime()
}
