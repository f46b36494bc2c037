import './calendar.css'
import { findLabels } from './labels.ts'

export interface CalendarProps {
  /** The REST root of a language site: `https://example.org/de/cal/events/v1`. */
  readonly api: string
  readonly language: string
  /** The number of events in the list. */
  readonly count: number
}

interface CalendarEvent {
  readonly title: string
  readonly start_date: string
  readonly all_day: boolean
  readonly venue?: { readonly venue?: string }
}

/** Creates a calendar: the month of the next event with its busy days, and a list of the next events. */
export function createCalendar({ api, language, count }: CalendarProps): HTMLElement {
  const calendar = make('section', 'calendar')
  calendar.ariaBusy = 'true'
  readEvents(api, count)
    .then((events) => calendar.append(...createContent(events, language)))
    .catch(() => calendar.append(make('p', 'failed', findLabels(language).failed)))
    .finally(() => {
      calendar.ariaBusy = 'false'
    })
  return calendar
}

async function readEvents(api: string, count: number): Promise<readonly CalendarEvent[]> {
  const response = await fetch(`${api}/events?per_page=${count}`)
  if (!response.ok) throw new Error(`GET /events returned ${response.status}`)
  return (await response.json()).events
}

function createContent(events: readonly CalendarEvent[], language: string): readonly HTMLElement[] {
  const [first] = events
  if (!first) return [make('p', 'empty', findLabels(language).empty)]
  const heading = format(first, language, { month: 'long', year: 'numeric' })
  return [make('h3', 'month', heading), createMonth(first, events), createList(events, language)]
}

/** Creates a grid of the month of an event, with Monday as the first day of the week. */
function createMonth(first: CalendarEvent, events: readonly CalendarEvent[]): HTMLElement {
  const month = first.start_date.slice(0, 8)
  const start = new Date(`${month}01T00:00Z`)
  const length = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate()
  const busy = new Set(events.map((event) => event.start_date.slice(0, 10)))
  const grid = make('div', 'days')
  grid.ariaHidden = 'true'
  for (let day = 1; day <= length; day++) {
    const isBusy = busy.has(`${month}${String(day).padStart(2, '0')}`)
    grid.append(make('span', isBusy ? 'busy' : 'day', String(day)))
  }
  grid.style.setProperty('--first', String(((start.getUTCDay() + 6) % 7) + 1))
  return grid
}

function createList(events: readonly CalendarEvent[], language: string): HTMLElement {
  const list = make('ul', 'events')
  for (const event of events) {
    const item = make('li', 'event')
    const time = event.all_day ? {} : ({ timeStyle: 'short' } as const)
    item.append(
      make('time', 'start', format(event, language, { dateStyle: 'medium', ...time })),
      make('strong', 'title', event.title),
      make('span', 'venue', event.venue?.venue ?? ''),
    )
    list.append(item)
  }
  return list
}

/** Formats the start of an event, in the event's time zone. */
const format = (event: CalendarEvent, language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(
    new Date(`${event.start_date.replace(' ', 'T')}Z`),
  )

function make(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}
