import type { Event, EventList } from 'calmock'
import { useEffect, useState } from 'react'
import { type Language, texts } from './texts.ts'

interface Props {
  language: Language
  /** The address of the API in this language. */
  api?: string
}

/** Lists the next five events in one language. */
export function UpcomingEvents({ language, api = `/api/${language}/cal/events/v1` }: Props) {
  const { dir, heading } = texts[language]
  const url = `${api}/events?per_page=5`
  return (
    <section lang={language} dir={dir}>
      <h1>{heading}</h1>
      <EventItems key={url} language={language} url={url} />
    </section>
  )
}

/** Lists the events of a request. */
export function EventItems({ language, url }: { language: Language; url: string }) {
  const state = useEvents(url)
  const { loading, failed, empty } = texts[language]
  if (state === 'loading') return <p>{loading}</p>
  if (state === 'failed') return <p role="alert">{failed}</p>
  if (state.length === 0) return <p>{empty}</p>
  return (
    <ul>
      {state.map((event) => (
        <li key={event.id}>
          <time dateTime={event.start_date}>{formatStart(event, language)}</time>{' '}
          {[event.title, readVenue(event)].filter(Boolean).join(' · ')}
        </li>
      ))}
    </ul>
  )
}

/** Formats a start such as `2030-01-10 20:00:00`, which is in the time zone of the event. */
function formatStart({ start_date }: Event, language: Language): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  // read and written as UTC, so that the time zone of the reader does not matter
  const date = new Date(`${start_date.replace(' ', 'T')}Z`)
  return new Intl.DateTimeFormat(language, style).format(date)
}

/** Returns the name of the venue. An event without a venue has an empty array there. */
const readVenue = ({ venue }: Event) => (Array.isArray(venue) ? '' : venue.venue)

type State = 'loading' | 'failed' | readonly Event[]

function useEvents(url: string): State {
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    const controller = new AbortController()
    readEvents(url, controller.signal)
      .then(setState)
      .catch(() => controller.signal.aborted || setState('failed'))
    return () => controller.abort()
  }, [url])
  return state
}

async function readEvents(url: string, signal: AbortSignal): Promise<readonly Event[]> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  const { events }: EventList = await response.json()
  return events
}
