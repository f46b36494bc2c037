import { formatDateTime, parseDateTime, startOfDay } from '../../dates/date-time.ts'
import { DAY } from '../../dates/durations.ts'
import type { ParsedDate } from '../../dates/parse-date.ts'
import { toInstant } from '../../dates/time-zone.ts'
import type { Query } from '../context.ts'
import { loseCurrency } from '../cost.ts'
import { notePageSize, readsWholeList } from '../list-notes.ts'
import { createNote } from '../note.ts'
import { quote } from '../params/param.ts'
import { createDateRules, parseDateParam } from '../params/values.ts'
import { noteStatus } from '../post-status.ts'
import type { ListSubject, NoteRule, WriteSubject } from '../resource.ts'
import { boundNames, comparedColumn, defaultEnd, defaultStart, normalizeDates } from './dates.ts'

const rangeNames = ['start_date', 'end_date']
const dateNames = [...rangeNames, ...boundNames]

const listSent = ({ sent }: ListSubject, names: readonly string[]): readonly string[] =>
  names.filter((name) => sent(name) !== undefined)

/** A time of day or UNIX seconds. `now` and `tomorrow` are days. */
const TIME = /\d:\d\d|\d\s*[ap]\.?m\b|\b(noon|midnight)\b|^@?[+-]?\d{5,}/i

const noteWholeDay: NoteRule<ListSubject> = (subject) => {
  const { sent, input, query } = subject
  const widened = listSent(subject, dateNames).find(
    (name) =>
      TIME.test(String(sent(name))) && query[name] !== undefined && query[name] !== input[name],
  )
  if (!widened) return undefined
  const message = `${widened} is ${input[widened]}, but the list uses ${query[widened]}: without strict_dates=true, dates are whole days`
  return createNote('whole-day', message, widened)
}

const noteIgnoredDates: NoteRule<ListSubject> = (subject) => {
  const [first, ...others] = listSent(subject, [...dateNames, 'strict_dates'])
  const { query, context } = subject
  if (first === undefined || query.include === undefined || context.settings.preset.followsService)
    return undefined
  const message = `include lists events of any date; ignored: ${[first, ...others].join(', ')}`
  return createNote('include-ignores-dates', message, first)
}

/** Returns the note about a default date that is missing in the request: yesterday, or 24 months from now. */
const noteOneBound: NoteRule<ListSubject> = (subject) => {
  const { query } = subject
  const [name, other] = listSent(subject, rangeNames)
  if (name === undefined || other !== undefined) return undefined
  const { start_date: start, end_date: end } = query
  if (start === undefined || end === undefined) return undefined
  if (name === 'end_date')
    return createNote('one-date-bound', `without start_date, the list begins at ${start}`, name)
  if (String(start) <= String(end)) return undefined
  return createNote('one-date-bound', `without end_date, the list ends at ${end}`, name)
}

/** Returns the note about a place in the request, which the service ignores without an extension (24.5). */
const notePlace: NoteRule<ListSubject> = (subject) => {
  const [name] = listSent(subject, ['geoloc', 'geoloc_lat', 'geoloc_lng'])
  if (name === undefined || subject.context.settings.geolocation) return undefined
  const message = `${name} has no effect: the service filters by place only with an extension; set the option geolocation`
  return createNote('no-effect', message, name)
}

/** The pairs of bounds that no event satisfies if they are reversed. */
const pairs = [
  ['start_date', 'end_date'],
  ['starts_after', 'starts_before'],
  ['ends_after', 'ends_before'],
] as const

const noteReversed: NoteRule<ListSubject> = (subject) => {
  const { query } = subject
  const reversed = pairs.find(
    ([from, until]) =>
      listSent(subject, [from, until]).length === 2 && String(query[from]) > String(query[until]),
  )
  if (!reversed) return undefined
  const [from, until] = reversed
  const message = `${from} ${query[from]} is after ${until} ${query[until]}, so no event matches`
  return createNote('dates-reversed', message, from)
}

/** Returns whether a query filters published events by `start_date` and `end_date` only. */
function listsByDate(query: Query): boolean {
  const dated = [...rangeNames, 'strict_dates', 'page', 'per_page', 'i18n_language', 'status']
  return String(query.status) === 'publish' && Object.keys(query).every((n) => dated.includes(n))
}

