import { useApp } from '../app.ts'
import { Dialog } from '../parts/dialog.tsx'
import type { EventRecord } from '../records/record-types.ts'
import { toPlainText } from '../text.ts'
import { chooseLocale, findDirection } from '../words/ui-languages.ts'
import { formatTimes } from './dates.ts'

interface EventDetailsProps {
  readonly event: EventRecord
  readonly language: string
  onClose(): void
}

/** A dialog with the picture, the facts and the links of an event. */
export function EventDetails({ event, language, onClose }: EventDetailsProps) {
  const { api, t } = useApp()
  const image = event.image && (event.image.sizes?.large?.url ?? event.image.url)
  return (
    <Dialog title={toPlainText(event.title)} language={language} onClose={onClose}>
      {image && <img class="poster" src={api.localUrl(image)} alt="" />}
      <dl class="facts" lang={language} dir={findDirection(language)}>
        {listFacts(event, language).map(([key, text]) => (
          <div key={key}>
            <dt lang={document.documentElement.lang} dir="auto">
              {t(key)}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="prose" lang={language} dir={findDirection(language)}>
        {toPlainText(event.description)}
      </p>
      <p class="links">
        <a href={api.localUrl(event.url)} target="_blank" rel="noreferrer">
          {t('eventPage')}
        </a>
        <a href={api.localUrl(event.rest_url)} target="_blank" rel="noreferrer">
          JSON
        </a>
        <a href={`#records/events/${event.id}`} onClick={onClose}>
          {t('edit')}
        </a>
      </p>
    </Dialog>
  )
}

/** The commas of the scripts that have their own. */
const separators: Readonly<Record<string, string>> = { ar: '، ', 'zh-hans': '，' }

/** Lists the facts that an event has. */
function listFacts(event: EventRecord, language: string) {
  const venue = Array.isArray(event.venue) ? {} : event.venue
  const join = (parts: readonly (string | undefined)[]): string =>
    parts.flatMap((part) => (part ? [toPlainText(part)] : [])).join(separators[language] ?? ', ')
  const facts = [
    ['when', formatTimes(chooseLocale(language), event)],
    ['venue', join([venue.venue, venue.address, venue.city])],
    ['organizer', join(event.organizer.map(({ organizer }) => organizer))],
    ['categories', join(event.categories.map(({ name }) => name))],
    ['tags', join(event.tags.map(({ name }) => name))],
    ['cost', toPlainText(event.cost)],
  ] as const
  return facts.filter(([, text]) => text !== '')
}
