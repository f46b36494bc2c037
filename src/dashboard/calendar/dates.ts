/** Functions for days, which are text such as `2030-01-07`. */

const DAY_MS = 864e5

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => toDay(Date.parse(day) + days * DAY_MS)

/** Returns the first day of the month that is some months later. */
export function firstOfMonth(day: string, months: number): string {
  const date = new Date(day)
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months))
}

/** Returns the first day of weeks where a language is spoken: 0 is Sunday. */
export function firstDayOfWeek(language: string): number {
  const locale: Intl.Locale & WeekLocale = new Intl.Locale(language)
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}

interface WeekInfo {
  readonly firstDay: number
}

/** The information about weeks, which TypeScript does not know yet. */
interface WeekLocale {
  getWeekInfo?(): WeekInfo
  readonly weekInfo?: WeekInfo
}

/** Returns a day as text in a language. */
export const formatDay = (
  language: string,
  day: string,
  options: Intl.DateTimeFormatOptions,
): string =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(Date.parse(day))

/** Returns the title of the month or week that contains a day. */
export function formatPeriod(language: string, day: string, mode: CalendarMode): string {
  if (mode !== 'week') return formatDay(language, day, { month: 'long', year: 'numeric' })
  const weekday = new Date(day).getUTCDay()
  const start = addDays(day, -((weekday + 7 - firstDayOfWeek(language)) % 7))
  const format = new Intl.DateTimeFormat(language, {
    ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  })
  return format.formatRange(Date.parse(start), Date.parse(addDays(start, 6)))
}

export const calendarModes = ['month', 'week', 'agenda'] as const
export type CalendarMode = (typeof calendarModes)[number]

/** Returns the start and the end of an event as text, in its zone. The service sends wall times. */
export function formatTimes(language: string, event: EventTimes): string {
  const [start = 0, end = 0] = [event.start_date, event.end_date].map((text) =>
    Date.parse(`${text.replace(' ', 'T')}Z`),
  )
  const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = event.all_day ? {} : ({ hour: 'numeric', minute: '2-digit' } as const)
  const format = new Intl.DateTimeFormat(language, { ...day, ...time, timeZone: 'UTC' })
  const text = format.formatRange(start, end)
  return event.all_day ? text : `${text} ${event.timezone_abbr}`
}

interface EventTimes {
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  readonly timezone_abbr: string
}
