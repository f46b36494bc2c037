import type { Event, EventFields, EventList } from 'calmock'

const events = '/api/de/cal/events/v1/events'
const list = document.querySelector('ol')
const form = document.querySelector('form')

/** Shows the next five events, from the mock on the same dev server. */
async function show(): Promise<void> {
  const response = await fetch(`${events}?per_page=5`)
  const { events: next }: EventList = await response.json()
  list?.replaceChildren(...next.map(createItem))
  if (list) list.ariaBusy = 'false'
}

function createItem({ title, start_date, venue }: Event): HTMLElement {
  const item = document.createElement('li')
  const place = Array.isArray(venue) ? '' : venue.venue
  item.textContent = [start_date.slice(0, 10), title, place].filter(Boolean).join(' – ')
  return item
}

/** Creates an event that starts now, and so is first in the list. */
async function createEvent(title: string): Promise<void> {
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
  createEvent(String(new FormData(form).get('title')))
})

show()
