import '@event-calendar/core/index.css'
import type { Calendar } from '@event-calendar/core'
import { useId, useRef, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { useApp } from '../app.ts'
import { chooseLocale, nameLanguage } from '../languages.ts'
import { toPlainText } from '../text.ts'
import { addDays, type CalendarMode, firstDayOfWeek } from './dates.ts'
import { type CalendarOptions, useCalendar } from './use-calendar.ts'
import type { DayRange, EventRecord } from './use-events.ts'
import { useEvents } from './use-events.ts'

interface PaneProps {
  readonly language: string
  readonly day: string
  readonly mode: CalendarMode
  onOpen(event: EventRecord): void
}

const viewNames = { month: 'dayGridMonth', week: 'timeGridWeek', agenda: 'listMonth' } as const

/** A calendar of the records in one language, in the direction of its script. */
export function CalendarPane({ language, day, mode, onOpen }: PaneProps) {
  const app = useApp()
  const { status } = app
  const target = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const [range, setRange] = useState<DayRange>()
  const { events, state } = useEvents(language, range)
  const today = status.value.now.slice(0, 10)
  const options = {
    ...createOptions({ language, mode, state }),
    date: day,
    highlightedDates: today === '' ? [] : [today],
    events: events.map(toCalendarEvent),
  }
  useCalendar({ target, titleId }, options, {
    open(id) {
      const found = events.find((event) => String(event.id) === id)
      if (found) onOpen(found)
    },
    datesSet: ({ startStr, endStr }) =>
      setRange({ start: startStr.slice(0, 10), end: endStr.slice(0, 10) }),
    moreLinkContent: ({ num }) => `+${num} more`,
  })
  return (
    <section class={`pane ${mode}`} aria-label={nameLanguage(language)}>
      <h2 id={titleId} class="pane-title">
        {nameLanguage(language)}
        <span class="count" data-state={state}>
          {state === 'ready' ? `Events: ${events.length}` : ''}
        </span>
      </h2>
      {state === 'error' && <p class="alert">The events could not be loaded.</p>}
      <div ref={target} class="calendar" lang={language} dir={textDirection(language)} />
    </section>
  )
}

interface PaneState extends Pick<PaneProps, 'language' | 'mode'> {
  readonly state: string
}

/** Returns the options that are the same for all days and events. */
const createOptions = ({ language, mode, state }: PaneState): CalendarOptions => ({
  view: viewNames[mode],
  locale: chooseLocale(language),
  firstDay: firstDayOfWeek(chooseLocale('en')) as Calendar.dayOfWeek, // 0 to 6
  headerToolbar: { start: '', center: '', end: '' },
  buttonText: { close: 'Close' },
  dayMaxEvents: true,
  height: mode === 'agenda' ? 'auto' : '100%',
  scrollTime: '08:00:00',
  allDayContent: 'all day',
  noEventsContent: state === 'loading' ? 'Loading…' : 'No events',
  eventTimeFormat: { hour: 'numeric', minute: '2-digit' },
})

/** Returns an event of the service as an event of the calendar, at the wall times of its zone. */
function toCalendarEvent(event: EventRecord): Calendar.EventInput {
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