/** Returns the note about past events. Filters other than dates have it only if nothing else matches. */
const notePastEvents: NoteRule<ListSubject> = (subject) => {
  const { query, total, count } = subject
  const isDated = listSent(subject, dateNames).length > 0 || query.start_date === undefined
  const isWhole = query.include !== undefined || total === 0 || listsByDate(query)
  if (isDated || !readsWholeList(subject) || !isWhole) return undefined
  const hidden = count({ start_date: undefined, starts_before: query.start_date })
  if (hidden === 0) return undefined
  const events = hidden === 1 ? '1 past event is' : `${hidden} past events are`
  const message = `${events} not listed: without start_date, the list begins at ${query.start_date}`
  return createNote('past-events-hidden', message, 'start_date')
}

/** Returns the note about events that are partly within the dates, with the query that lists them. */
const noteRunningEvents: NoteRule<ListSubject> = (subject) => {
  const { query, sent, total, count } = subject
  if (listSent(subject, rangeNames).length < 2 || !listsByDate(query)) return undefined
  const { start_date: from, end_date: until } = query
  if (String(from) > String(until)) return undefined
  const within = { ends_after: from, starts_before: until }
  const partial = count({ start_date: undefined, end_date: undefined, ...within }) - total
  if (partial <= 0) return undefined
  const events = partial === 1 ? '1 event is' : `${partial} events are`
  const dates = query.strict_dates
    ? [sent('start_date'), sent('end_date')]
    : [from, nextSecond(until)]
  const [first, last] = dates.map(formatBound)
  const message = `${events} partly within the dates and not listed; ends_after=${first}&starts_before=${last}&strict_dates=true lists them too`
  return createNote('running-events-left-out', message, 'start_date')
}

/** Returns the note about events of the day of `ends_after`, which begins after that day, with the query that lists them. */
const noteFirstDay: NoteRule<ListSubject> = (subject) => {
  const { query, sent, total, count } = subject
  if (sent('ends_after') === undefined || query.ends_after === undefined || query.strict_dates)
    return undefined
  const start = startOfDay(String(query.ends_after))
  const left = count({ ends_after: start }) - total
  if (left <= 0) return undefined
  const events = left === 1 ? '1 event' : `${left} events`
  const until =
    query.starts_before && `&starts_before=${formatBound(nextSecond(query.starts_before))}`
  const message = `ends_after lists events that end after its day, so ${events} of that day are left out; ends_after=${formatBound(start)}${until ?? ''}&strict_dates=true lists them too`
  return createNote('first-day-left-out', message, 'ends_after')
}

/** Returns the second after the last one of a day: the start of the next day. */
const nextSecond = (dateTime: unknown): string =>
  formatDateTime(parseDateTime(String(dateTime)) + 1000)

/** Returns a bound as a query has it, without midnight. */
const formatBound = (dateTime: unknown): string =>
  String(dateTime)
    .replace(/[T ]00:00:00$/, '')
    .replace(' ', 'T')

/** Returns the note about IDs of no event in `include`. */
const noteUnknownIncluded: NoteRule<ListSubject> = ({ query, context }) => {
  const ids = (query.include ?? []) as readonly number[] // read by the filter `include`
  const unknown = ids.filter((id) => !context.repository.get('event', id))
  if (unknown.length === 0) return undefined
  const message = `no event has the ID ${quote(unknown).slice(1, -1)}`
  return createNote('included-id-unknown', message, 'include')
}

export const eventListNotes: readonly NoteRule<ListSubject>[] = [
  notePageSize,
  noteReversed,
  noteWholeDay,
  noteIgnoredDates,
  noteOneBound,
  notePlace,
  notePastEvents,
  noteRunningEvents,
  noteFirstDay,
  noteUnknownIncluded,
]

/** Returns a date of a write, or undefined if it was not sent. */
function readDate({ input, row, context }: WriteSubject, name: string): ParsedDate | undefined {
  const raw = input[name]
  const rules = createDateRules(context, row.timezone)
  return raw === undefined ? undefined : parseDateParam(raw, rules)
}

const readWall = (subject: WriteSubject, name: string): number | undefined =>
  readDate(subject, name)?.wall

