import { parseDate } from '../contract/dates/parse-date.ts'
import { OptionError } from '../contract/option-error.ts'

/** What the clock shows: noon UTC of the machine's day, the machine's own time, or an instant. */
export type Now = 'today' | 'real' | (string & {}) | Date

/** The mock's clock. Records are anchored to it when a world is made; moving it moves only now. */
export interface Clock {
  now(): Date
  /** Sets it as the option `now` does. Throws for what is no time. */
  set(now: Now): void
  /** Moves it by an ISO 8601 duration of weeks, days, hours, minutes and seconds: `P1D`, `-PT2H30M`. */
  advance(duration: string): void
  /** Whether it stands still. */
  readonly frozen: boolean
  /** Stops it at what it shows, or lets it go on from there. */
  freeze(frozen: boolean): void
  /** Whether it was set, moved, stopped or let go since it was made or reset. */
  readonly moved: boolean
  /** Back to the option it was made with. */
  reset(): void
}

/** What a clock shows: `base`, in ms since 1970 UTC, and what has passed since the machine's clock showed `since`. */
interface ClockState {
  readonly base: number
  readonly since?: number
}

/** A clock that reads the machine's only through `machine`, in ms since 1970 UTC. */
export function createClock(option: Now, systemNow: () => number): Clock {
  let first = readClockOption(option, systemNow)
  let reading = first
  const shown = (): number => reading.base + elapsedSince(reading, systemNow)
  const show = (base: number, frozen: boolean): void => {
    reading = { base, ...(!frozen && { since: systemNow() }) }
  }
  return {
    now: () => new Date(shown()),
    set(now) {
      reading = readClockOption(now, systemNow)
    },
    advance(duration) {
      const moved = shown() + parseDuration(duration)
      if (!isSupportedTime(moved))
        throw new OptionError(`"${duration}" leads out of the years 1 to 9000`)
      show(moved, reading.since === undefined)
    },
    get frozen() {
      return reading.since === undefined
    },
    freeze: (frozen) => show(shown(), frozen),
    get moved() {
      return reading !== first
    },
    reset() {
      first = readClockOption(option, systemNow)
      reading = first
    },
  }
}

const elapsedSince = ({ since }: ClockState, systemNow: () => number): number =>
  since === undefined ? 0 : systemNow() - since

function readClockOption(now: Now, systemNow: () => number): ClockState {
  const since = systemNow()
  if (now === 'real') return { base: since, since }
  const instant = parseInstant(now, systemNow)
  if (instant !== undefined && isSupportedTime(instant)) return { base: instant }
  throw new OptionError(
    `now "${String(now)}" is no time; accepted: today, real, an instant such as 2030-01-07T12:00:00Z`,
  )
}

/** Whether an instant, in ms, lies in the years 1 to 9000. */
function isSupportedTime(instant: number): boolean {
  const year = new Date(instant).getUTCFullYear()
  return year >= 1 && year <= 9000
}

/** Milliseconds of an instant; one without an offset is UTC, whatever the machine's zone. */
function parseInstant(now: Now, systemNow: () => number): number | undefined {
  if (now instanceof Date) return Number.isNaN(now.getTime()) ? undefined : now.getTime()
  const today = new Date(systemNow())
  if (now === 'today') return Date.parse(`${today.toISOString().slice(0, 10)}T12:00:00Z`)
  const moment = /^\d{4}-/.test(now) ? parseDate(now, today, 'UTC') : undefined
  return moment && moment.wall - (moment.offset ?? 0)
}

const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** Milliseconds of a duration. */
function parseDuration(text: string): number {
  const match = DURATION.exec(text)
  if (!match || !/\d/.test(text)) {
    throw new OptionError(`"${text}" is no duration; accepted: ISO 8601 such as P1D, P2W, PT90M`)
  }
  const [, sign, ...parts] = match
  const units = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000]
  const size = units.reduce((sum, unit, n) => sum + unit * Number(parts[n] ?? 0), 0)
  return sign === '-' ? -size : size
}
