import ical, { ICalCalendarMethod, type ICalDayJsStub } from 'ical-generator'
import type { Query } from '../contract/context.ts'
import { decodeEntities } from '../contract/html-page.ts'
import { formatDateTime, parseDateTime } from '../dates/date-time.ts'
import { DAY } from '../dates/durations.ts'
import {
  abbreviateZone,
  formatOffset,
  offsetAt,
  standardOffset,
  toInstant,
} from '../dates/time-zone.ts'
import { escapeMarkup } from '../poster/escape-markup.ts'

/** The most events in a calendar and in a feed, as in the real service. */
export const maxEvents = { calendar: 30, feed: 10 }

/** The page whose events a calendar or a feed has. */
type Place = Readonly<Record<'name' | 'language' | 'url', string>> & { readonly now: Date }

/** Returns events as iCalendar. Each event has the times of its own clock, and the rules of its zone (22.5c). */
export function renderCalendar(events: readonly Query[], { name, url, now }: Place): string {
  const { hostname, origin } = new URL(url)
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'calmock', product: 'calmock' },
    timezone: { name: null, generator: (zone) => describeZone(zone, events) },
    x: { 'X-ORIGINAL-URL': origin },
  })
  for (const event of events) {
    const { id, title, description, venue, organizer, image } = event
    const zone = String(event.timezone)
    const read = (column: string): number => parseDateTime(String(event[column]))
    const [start, last] = [read('start_date'), read('end_date')]
    const allDay = event.all_day === true
    const end = allDay ? last + DAY : last
    const place = Object(venue)
    const location = [place.venue, place.address, place.zip, place.city, place.country]
    const host = [organizer]
      .flat()
      .map(Object)
      .find(({ email }) => email)
    calendar.createEvent({
      id: `${id}-${start / 1000}-${last / 1000}@${hostname}`,
      timezone: allDay ? null : zone.includes(':') ? `"${zone}"` : zone,
      allDay,
      start: toStub(start),
      end: end > start ? toStub(end) : null,
      stamp: now,
      created: new Date(read('date_utc')),
      lastModified: new Date(read('modified_utc')),
      url: String(event.url),
      summary: toPlainText(title),
      description: toPlainText(description),
      location: location.filter(Boolean).map(toPlainText).join(', '),
      categories: listTerms(event).map((term) => ({ name: term })),
      attachments: image ? [String(Object(image).url)] : [],
      organizer: host && { name: toPlainText(host.organizer), email: toPlainText(host.email) },
    })
  }
  // readers of the service look for `URL:`
  return `${calendar.toString().replaceAll(/^URL;VALUE=URI:/gm, 'URL:')}\r\n`
}

/** Returns a wall time as a Day.js object that is in every time zone, so that the library does not convert it. */
function toStub(wall: number): ICalDayJsStub {
  const [date = '', time = ''] = formatCompact(wall).split('T')
  const stub: ICalDayJsStub = {
    format: (pattern) => (pattern === 'HHmmss' ? time : date),
    isValid: () => true,
    toDate: () => new Date(wall),
    toJSON: () => date + time,
    tz: () => stub,
    utc: () => stub,
  }
  return stub
}

/** Returns the `VTIMEZONE` of a zone: its offset at the start of each year of its events, and the changes of that year. */
function describeZone(name: string, events: readonly Query[]): string {
  const zone = name.replaceAll('"', '')
  const own = events.filter(({ timezone }) => timezone === zone)
  const dates = own.flatMap(({ start_date, end_date }) => [start_date, end_date])
  const years = new Set(dates.map((date) => String(date).slice(0, 4)).sort())
  const lines = [...years].flatMap((year) => {
    const first = toInstant(parseDateTime(`${year}-01-01 00:00:00`), zone)
    const weeks = Array.from({ length: 53 }, (_, week) => first + week * 7 * DAY)
    const changes = weeks.flatMap((week) => findChanges(week, week + 7 * DAY, zone))
    return [first, ...changes].flatMap((instant) => {
      const [before, after] = [offsetAt(instant - 1000, zone), offsetAt(instant, zone)]
      const type = after > standardOffset(instant, zone) ? 'DAYLIGHT' : 'STANDARD'
      return [
        `BEGIN:${type}`,
        `DTSTART:${formatCompact(instant + before)}`,
        `TZOFFSETFROM:${formatOffset(before).padEnd(5, '0')}`,
        `TZOFFSETTO:${formatOffset(after).padEnd(5, '0')}`,
        `TZNAME:${abbreviateZone(instant, zone)}`,
        `END:${type}`,
      ]
    })
  })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'].join('\n')
}

/** Returns the first instants of new offsets of a zone, to the second. The offset must differ at the end. */
function findChanges(start: number, end: number, zone: string): number[] {
  if (offsetAt(start, zone) === offsetAt(end, zone)) return []
  if (end - start <= 1000) return [end]
  const middle = Math.floor((start + end) / 2000) * 1000
  return [...findChanges(start, middle, zone), ...findChanges(middle, end, zone)]
}

/** Formats a time as iCalendar does: `20300107T120000`. */
const formatCompact = (ms: number): string =>
  formatDateTime(ms).replaceAll(/[-:]/g, '').replace(' ', 'T')

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
