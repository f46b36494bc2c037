import { createCalmock, type EventList, type EventListQuery, type Problem } from 'calmock'

const mock = createCalmock({ sites: ['en'] })

/** Reads one page of events. An app calls `fetch` in place of `mock.fetch`. */
async function listEvents(query: EventListQuery): Promise<EventList> {
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)])
  const response = await mock.fetch(`/en/cal/events/v1/events?${new URLSearchParams(parameters)}`)
  if (response.ok) return response.json()
  const { code, message }: Problem = await response.json()
  throw new Error(`${code}: ${message}`)
}

const { events, total } = await listEvents({ categories: ['jazz'], per_page: 1 })
console.log(total, events[0]?.title) // 4 Blue Hour: A Night of Jazz
