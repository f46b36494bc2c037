import type { Event, EventFields, EventList } from 'calmock'

/** The next events of a site as lines of text, or one line that says why there are none. */
export async function linesOf(api: string): Promise<readonly string[]> {
  const response = await fetch(`${api}/events?per_page=5`)
  if (!response.ok) return [`Not now (${response.status})`]
  const { events }: EventList = await response.json()
  return events.map(lineOf)
}

const lineOf = ({ title, start_date, venue }: Event): string =>
  `${start_date.slice(0, 16)} ${title}${Array.isArray(venue) ? '' : `, ${venue.venue}`}`

/** Adds an event. Gives what the service has made of it. */
export async function add(api: string, event: EventFields): Promise<Event> {
  const response = await fetch(`${api}/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
  })
  return response.json()
}
