import type { Event, EventFields, EventList } from 'calmock'

/** Returns the next five events of a site as lines of text, or one line that names the error. */
export async function readLines(api: string): Promise<readonly string[]> {
  const response = await fetch(`${api}/events?per_page=5`)
  if (!response.ok) return [`Not now (${response.status})`]
  const { events }: EventList = await response.json()
  return events.map(formatLine)
}

const formatLine = ({ title, start_date, venue }: Event): string =>
  `${start_date.slice(0, 16)} ${title}${Array.isArray(venue) ? '' : `, ${venue.venue}`}`

/** Creates an event and returns it as the service stored it. */
export async function createEvent(api: string, event: EventFields): Promise<Event> {
  const response = await fetch(`${api}/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
  })
  return response.json()
}
