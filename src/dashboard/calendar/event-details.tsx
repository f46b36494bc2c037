import { languageHeader, textDirection } from '../../contract/site.ts'
import { useApp } from '../app.ts'
import { chooseLocale, toPlainText } from '../locale.ts'
import { Dialog } from '../parts.tsx'
import { readStatus, readTime } from '../records/form-fields.ts'
import type { EventRecord } from './load-events.ts'

export interface OpenedEvent {
  readonly event: EventRecord
  readonly language: string
}

/** An event in a dialog, with links to its page, its JSON and its form. */
export function EventDetails({ event, language, onClose }: OpenedEvent & { onClose(): void }) {
  const { api } = useApp()
  const image = event.image && (event.image.sizes?.large?.url ?? event.image.url)
  return (
    <Dialog title={toPlainText(event.title)} language={language} onClose={onClose}>
      {image && <img class="poster" src={api.localUrl(image)} alt="" />}
      <dl class="facts" lang={language} dir={textDirection(language)}>
        {listFacts(event, language).map(([label, text]) => (
          <div key={label}>
            <dt lang={document.documentElement.lang} dir="auto">
              {label}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="prose" lang={language} dir={textDirection(language)}>
        {toPlainText(event.description)}
      </p>
      <p class="links">
        <a href={api.localUrl(event.url)} target="_blank" rel="noreferrer">
          Event page
        </a>
        <a href={api.localUrl(event.rest_url)} target="_blank" rel="noreferrer">
          JSON
        </a>
        <a href={`#records/events/${event.id}`} onClick={onClose}>
          Edit
        </a>
      </p>
    </Dialog>
  )
}

function listFacts(event: EventRecord, language: string) {
  const venue = Array.isArray(event.venue) ? {} : event.venue
  const join = (parts: readonly (string | undefined)[]): string =>
    parts
      .flatMap((part) => (part ? [toPlainText(part)] : []))
      .join(languageHeader(language).comma ?? ', ')
  const facts = [
    ['When', formatTimes(chooseLocale(language), event)],
    ['Venue', join([venue.venue, venue.address, venue.city])],
    ['Organizer', join(event.organizer.map(({ organizer }) => organizer))],
    ['Categories', join(event.categories.map(({ name }) => name))],
    ['Tags', join(event.tags.map(({ name }) => name))],
    ['Cost', toPlainText(event.cost)],
    ['Status', readStatus(event)],
  ] as const
  return facts.filter(([, text]) => text !== '')
}

/** Returns the start and the end of an event as text, in its zone. The service sends wall times. */
function formatTimes(language: string, event: EventRecord): string {
  const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = event.all_day ? {} : ({ hour: 'numeric', minute: '2-digit' } as const)
  const format = new Intl.DateTimeFormat(language, { ...day, ...time, timeZone: 'UTC' })
  const text = format.formatRange(readTime(event.start_date), readTime(event.end_date))
  return event.all_day ? text : `${text} ${event.timezone_abbr}`
}

/** Returns the time of day of a date of the service. */
export const formatTime = (language: string, date: string): string =>
  new Intl.DateTimeFormat(chooseLocale(language), {
    ...{ hour: 'numeric', minute: '2-digit', timeZone: 'UTC' },
  }).format(readTime(date))
