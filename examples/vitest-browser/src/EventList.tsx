import type { Event, EventList as List } from 'calmock'
import { useEffect, useState } from 'react'

/** Lists the next five events of an API, or says that there are none, or that the request failed. */
export function EventList({ api }: { api: string }) {
  const [events, setEvents] = useState<readonly Event[]>()
  const [error, setError] = useState('')
  useEffect(() => {
    readEvents(api).then(setEvents, (error) => setError(error.message))
  }, [api])
  if (error) return <p role="alert">{error}</p>
  if (!events) return <p>Loading</p>
  if (events.length === 0) return <p>No events</p>
  return (
    <ul>
      {events.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  )
}

async function readEvents(api: string): Promise<readonly Event[]> {
  const response = await fetch(`${api}/events?per_page=5`)
  if (!response.ok) throw new Error(`Not now (${response.status})`)
  const { events }: List = await response.json()
  return events
}