const noteEnd: NoteRule<WriteSubject> = (subject) => {
  const { previous, row, context } = subject
  if (context.settings.preset.followsService && sendsOneDate(subject)) return undefined
  const start = readWall(subject, 'start_date') ?? parseDateTime(previous?.start_date)
  const end = readWall(subject, 'end_date') ?? parseDateTime(previous?.end_date)
  const isSent = ['start_date', 'end_date'].some((name) => subject.input[name] !== undefined)
  if (!isSent || !(end < start) || row.all_day) return undefined
  const message = `the end is before the start, so the event ends when it starts, at ${row.start_date}`
  return createNote('end-before-start', message, 'end_date')
}

/** Returns whether an update names one of the two dates, which the service ignores unless the event is all-day (24.2). */
const sendsOneDate = ({ input, previous }: WriteSubject): boolean =>
  previous !== undefined &&
  input.all_day !== true &&
  (input.start_date === undefined) !== (input.end_date === undefined)

const noteOneDate: NoteRule<WriteSubject> = (subject) => {
  if (!sendsOneDate(subject)) return undefined
  const name = subject.input.start_date === undefined ? 'end_date' : 'start_date'
  const message = subject.context.settings.preset.followsService
    ? `${name} alone changes nothing, as in the service; send both dates`
    : `the service ignores ${name} alone; send both dates`
  return createNote('service-clears-fields', message, name)
}

const noteAllDay: NoteRule<WriteSubject> = (subject) => {
  if (!subject.row.all_day) return undefined
  const times = ['start_date', 'end_date'].filter(
    (name) => (readWall(subject, name) ?? 0) % DAY !== 0,
  )
  const [first] = times
  if (first === undefined) return undefined
  const { start_date: start, end_date: end } = subject.row
  const message = `the event is all-day, from ${start} to ${end}, so the time in ${first} is ignored`
  return createNote('all-day-times', message, first)
}

/** Returns the note about a date whose offset is not the offset of the event's time zone: the wall time counts. */
const noteOffset: NoteRule<WriteSubject> = (subject) => {
  const { row } = subject
  const name = ['start_date', 'end_date'].find((name) => {
    const { wall, offset } = readDate(subject, name) ?? {}
    if (wall === undefined || offset === undefined || row.all_day) return false
    return wall - offset !== toInstant(wall, row.timezone)
  })
  if (name === undefined) return undefined
  const message = `the offset of ${name} is ignored: the event keeps ${row[name]} in its time zone, ${row.timezone}`
  return createNote('offset-ignored', message, name)
}

/** Returns the note about the cost 0, which a create does not store. */
const noteCost: NoteRule<WriteSubject> = ({ input, previous, row }) =>
  !previous && row.cost === '' && Number(input.cost || Number.NaN) === 0
    ? createNote(
        'cost-not-stored',
        'a create stores the cost 0 as an empty text; an update stores it as 0',
        'cost',
      )
    : undefined

/** Returns the note about an event that default lists do not show. */
const noteUnlisted: NoteRule<WriteSubject> = (subject) => {
  const { input, row, context, previous } = subject
  const names = ['hide_from_listings', 'start_date', 'end_date', 'status']
  if (previous && names.every((name) => input[name] === undefined)) return undefined
  if (row.hide_from_listings)
    return createNote(
      'not-listed',
      'hide_from_listings hides the event in all lists',
      'hide_from_listings',
    )
  if (row.status !== 'publish') return noteStatus(subject)
  const defaults = { start_date: defaultStart(context.now), end_date: defaultEnd(context.now) }
  const { start_date: first, end_date: last } = normalizeDates(defaults, context)
  const isPast = row[comparedColumn('start_date', context.site)] < String(first)
  if (!isPast && row[comparedColumn('end_date', context.site)] <= String(last)) return undefined
  const dates = isPast
    ? `the event starts at ${row.start_date}, and lists without dates begin at ${first}`
    : `the event ends at ${row.end_date}, and lists without dates end at ${last}`
  return createNote('not-listed', dates, isPast ? 'start_date' : 'end_date')
}

const noteCurrency: NoteRule<WriteSubject> = ({ input, previous, context }) => {
  const cost = String(input.cost ?? '')
  if (loseCurrency(cost) === cost || cost === previous?.cost) return undefined
  const verb = context.settings.preset.followsService ? 'loses' : 'would lose'
  const message = `the service ${verb} the currency of a number with a comma; send it with a point`
  return createNote('service-differs', message, 'cost')
}

export const eventWriteNotes: readonly NoteRule<WriteSubject>[] = [
  noteOneDate,
  noteEnd,
  noteAllDay,
  noteOffset,
  noteCost,
  noteCurrency,
  noteUnlisted,
]
