import {
  addMonths,
  endOfDay,
  formatDateTime,
  parseDateTime,
  startOfDay,
  toUtc,
} from '../../dates/date-time.ts'
import { DAY } from '../../dates/durations.ts'
import { toInstant, toWall } from '../../dates/time-zone.ts'
import type { Context, Query } from '../context.ts'
import type { MessageKey } from '../format-message.ts'
import { createDateRules, parseDateParam, utcDate } from '../params/values.ts'
import type { Comparison, Filter, MutableRow, Row } from '../resource.ts'
import type { Site } from '../site.ts'

/** Returns the default start of a list: yesterday at 23:59:00 UTC (15.1). */
export const defaultStart = (now: Date): string =>
  `${formatDateTime(now.getTime() - DAY).slice(0, 10)} 23:59:00`

/** Returns the default end of a list: 24 months from now (15.1). */
export const defaultEnd = (now: Date): string => formatDateTime(addMonths(now.getTime(), 24))

/** A filter by a bound on the start or the end of events. */
export const dateFilter = (
  doc: MessageKey,
  column: 'start_date' | 'end_date',
  operator: Comparison['operator'],
): Filter<string> => ({
  ...utcDate(doc),
  compares: {
    column,
    operator,
    // a strict bound is an instant; the links of a list have it in UTC
    resolve: (value, { site }, query) => ({
      column: comparedColumn(column, site),
      bound: query.strict_dates === true ? toSiteClock(value, site) : value,
    }),
  },
})

/** Returns the column that lists compare: the event's own clock time, or on a site called `UTC` the instant (15.1a). */
export const comparedColumn = (column: string, { comparesInstants }: Site): string =>
  comparesInstants ? `utc_${column}` : column

const toSiteClock = (utc: string, { zone }: Site): string =>
  formatDateTime(toWall(parseDateTime(utc), zone))

/** Functions that widen a date parameter to a whole day, by name. */
const widenToDay: Readonly<Record<string, (dateTime: string) => string>> = {
  start_date: startOfDay,
  end_date: endOfDay,
  starts_before: endOfDay,
  starts_after: endOfDay,
  ends_before: endOfDay,
  ends_after: endOfDay,
}
const namesWithDefault = ['start_date', 'end_date']
/** The bounds of a list next to which its default dates are dropped. */
export const boundNames = ['starts_before', 'starts_after', 'ends_before', 'ends_after']

/** Widens dates to whole days unless `strict_dates` is set, and drops default dates next to other bounds (15.1). `include` drops all dates (15.1b). */
export function normalizeDates(query: Query, context: Context): Query {
  const hasBounds = boundNames.some((name) => query[name] !== undefined)
  const defaults = [defaultStart(context.now), defaultEnd(context.now)]
  const isReplaced = (name: string, value: unknown): boolean =>
    hasBounds && namesWithDefault.includes(name) && defaults.includes(String(value))

  // the service keeps the default dates (15.1b)
  const isWithoutDates = query.include !== undefined && !context.settings.preset.followsService
  const normalized: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query)) {
    const widen = widenToDay[name]
    if (!widen) normalized[name] = value
    else if (!isWithoutDates && !isReplaced(name, value)) {
      const bound = String(value)
      const day = defaults.includes(bound) ? toSiteClock(bound, context.site) : bound
      normalized[name] = query.strict_dates === true ? value : widen(day)
    }
  }
  return normalized
}

interface TimesInput {
  readonly values: Query
  readonly previous: Row | undefined
  readonly context: Context
}

/** Sets start and end of a row, as wall times and in UTC. An end before the start becomes the start (17.5a), in UTC not with the preset (24.4). */
export function setTimes(row: MutableRow, { values, previous, context }: TimesInput): MutableRow {
  const { followsService } = context.settings.preset
  const isComplete = values.start_date !== undefined && values.end_date !== undefined
  // the service ignores one date alone (24.2)
  const isIgnored = followsService && previous && !isComplete && !row.all_day
  if (isIgnored)
    return Object.assign(row, { start_date: previous.start_date, end_date: previous.end_date })
  const resolveWall = (name: string): string => {
    const raw = values[name]
    const rules = createDateRules(context, row.timezone)
    const date = raw === undefined ? undefined : parseDateParam(raw, rules)
    if (!date) return previous?.[name]
    const { wall } = date
    return formatDateTime(
      // a clock time that the zone skips is an hour later in the service (24.4)
      followsService ? toWall(toInstant(wall, row.timezone), row.timezone) : wall,
    )
  }
  const start = resolveWall('start_date')
  const sentEnd = resolveWall('end_date')
  const end = sentEnd < start ? start : sentEnd
  row.start_date = row.all_day ? startOfDay(start) : start
  row.end_date = row.all_day ? endOfDay(end) : end
  row.utc_start_date = toUtc(row.start_date, row.timezone)
  row.utc_end_date = toUtc(followsService && !row.all_day ? sentEnd : row.end_date, row.timezone)
  return row
}
