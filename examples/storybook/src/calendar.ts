import './calendar.css'
import { labelsOf } from './labels.ts'

export interface CalendarProps {
  /** REST root of a language site, `https://example.org/de/cal/events/v1`. */
  readonly api: string
  readonly language: string
  /** How many events are listed. */
  readonly count: number
}

interface CalendarEvent {
  readonly title: string
  readonly start_date: string
  readonly all_day: boolean
  readonly venue?: { readonly venue?: string }
}

/** What is on next: the month of the first event with its busy days, and the events one by one. */
export function createCalendar({ api, language, count }: CalendarProps): HTMLElement {
  const calendar = make('section', 'calendar')
  calendar.ariaBusy = 'true'
  nextEvents(api, count)
    .then((events) => calendar.append(...contentOf(events, language)))
    .catch(() => calendar.append(make('p', 'failed', labelsOf(language).failed)))
    .finally(() => {
      calendar.ariaBusy = 'false'
    })
  return calendar
}

async function nextEvents(api: string, count: number): Promise<readonly CalendarEvent[]> {
  const response = await fetch(`${api}/events?per_page=${count}`)
  if (!response.ok) throw new Error(`The events answer ${response.status}`)
  return (await response.json()).events
}

function contentOf(events: readonly CalendarEvent[], language: string): readonly HTMLElement[] {
  const [first] = events
  if (!first) return [make('p', 'empty', labelsOf(language).empty)]
  const heading = format(first, language, { month: 'long', year: 'numeric' })
  return [make('h3', 'month', heading), monthOf(first, events), listOf(events, language)]
}

/** The days of the month of an event, from Monday to Sunday. */
function monthOf(first: CalendarEvent, events: readonly CalendarEvent[]): HTMLElement {
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

function listOf(events: readonly CalendarEvent[], language: string): HTMLElement {
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

/** The start of an event, on the clocks of its own place. */
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
