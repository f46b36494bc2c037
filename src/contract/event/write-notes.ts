import { endOfDay, parseDateTime, startOfDay } from '../dates/date-time.ts'
import { DAY } from '../dates/durations.ts'
import type { ParsedDate } from '../dates/parse-date.ts'
import { toInstant } from '../dates/time-zone.ts'
import { createNote } from '../note.ts'
import { createDateRules, parseDateParam } from '../params/date.ts'
import { noteStatus } from '../post-notes.ts'
import type { NoteRule, WriteSubject } from '../resource.ts'
import { defaultEnd, defaultStart } from './dates.ts'

/** Returns a date of a write, or undefined if it was not sent. */
function readDate({ input, row, context }: WriteSubject, name: string): ParsedDate | undefined {
  const raw = input[name]
  const rules = createDateRules(context, row.timezone)
  return raw === undefined ? undefined : parseDateParam(raw, rules)
}

const readWall = (subject: WriteSubject, name: string): number | undefined =>
  readDate(subject, name)?.wall

const noteEnd: NoteRule<WriteSubject> = (subject) => {
  const { previous, row } = subject
  const start = readWall(subject, 'start_date') ?? parseDateTime(previous?.start_date)
  const end = readWall(subject, 'end_date') ?? parseDateTime(previous?.end_date)
  const isSent = ['start_date', 'end_date'].some((name) => subject.input[name] !== undefined)
  if (!isSent || !(end < start) || row.all_day) return undefined
  const message = `the end is before the start, so the event ends when it starts, at ${row.start_date}`
  return createNote('end-before-start', message, 'end_date')
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

/** Returns the note about a date whose offset is not the one of the event's time zone: the wall time counts. */
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
  const [first, last] = [defaultStart(context.now), defaultEnd(context.now)]
  const isPast = row.utc_start_date < startOfDay(first)
  if (!isPast && row.utc_end_date <= endOfDay(last)) return undefined
  const dates = isPast
    ? `the event starts at ${row.start_date}, and lists without dates begin at ${startOfDay(first)}`
    : `the event ends at ${row.end_date}, and lists without dates end at ${endOfDay(last)}`
  return createNote('not-listed', dates, isPast ? 'start_date' : 'end_date')
}

/** The notes about writes of events. */
export const eventWriteNotes: readonly NoteRule<WriteSubject>[] = [
  noteEnd,
  noteAllDay,
  noteOffset,
  noteCost,
  noteUnlisted,
]
