import type { Query } from '../contract/context.ts'
import { createLink } from '../contract/html-page.ts'
import type { Row } from '../contract/resource.ts'
import { escapeMarkup } from '../poster/escape-markup.ts'

/** The content of the public page of a record, as markup. */
export interface RecordPage {
  readonly title: string
  readonly head: string
  readonly main: string
}

/** Returns the page of a record of any kind from its public form. */
export function presentRecordPage(row: Row, body: Query): RecordPage {
  const title = toText(row.title ?? row.venue ?? row.organizer ?? row.name)
  const main = [
    `<h1>${title}</h1>`,
    ...formatDates(body),
    ...(isText(body.cost) ? [`<p>${toText(body.cost)}</p>`] : []),
    ...formatImage(body.image),
    ...toParagraphs(row.description),
    ...[body.venue, body.organizer].flat().flatMap(formatLinkedRecord),
    ...formatContact(body),
  ].join('\n')
  return { title, head: formatJsonLd(body.json_ld), main }
}

/** Returns the page of coming events: links to their pages, with their dates. */
export function presentEventsPage(events: readonly Query[], name: string): RecordPage {
  const title = escapeMarkup(name)
  const items = events.map(
    (event) =>
      `<li><a href="${escapeMarkup(String(event.url))}">${toText(event.title)}</a>${formatDates(event).join('')}</li>`,
  )
  return { title, head: '', main: `<h1>${title}</h1>\n<ul>\n${items.join('\n')}\n</ul>` }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns HTML text as markup without tags. Character references stay. */
const toText = (html: unknown): string =>
  escapeMarkup(String(html).replace(/<[^<>]*>/g, '')).replace(/&#38;(#?\w{1,31};)/g, '&$1')

const toParagraphs = (description: unknown): string[] =>
  String(description ?? '')
    .split(/<\/p>|\n\s*\n/i)
    .map((text) => toText(text).trim())
    .filter((text) => text !== '')
    .map((text) => `<p>${text}</p>`)

/** Returns start and end in the time zone of the event, as the API writes them. */
function formatDates({
  start_date: start,
  end_date: end,
  timezone,
  all_day,
  json_ld,
}: Query): string[] {
  if (!isText(start) || !isText(end)) return []
  const { startDate, endDate } = Object(json_ld)
  const format = (wall: string, iso: unknown): string => {
    const shown = wall.slice(0, all_day ? 10 : 16)
    return `<time datetime="${escapeMarkup(String(iso ?? shown))}">${escapeMarkup(shown)}</time>`
  }
  const zone = escapeMarkup(String(timezone))
  return [`<p>${format(start, startDate)} – ${format(end, endDate)} (${zone})</p>`]
}

function formatImage(image: unknown): string[] {
  const { url } = Object(image)
  return isText(url) ? [`<p><img src="${escapeMarkup(url)}" alt=""></p>`] : []
}

/** Returns the name of a linked record, linked to its page, and its address. */
function formatLinkedRecord(record: unknown): string[] {
  const { url, venue, organizer, ...fields } = Object(record)
  const name = venue ?? organizer
  if (!isText(url) || !isText(name)) return []
  const place = formatPlace(fields)
  return [`<p><a href="${escapeMarkup(url)}">${toText(name)}</a>${place && `<br>${place}`}</p>`]
}

/** Returns address, phone, e-mail and website of a record. */
function formatContact({ website, url, phone, email, ...fields }: Query): string[] {
  // without `bdi`, the groups of a phone number change places in Arabic
  const number = isText(phone) ? `<bdi>${toText(phone)}</bdi>` : ''
  const lines = [formatPlace(fields), number, ...[email].filter(isText).map(toText)]
  const isLink = isText(website) && website !== url && /^https?:/i.test(website)
  return [...lines, isLink ? createLink(website, website) : '']
    .filter((line) => line !== '')
    .map((line) => `<p>${line}</p>`)
}

const formatPlace = ({ address, zip, city, country }: Query): string =>
  [address, zip, city, country].filter(isText).map(toText).join(', ')

/** Returns the schema.org form of a record as a data block. Escaped, no text can end the block. */
const formatJsonLd = (jsonLd: unknown): string =>
  jsonLd === undefined
    ? ''
    : `<script type="application/ld+json">${JSON.stringify(jsonLd).replaceAll('<', '\\u003c')}</script>\n`
