import type { Event, EventFields, EventList } from 'calmock'

const events = '/api/de/cal/events/v1/events'
const list = document.querySelector('ol')
const form = document.querySelector('form')

/** The next five events, from the mock that stands beside the app. */
async function show(): Promise<void> {
  const response = await fetch(`${events}?per_page=5`)
  const { events: next }: EventList = await response.json()
  list?.replaceChildren(...next.map(itemOf))
  if (list) list.ariaBusy = 'false'
}

function itemOf({ title, start_date, venue }: Event): HTMLElement {
  const item = document.createElement('li')
  const place = Array.isArray(venue) ? '' : venue.venue
  item.textContent = [start_date.slice(0, 10), title, place].filter(Boolean).join(' – ')
  return item
}

/** Writes an event that starts first of all. */
async function write(title: string): Promise<void> {
  const event: EventFields = { title, start_date: 'now', end_date: '+1 hour' }
  await fetch(events, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
  })
  await show()
}

form?.addEventListener('submit', (submitted) => {
  submitted.preventDefault()
  write(String(new FormData(form).get('title')))
})

show()
