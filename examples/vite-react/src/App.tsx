import type { Event, EventList } from 'calmock'
import { useEffect, useState } from 'react'

/** Shows the next five events of the API below a URL, and the details of one of them. */
export function App({ api }: { api: string }) {
  const [events, setEvents] = useState<readonly Event[]>()
  const [event, setEvent] = useState<Event>()

  useEffect(() => {
    const controller = new AbortController()
    fetch(`${api}/events?per_page=5`, { signal: controller.signal })
      .then((response) => response.json())
      .then(({ events }: EventList) => setEvents(events))
      .catch((error) => controller.signal.aborted || Promise.reject(error))
    return () => controller.abort()
  }, [api])

  async function show(id: number) {
    const response = await fetch(`${api}/events/${id}`)
    setEvent(await response.json())
  }

  if (!events) return <p>Loading</p>
  return (
    <main>
      <ul>
        {events.map(({ id, title }) => (
          <li key={id}>
            <button type="button" onClick={() => show(id)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
      {event && <h1>{event.title}</h1>}
    </main>
  )
}
