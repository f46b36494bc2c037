import { invalidOption } from '../contract/option-error.ts'
import { DAY, HOUR, MINUTE } from '../dates/durations.ts'
import { parseDate } from '../dates/parse-date.ts'
import { isDate } from './option-types.ts'

/**
 * The option `now`: `today` (noon UTC of the current day, frozen), `real` (the system time, running), or
 * an instant (frozen), as a `Date` or in ISO 8601. Without an offset it is UTC.
 */
export type Now = 'today' | 'real' | (string & {}) | Date

/** The clock of a world. Records are dated relative to its time when they are generated. Moving it later does not change them. */
export interface Clock {
  now(): Date
  /** Sets the clock, in the format of the option `now`. Throws `OptionError` for an invalid value. */
  set(now: Now): void
  /** Moves the clock by an ISO 8601 duration in weeks, days, hours, minutes and seconds: `P1D`, `-PT2H30M`. */
  advance(duration: string): void
  /** True if the clock is stopped. */
  readonly frozen: boolean
  /** Stops the clock at its current time, or starts it from there. */
  freeze(frozen: boolean): void
  /** True if the clock was set, moved, stopped or started since it was created or reset. */
  readonly moved: boolean
  /** Resets the clock to the option that it was created with. */
  reset(): void
}

/** A clock whose state can be stored. */
export interface ManagedClock extends Clock {
  /** The state of a clock that was moved, or undefined. Every move creates a new object. */
  readonly state: ClockState | undefined
  /** Continues from a stored state. Throws `OptionError` if it is invalid. */
  resume(state: ClockState): void
}

/** The time of a clock. A running clock is an offset from the system time. */
export interface ClockState {
  /** The time at `since`, or the time of a stopped clock, in ms since 1970 UTC. */
  readonly base: number
  /** The system time when the clock was started. Undefined if it is stopped. */
  readonly since?: number
}

/** Creates a clock. `systemNow` returns the system time in ms since 1970 UTC. */
export function createClock(option: Now, systemNow: () => number): ManagedClock {
  let initial = readNow(option, systemNow)
  let state = initial
  const readTime = ({ base, since }: ClockState): number =>
    since === undefined ? base : limitTime(base + (systemNow() - since))
  const setTime = (base: number, frozen: boolean): void => {
    state = frozen ? { base } : { base, since: systemNow() }
  }
  return {
    now: () => new Date(readTime(state)),
    set(now) {
      state = readNow(now, systemNow)
    },
    advance(duration) {
      const next = readTime(state) + parseDuration(duration)
      if (!isSupportedTime(next))
        throw invalidOption('duration', duration, 'durations within the years 1 to 9000')
      setTime(next, state.since === undefined)
    },
    get frozen() {
      return state.since === undefined
    },
    freeze: (frozen) => setTime(readTime(state), frozen),
    get moved() {
      return state !== initial
    },
    reset() {
      initial = readNow(option, systemNow)
      state = initial
    },
    get state() {
      return state === initial ? undefined : state
    },
    resume({ base, since }) {
      const start = { base: limitTime(base) }
      state = since === undefined ? start : { ...start, since: limitTime(since) }
    },
  }
}

function readNow(now: Now, systemNow: () => number): ClockState {
  const since = systemNow()
  if (now === 'real') return { base: since, since }
  const instant = parseInstant(now, since)
  if (instant !== undefined && isSupportedTime(instant)) return { base: instant }
  throw invalidOption('now', now, 'today, real, an instant such as 2030-01-07T12:00:00Z')
}

/** Returns whether an instant is in the years 1 to 9000. */
function isSupportedTime(instant: number): boolean {
  const year = new Date(instant).getUTCFullYear()
  return year >= 1 && year <= 9000
}

/** Returns the nearest time in the years 1 to 9000, which a running clock may leave. Throws `OptionError` for anything but a number. */
function limitTime(time: unknown): number {
  if (typeof time !== 'number' || Number.isNaN(time))
    throw invalidOption('time of the clock', time, 'ms since 1970')
  return Math.min(Math.max(time, Date.parse('0001-01-01')), Date.parse('9000-12-31T23:59:59.999Z'))
}

/** Parses an instant to ms since 1970 UTC. Without an offset it is UTC in every time zone of the system. */
function parseInstant(now: Now, systemTime: number): number | undefined {
  if (isDate(now)) return Number.isNaN(now.getTime()) ? undefined : now.getTime()
  const today = new Date(systemTime)
  if (now === 'today') return Date.parse(`${today.toISOString().slice(0, 10)}T12:00:00Z`)
  const parsed = /^\d{4}-/.test(now) ? parseDate(now, { now: today, zone: 'UTC' }) : undefined
  const [, ms = 0] = /\.(\d{3})Z$/.exec(now) ?? [] // as in snapshots: dates of requests have none
  return parsed && parsed.wall - (parsed.offset ?? 0) + Number(ms)
}

const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** Parses an ISO 8601 duration to ms. Throws `OptionError` for other formats. */
function parseDuration(text: string): number {
  const match = DURATION.exec(text)
  if (!match || !/\d/.test(text))
    throw invalidOption(
      'duration',
      text,
      'ISO 8601 in weeks, days, hours, minutes and seconds, such as P1D, P2W, PT90M',
    )
  const [, sign, ...parts] = match
  const units = [7 * DAY, DAY, HOUR, MINUTE, 1000]
  const ms = units.reduce((sum, unit, n) => sum + unit * Number(parts[n] ?? 0), 0)
  return sign === '-' ? -ms : ms
}
