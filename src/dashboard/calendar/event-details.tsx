import { languageHeader, textDirection } from '../../contract/site.ts'
import { useApp } from '../app.ts'
import { chooseLocale } from '../languages.ts'
import { Dialog } from '../parts/dialog.tsx'
import { toPlainText } from '../text.ts'
import { formatTimes } from './dates.ts'
import type { EventRecord } from './use-events.ts'

interface EventDetailsProps {
  readonly event: EventRecord
  readonly language: string
  onClose(): void
}

/** A dialog with the picture, the facts and the links of an event. */
export function EventDetails({ event, language, onClose }: EventDetailsProps) {
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

/** Lists the facts that an event has. */
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
  ] as const
  return facts.filter(([, text]) => text !== '')
}
