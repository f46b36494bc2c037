import type { Context, Query } from '../context.ts'
import { addMonths, endOfDay, formatDateTime, startOfDay, toUtc } from '../dates/date-time.ts'
import type { MessageKey } from '../format-message.ts'
import { parseDateParam, utcDate } from '../params/date.ts'
import type { DateBounds, Filter, MutableRow, Row } from '../resource.ts'

/** A window that opens the day before now and closes 24 months ahead, unless dates are given (5.1). */
const DAY = 86_400_000
export const defaultStart = (now: Date): string =>
  `${formatDateTime(now.getTime() - DAY).slice(0, 10)} 23:59:00`
export const defaultEnd = (now: Date): string => formatDateTime(addMonths(now.getTime(), 24))

/** A bound on the start or the end of events in UTC. */
export const dateFilter = (
  doc: MessageKey,
  matches: (bound: string) => (row: Row) => boolean,
): Filter<string> => ({ ...utcDate(doc), matches })

const dateNames = ['start_date', 'end_date', 'strict_dates', 'page', 'per_page', 'i18n_language']

/** Returns the date bounds of a query for published events that sets no other filter, else undefined. */
export function dateBounds(query: Query): DateBounds | undefined {
  const others = Object.keys(query).filter((name) => !dateNames.includes(name))
  if (others.some((name) => name !== 'status') || String(query.status) !== 'publish')
    return undefined
  return {
    from: query.start_date as string | undefined, // read by `bound`
    until: query.end_date as string | undefined,
  }
}

/** The instant to which each date parameter is moved when whole days count. */
const wholeDay: Readonly<Record<string, (text: string) => string>> = {
  start_date: startOfDay,
  end_date: endOfDay,
  starts_before: endOfDay,
  starts_after: endOfDay,
  ends_before: endOfDay,
  ends_after: endOfDay,
}
/** Those that have a default. */
const windowed = { start_date: true, end_date: true }
const relative = ['starts_before', 'starts_after', 'ends_before', 'ends_after']

/** Widens dates to whole days, and drops the window where others rule (5.1). Choice: as does `include`. */
export function normalizeDates(query: Query, context: Context): Query {
  const isRelative = relative.some((name) => query[name] !== undefined)
  const window = isRelative ? [defaultStart(context.now), defaultEnd(context.now)] : []
  const effective: Record<string, unknown> = {}
  for (const name in query) {
    const value = query[name]
    const widened = wholeDay[name]
    if (!widened) effective[name] = value
    else if (query.include === undefined && !(name in windowed && window.includes(String(value))))
      effective[name] = query.strict_dates === true ? value : widened(String(value))
  }
  return effective
}

/** Start and end as wall times of the event's zone and in UTC. Choice: an end before the start becomes the start. */
export function setTimes(
  row: MutableRow,
  values: Query,
  { now }: Context,
  previous?: Row,
): MutableRow {
  const wall = (name: string): string => {
    const sent =
      values[name] === undefined ? undefined : parseDateParam(values[name], now, row.timezone)
    return sent ? formatDateTime(sent.wall) : previous?.[name]
  }
  const [from, to] = [wall('start_date'), wall('end_date')]
  const start = row.all_day ? startOfDay(from) : from
  const last = to < from ? from : to
  const end = row.all_day ? endOfDay(last) : last
  row.start_date = start
  row.end_date = end
  row.utc_start_date = toUtc(start, row.timezone)
  row.utc_end_date = toUtc(end, row.timezone)
  return row
}
