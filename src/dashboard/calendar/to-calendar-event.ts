import type { Calendar } from '@event-calendar/core'
import type { EventRecord } from '../records/record-types.ts'
import { toPlainText } from '../text.ts'
import { addDays } from './dates.ts'

/** Returns an event of the service as an event of the calendar, at the wall times of its zone. */
export function toCalendarEvent(event: EventRecord): Calendar.EventInput {
  const [start, end] = [event.start_date, event.end_date].map((text) => text.replace(' ', 'T'))
  const isAllDay = event.all_day
  return {
    id: event.id,
    title: toPlainText(event.title) || '—',
    allDay: isAllDay,
    start: isAllDay ? event.start_date.slice(0, 10) : (start ?? ''),
    end: isAllDay ? addDays(event.end_date.slice(0, 10), 1) : (end ?? ''),
    classNames: [`part-${findPartOfDay(event)}`],
  }
}

/** Returns the part of the day that an event begins in, which decides its colour. */
function findPartOfDay({ all_day, start_date }: EventRecord): string {
  if (all_day) return 'all'
  const hour = Number(start_date.slice(11, 13))
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
