import {
  addMonths,
  formatDateTime,
  MAX_TIME,
  MIN_TIME,
  parseDateTime,
  utcMidnight,
} from './date-time.ts'
import { toWall } from './time-zone.ts'

/** What a client's date means: the clock time written, and its own offset from UTC in ms, if it had one. */
export interface ParsedDate {
  readonly wall: number
  readonly offset?: number
}

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * Reads a date as a person or a program writes it: `2030-01-05`, `2030-01-05 19:00:00`, ISO 8601 with
 * or without offset, UNIX seconds, `2018-01-01 4pm`, and relative words alone or with a time: `now`,
 * `tomorrow 9am`, `next wednesday 4pm`, `+2 weeks`. Relative words are read against `now` in `zone`.
 * Answers undefined for anything else, and for impossible dates such as 31 February.
 */
export function parseDate(raw: string | number, now: Date, zone: string): ParsedDate | undefined {
  const text = String(raw).trim()
  const moment =
    readIso(text) ??
    (/^[+-]?\d+(\.\d+)?$/.test(text)
      ? { wall: Math.trunc(Number(text)) * 1000, offset: 0 }
      : readRelative(text.toLowerCase(), toWall(now.getTime(), zone), now))
  return moment && isWithinYears(moment.wall) ? moment : undefined
}

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:t|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?)?$/i

function readIso(text: string): ParsedDate | undefined {
  const plain = readPlain(text)
  if (plain !== undefined) return { wall: plain }
  const match = ISO.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = match
  const date = dayOf(Number(year), Number(month), Number(day))
  const time = timeOf(Number(hour), Number(minute), Number(second))
  if (date === undefined || time === undefined) return undefined
  const wall = date + time
  if (!zone) return { wall }
  const offset = offsetOf(zone)
  return offset === undefined ? undefined : { wall, offset }
}

/** What most programs write, `2030-01-05 19:00:00` or with a T, read without the pattern, which takes longer. */
function readPlain(text: string): number | undefined {
  if (text.length !== 19 || !' Tt'.includes(text.charAt(10))) return undefined
  const wall = parseDateTime(text)
  return formatDateTime(wall) === `${text.slice(0, 10)} ${text.slice(11)}` ? wall : undefined
}

/** `z`, `utc` and `gmt` are none; no zone is further than 14 hours from UTC. */
function offsetOf(zone: string): number | undefined {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!match) return 0
  const [hours, minutes] = [Number(match[2]), Number(match[3] ?? 0)]
  if (minutes > 59 || hours * 60 + minutes > 14 * 60) return undefined
  return (match[1] === '-' ? -1 : 1) * (hours * 60 + minutes) * MINUTE
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const STEP =
  /^([+-]?\d{1,6}|next|last)\s*(sec|second|min|minute|hour|day|week|fortnight|month|year)s?(\s+ago)?\b/

/** Days, steps and a time of day, in any order: `tomorrow +2 hours`, `2018-01-01 4pm`, `9am tomorrow`. */
function readRelative(text: string, localNow: number, now: Date): ParsedDate | undefined {
  if (text === 'now') return { wall: localNow, offset: localNow - now.getTime() }
  let rest = text.replace(/\bat\b/g, ' ').trim()
  let wall = localNow
  let timeSaid = 0
  if (rest === '') return undefined
  while (rest !== '') {
    const time = readTime(rest)
    const [length, next] = time ?? readWord(rest, wall, timeSaid) ?? []
    if (!length || next === undefined) return undefined
    if (time) timeSaid = next
    wall = time ? wall - mod(wall, DAY) + next : next
    rest = rest.slice(length).trim()
  }
  return { wall }
}

/** One word of a relative date: how many characters it took, and the wall time it leads to, at a time of day said before. */
function readWord(text: string, wall: number, time: number): readonly [number, number] | undefined {
  const today = wall - mod(wall, DAY) + time
  const days: Record<string, number> = { today: 0, midnight: 0, tomorrow: 1, yesterday: -1 }
  const word = /^[a-z]+/.exec(text)?.[0] ?? ''
  if (word === 'now') return [3, wall]
  if (Object.hasOwn(days, word)) return [word.length, today + (days[word] ?? 0) * DAY]
  return readStep(text, wall) ?? readWeekday(text, today) ?? readDate(text, time)
}

function readStep(text: string, wall: number): readonly [number, number] | undefined {
  const match = STEP.exec(text)
  if (!match) return undefined
  const [all, amount = '', unit = '', ago] = match
  const size = (amount === 'next' ? 1 : amount === 'last' ? -1 : Number(amount)) * (ago ? -1 : 1)
  const units: Record<string, number> = {
    sec: 1000,
    second: 1000,
    min: MINUTE,
    minute: MINUTE,
    hour: 60 * MINUTE,
    day: DAY,
    week: 7 * DAY,
    fortnight: 14 * DAY,
  }
  const step = units[unit]
  if (step !== undefined) return [all.length, wall + size * step]
  return [all.length, addMonths(wall, unit === 'year' ? size * 12 : size)]
}

function readWeekday(text: string, today: number): readonly [number, number] | undefined {
  const match = /^(next|last|this)?\s*(sun|mon|tue|wed|thu|fri|sat)([a-z]*)\b/.exec(text)
  const index = WEEKDAYS.findIndex(
    (day) =>
      match &&
      (match[3] === '' || day === `${match[2]}${match[3]}`) &&
      day.startsWith(match[2] ?? ''),
  )
  if (!match || index < 0) return undefined
  const ahead = mod(index - new Date(today).getUTCDay(), 7)
  if (match[1] === 'last') return [match[0].length, today + (ahead - 7) * DAY]
  return [match[0].length, today + (match[1] === 'next' && ahead === 0 ? 7 : ahead) * DAY]
}

function readDate(text: string, time: number): readonly [number, number] | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?=\s|$)/.exec(text)
  const date = match && dayOf(Number(match[1]), Number(match[2]), Number(match[3]))
  return match && date != null ? [match[0].length, date + time] : undefined
}

/** A time of day: how many characters it took, and its ms after midnight. */
function readTime(text: string): readonly [number, number] | undefined {
  if (/^noon\b/.test(text)) return [4, DAY / 2]
  const match = /^(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?\s*(am|pm)?(?=\s|$)/.exec(text)
  if (!match || (match[2] === undefined && match[4] === undefined)) return undefined
  const [all, hour, minute = '0', second = '0', half] = match
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const shift = half === 'pm' ? 12 : 0
  const time = timeOf(
    (half ? Number(hour) % 12 : Number(hour)) + shift,
    Number(minute),
    Number(second),
  )
  return time === undefined ? undefined : [all.length, time]
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const date = utcMidnight(year, month, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

function timeOf(hour: number, minute: number, second: number): number | undefined {
  return hour < 24 && minute < 60 && second < 60
    ? ((hour * 60 + minute) * 60 + second) * 1000
    : undefined
}

const isWithinYears = (ms: number): boolean => ms >= MIN_TIME && ms <= MAX_TIME

const mod = (a: number, b: number): number => ((a % b) + b) % b
