import { FIRST, format, LAST, toUtc } from './date-time.ts'
import { rememberedOffset, toInstant } from './time-zone.ts'

/** Times around one day, as texts `YYYY-MM-DD HH:MM:SS`. */
export interface Calendar {
  /** So many days from the first midnight, and minutes after that day's own. */
  wall(day: number, minutes: number): string
  /** As `wall`, for times of which hardly two are equal: they are not remembered. */
  stamp(day: number, minutes: number): string
  /** That time on the clocks of a zone, as UTC. */
  utcOf(day: number, minutes: number, zone: string): string
  /** A wall time of a zone, as UTC. */
  utc(wall: string, zone: string): string
}

const MINUTE = 60_000
const DAY = 86_400_000
const MINUTES = 1440

/** A calendar that counts from a midnight, in ms since 1970 UTC. */
export function calendarFrom(midnight: number): Calendar {
  const dates = new Map<number, string>()
  const times: string[] = []
  const texts = new Map<number, string>()
  const zones = new Map<string, Zone>()

  const zoneOf = (name: string): Zone => {
    const zone = zones.get(name) ?? newZone(name)
    zones.set(name, zone)
    return zone
  }

  function dateOf(day: number): string {
    const date = dates.get(day) ?? format(midnight + day * DAY).slice(0, 10)
    dates.set(day, date)
    return date
  }

  function textAt(minute: number): string {
    const known = texts.get(minute)
    if (known) return known
    const whole = textOf(minute)
    // engines compare texts quickest that lie in one piece, as those from `join` do
    const text = [whole.slice(0, 10), whole.slice(10)].join('')
    texts.set(minute, text)
    return text
  }

  /** Minutes are counted from the first midnight. */
  function textOf(minute: number): string {
    const ms = midnight + minute * MINUTE
    if (ms < FIRST || ms > LAST) return format(ms)
    const day = Math.floor(minute / MINUTES)
    const rest = minute - day * MINUTES
    const time = times[rest] ?? format(rest * MINUTE).slice(10)
    times[rest] = time
    return dateOf(day) + time
  }

  const calendar: Calendar = {
    wall: (day, minutes) => textAt(day * MINUTES + minutes),
    stamp: (day, minutes) => textOf(day * MINUTES + minutes),
    utcOf(day, minutes, zone) {
      const wall = midnight + (day * MINUTES + minutes) * MINUTE
      // what `format` moves into its years is another time
      if (wall < FIRST || wall > LAST) return calendar.utc(calendar.wall(day, minutes), zone)
      const away = zoneOf(zone).instantOf(wall) - midnight
      return away % MINUTE === 0 ? textAt(away / MINUTE) : format(midnight + away)
    },
    utc(wall, zone) {
      const { texts } = zoneOf(zone)
      const text = texts.get(wall) ?? toUtc(wall, zone)
      texts.set(wall, text)
      return text
    },
  }
  return calendar
}

/** What is remembered of a time zone. */
interface Zone {
  /** UTC by wall time. */
  readonly texts: Map<string, string>
  /** As `toInstant`. */
  instantOf(wall: number): number
}

/** Wall times are looked at in spans of so many ms. */
const SPAN = 8 * DAY

function newZone(name: string): Zone {
  const offsetOf = rememberedOffset(name)
  /** The offset that holds all around a span of wall times, where there is one, by the number of the span. */
  const steady = new Map<number, number | undefined>()

  function steadyIn(span: number): number | undefined {
    if (steady.has(span)) return steady.get(span)
    const offset = offsetOf(span * SPAN)
    const isSteady = [-1, 1, 2].every((step) => offsetOf((span + step) * SPAN) === offset)
    steady.set(span, isSteady ? offset : undefined)
    return steady.get(span)
  }

  return {
    texts: new Map(),
    instantOf(wall) {
      const offset = steadyIn(Math.floor(wall / SPAN))
      return offset === undefined ? toInstant(wall, name, offsetOf) : wall - offset
    },
  }
}
