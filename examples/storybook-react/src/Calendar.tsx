import type { EventList } from 'calmock'
import { useEffect, useState } from 'react'

export interface CalendarProps {
  /** The REST root of a language site: `https://example.org/de/cal/events/v1`. */
  api: string
  /** The number of events in the list. */
  count?: number
}

type State = { status: 'loading' } | { status: 'failed' } | { status: 'loaded'; list: EventList }

/** Lists the next events. */
export function Calendar({ api, count = 3 }: CalendarProps) {
  const state = useEvents(`${api}/events?per_page=${count}`)
  if (state.status === 'loading') return <p>Loading …</p>
  if (state.status === 'failed') return <p role="alert">The events could not be loaded.</p>
  if (state.list.events.length === 0) return <p>No events.</p>
  return (
    <ul>
      {state.list.events.map(({ id, title, start_date }) => (
        <li key={id}>
          <time dateTime={start_date}>{start_date.slice(0, 10)}</time> {title}
        </li>
      ))}
    </ul>
  )
}

function useEvents(url: string): State {
  const [state, setState] = useState<State>({ status: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    fetch(url, { signal: controller.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
      .then((list: EventList) => setState({ status: 'loaded', list }))
      .catch(() => {
        if (!controller.signal.aborted) setState({ status: 'failed' })
      })
    return () => controller.abort()
  }, [url])
  return state
}
