import {
  type Calendar,
  createCalendar,
  DayGrid,
  destroyCalendar,
  Interaction,
  List,
  TimeGrid,
} from '@event-calendar/core'
import { useEffect, useRef } from 'preact/hooks'
import { chooseLocale, toPlainText } from '../locale.ts'
import { addDays, type DayRange, type EventRecord } from './load-events.ts'

/** Options of the calendar. Functions are in `callbacks`. */
export type CalendarOptions = Omit<Calendar.Options, 'datesSet' | 'eventContent'>

interface CalendarCallbacks {
  open(id: string): void
  show(range: DayRange): void
  /** Creates an event that starts on a day, as `YYYY-MM-DD`, or at a time after it. */
  create(start: string): void
  /** Moves the start and the end of an event by milliseconds. `revert` puts it back in the calendar. */
  move(id: string, by: readonly [start: number, end: number], revert: () => void): void
}

/** Creates the calendar, and passes changed options to it. The calendar calls the latest callbacks. */
export function useCalendar(
  /** The element of the calendar, and the ID of the element that names it. */
  target: { readonly current: HTMLDivElement | null },
  titleId: string,
  options: CalendarOptions,
  callbacks: CalendarCallbacks,
): void {
  const calendar = useRef<Calendar>(undefined)
  const applied = useRef<Partial<Record<string, string>>>({})
  const latest = useRef(callbacks)
  latest.current = callbacks
  useEffect(() => {
    if (!target.current) return
    const created = createCalendar(target.current, [DayGrid, TimeGrid, List, Interaction], {
      ...options,
      eventContent: (info) =>
        createEventButton(info, chooseLocale(target.current?.lang ?? 'en'), (id) =>
          latest.current.open(id),
        ),
      ...createHandlers(latest),
    })
    calendar.current = created
    applied.current = serializeAll(options)
    const stop = correctRoles(target.current, titleId)
    return () => {
      stop()
      void destroyCalendar(created)
    }
  }, [target, titleId])
  useEffect(() => {
    const values = serializeAll(options)
    for (const name of Object.keys(options) as (keyof CalendarOptions)[])
      if (applied.current[name] !== values[name]) calendar.current?.setOption(name, options[name])
    applied.current = values
  })
}

/** Returns the options with functions, which call the latest callbacks. */
const createHandlers = (latest: { readonly current: CalendarCallbacks }): Calendar.Options => ({
  editable: true,
  datesSet: ({ startStr, endStr }) =>
    latest.current.show({ start: startStr.slice(0, 10), end: endStr.slice(0, 10) }),
  dateClick: ({ dateStr, allDay }) =>
    latest.current.create(allDay ? dateStr.slice(0, 10) : dateStr),
  eventDrop: ({ event, delta, revert }) =>
    latest.current.move(String(event.id), [toMs(delta), toMs(delta)], revert),
  eventResize: ({ event, endDelta, revert }) =>
    latest.current.move(String(event.id), [0, toMs(endDelta)], revert),
})

const toMs = ({ days, seconds }: Calendar.Duration): number => (days * 86_400 + seconds) * 1000

/** Returns texts that differ when options have changed. */
const serializeAll = (options: CalendarOptions): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)]))

/** Returns the content of an event in the calendar: a button, whose name contains the day. */
function createEventButton(
  { event, timeText }: Calendar.EventContentInfo,
  language: string,
  onOpen: (id: string) => void,
): { readonly domNodes: Node[] } {
  const button = document.createElement('button')
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
  const { from = '' } = event.extendedProps
  const time = createPart('time', event.allDay ? String(from) : timeText)
  const title = createPart('title', String(event.title))
  const date = createPart('visually-hidden', `${day.format(event.start)}: `)
  button.type = 'button'
  button.className = 'event'
  button.append(date, time, ' ', title)
  button.addEventListener('click', () => onOpen(String(event.id)))
  if (event.classNames.includes('created'))
    requestAnimationFrame(() => {
      // a month has no scroll bar: an event behind "+3 more" would move it for good
      if (button.checkVisibility({ visibilityProperty: true }))
        button.scrollIntoView({ block: 'center' })
    })
  return { domNodes: [button] }
}

function createPart(name: string, text: string): HTMLElement {
  const part = document.createElement('span')
  part.className = name
  part.textContent = text
  return part
}

const INVALID_ROLES = /^(table|rowgroup|row|cell|columnheader|rowheader|list|listitem)$/

/**
 * Removes the roles of a table and of a list that the library sets: its cells are in no rows, and its list can
 * be without items, so that they are invalid. The buttons of events name their days instead. Days of the agenda
 * become headings below the heading of the language. The hours of a week, which scroll, become a group that the keyboard
 * reaches, named by the element with an ID. Returns a function that ends this.
 */
function correctRoles(calendar: HTMLElement, titleId: string): () => void {
  const correct = (): void => {
    for (const node of calendar.querySelectorAll('[role]')) {
      if (!INVALID_ROLES.test(node.role ?? '')) continue
      for (const name of ['role', 'aria-label', 'aria-colindex', 'aria-colspan', 'aria-rowindex'])
        node.removeAttribute(name)
    }
    for (const node of calendar.querySelectorAll('h4:not([aria-level])')) node.ariaLevel = '3'
    for (const node of calendar.querySelectorAll<HTMLElement>('.ec-time-grid > .ec-main')) {
      node.tabIndex = 0 // the hours scroll, and a week without events has no button to reach them
      node.role = 'group'
      node.setAttribute('aria-labelledby', titleId)
    }
  }
  const observer = new MutationObserver(correct)
  observer.observe(calendar, { childList: true, subtree: true })
  correct()
  return () => observer.disconnect()
}

interface EventLook {
  /** Shown without hours, as an event of whole days. */
  readonly isLong: boolean
  /** The text before the title of a long event, such as `from 11:00`. */
  readonly from: string
  readonly isNew: boolean
}

/** Returns an event of the service as an event of the calendar, at the wall times of its zone. */
export function toCalendarEvent(event: EventRecord, { isLong, from, isNew }: EventLook) {
  const isAllDay = isLong || event.all_day
  const [start, end] = [event.start_date, event.end_date].map((text) => text.replace(' ', 'T'))
  return {
    id: event.id,
    title: toPlainText(event.title) || '—',
    allDay: isAllDay,
    start: isAllDay ? event.start_date.slice(0, 10) : (start ?? ''),
    end: isAllDay ? addDays(event.end_date.slice(0, 10), 1) : (end ?? ''),
    extendedProps: { from: event.all_day ? '' : from },
    classNames: [`part-${findPartOfDay(event)}`, ...(isNew ? ['created'] : [])],
  }
}

/** Returns the part of the day that an event begins in, which decides its colour. */
function findPartOfDay({ all_day, start_date }: EventRecord): string {
  if (all_day) return 'all'
  const hour = Number(start_date.slice(11, 13))
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
