import ical, { ICalCalendarMethod } from 'ical-generator'
import type { Query } from '../contract/context.ts'
import { decodeEntities } from '../contract/html-page.ts'
import { parseDateTime } from '../dates/date-time.ts'
import { DAY } from '../dates/durations.ts'
import { escapeMarkup } from '../poster/escape-markup.ts'

/** The most events in a calendar and in a feed, as in the real service. */
export const maxEvents = { calendar: 30, feed: 10 }

/** The page whose events a calendar or a feed has. */
type Place = Readonly<Record<'name' | 'language' | 'url', string>> & { readonly now: Date }

/** Returns events as iCalendar. Times are in UTC, whole days are days of the event's own clock (22.5c). */
export function renderCalendar(events: readonly Query[], { name, url, now }: Place): string {
  const method = ICalCalendarMethod.PUBLISH
  const prodId = { company: 'calmock', product: 'calmock' }
  const items = events.map((event) => {
    const { id, title, description, venue, image } = event
    const read = (column: string): number => parseDateTime(String(event[column]))
    const allDay = event.all_day === true
    const start = read(allDay ? 'start_date' : 'utc_start_date')
    const end = allDay ? read('end_date') + DAY : read('utc_end_date')
    const place = Object(venue)
    const location = [place.venue, place.address, place.zip, place.city, place.country]
    return {
      id: `${id}-${read('start_date') / 1000}-${read('end_date') / 1000}@${new URL(url).hostname}`,
      allDay,
      start: new Date(start),
      end: end > start ? new Date(end) : null,
      stamp: now,
      lastModified: new Date(read('modified_utc')),
      url: String(event.url),
      summary: toPlainText(title),
      description: toPlainText(description),
      location: location.filter(Boolean).map(toPlainText).join(', '),
      categories: listTerms(event).map((term) => ({ name: term })),
      attachments: image ? [String(Object(image).url)] : [],
    }
  })
  return `${ical({ name, method, prodId, events: items })}\r\n`
}

/** Returns events as RSS 2.0. The date of an item is the start of its event, as in the real service (22.5d). */
export function renderFeed(events: readonly Query[], { name, language, url }: Place): string {
  const items = events.map((event) => {
    const start = new Date(parseDateTime(String(event.utc_start_date)))
    const elements = [
      element('title', toPlainText(event.title)),
      element('link', event.url),
      element('guid isPermaLink="false"', event.global_id),
      element('pubDate', start.toUTCString()),
      element('description', event.excerpt || event.description),
      ...listTerms(event).map((term) => element('category', term)),
    ]
    return `<item>\n${elements.join('\n')}\n</item>`
  })
  const head = [element('title', name), element('link', url), element('description', name)]
  const channel = [...head, element('language', language), ...items].join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n<channel>\n${channel}\n</channel>\n</rss>\n`
}

const element = (tag: string, text: unknown): string =>
  `<${tag}>${escapeMarkup(removeControls(String(text)))}</${tag.split(' ')[0]}>`

const listTerms = ({ categories }: Query): string[] =>
  [categories].flat().map((term) => toPlainText(Object(term).name))

/** Returns HTML as text, without tags. */
const toPlainText = (html: unknown): string =>
  removeControls(decodeEntities(String(html).replace(/<[^<>]*>/g, ''))).trim()

/** Removes the characters that neither format can contain. */
const removeControls = (text: string): string => text.replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, '')
