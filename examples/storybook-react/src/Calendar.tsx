import type { EventList } from 'calmock'
import { useEffect, useState } from 'react'

export interface CalendarProps {
  /** The REST root of a language site: `https://example.org/de/cal/events/v1`. */
  api: string
  /** The number of events on a page. */
  count?: number
}

type State = { status: 'loading' } | { status: 'failed' } | { status: 'loaded'; list: EventList }

/** Lists the next events, page by page. */
export function Calendar({ api, count = 3 }: CalendarProps) {
  const [query, setQuery] = useState({ page: 1 })
  const state = useEvents(`${api}/events?per_page=${count}`, query)
  if (state.status === 'loading') return <p>Loading …</p>
  const isLoaded = state.status === 'loaded'
  if (isLoaded && state.list.events.length === 0) return <p>No events.</p>
  return (
    <>
      {isLoaded ? (
        <Events list={state.list} />
      ) : (
        <p role="alert">The events could not be loaded.</p>
      )}
      <button type="button" onClick={() => setQuery({ ...query })}>
        Refresh
      </button>
      {isLoaded && query.page < state.list.total_pages && (
        <button type="button" onClick={() => setQuery({ page: query.page + 1 })}>
          Next page
        </button>
      )}
    </>
  )
}

function Events({ list }: { list: EventList }) {
  return (
    <ul>
      {list.events.map(({ id, title, start_date }) => (
        <li key={id}>
          <time dateTime={start_date}>{start_date.slice(0, 10)}</time> {title}
        </li>
      ))}
    </ul>
  )
}

/** Reads the list again for each new query object. */
function useEvents(url: string, query: { page: number }): State {
  const [state, setState] = useState<State>({ status: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    fetch(`${url}&page=${query.page}`, { signal: controller.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
      .then((list: EventList) => setState({ status: 'loaded', list }))
      .catch(() => {
        if (!controller.signal.aborted) setState({ status: 'failed' })
      })
    return () => controller.abort()
  }, [url, query])
  return state
}
