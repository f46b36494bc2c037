import type { Context, Query } from './context.ts'
import { costDetails, costText } from './cost.ts'
import { parse } from './date-time.ts'
import { follow } from './link.ts'
import type { Schema } from './param.ts'
import { imageObject, imageShape } from './picture.ts'
import { dateTimeShape, globalId, pageUrl, paragraphs, postHead, postShape } from './post.ts'
import { type Row, schemaRef, type View } from './resource.ts'
import { categories } from './resources/category.ts'
import { organizer, personOf } from './resources/organizer.ts'
import { tags } from './resources/tag.ts'
import { placeOf, venue } from './resources/venue.ts'
import { wordsOf } from './site.ts'
import { slugOf } from './slug.ts'
import { embeddedTermShape, embedTerm } from './term.ts'
import { abbreviation, offsetAt } from './time-zone.ts'

/** The public form (1.1): lists lock what a password protects, single reads add schema.org. */
export function presentEvent(row: Row, context: Context, view: View): Query {
  const isLocked = view === 'list' && row.password !== ''
  const shown = isLocked ? { ...row, ...hiddenByPassword } : row
  const body = { ...headOf(shown, context), ...bodyOf(shown, context, view) }
  return view === 'item' && row.status === 'publish'
    ? { ...body, json_ld: schemaOrg(row, body, context) }
    : body
}

/** What a list shows of an event whose password was not given (10.3). */
const hiddenByPassword = {
  description: '',
  excerpt: '',
  image: null,
  cost: '',
  website: '',
  all_day: null,
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
}

function headOf(row: Row, context: Context): Query {
  const { id, ...head } = postHead(row)
  return {
    id,
    ...globalId(row, context),
    ...head,
    url: pageUrl(row, 'event', context),
    rest_url: `${context.base}/events/${row.id}`,
    title: row.title,
    description: paragraphs(row.description),
    excerpt: paragraphs(row.excerpt),
    slug: row.slug,
    image: imageObject(row.image, context) ?? false,
    all_day: row.all_day,
    ...withDetails('start_date', row.start_date),
    ...withDetails('end_date', row.end_date),
    ...withDetails('utc_start_date', row.utc_start_date),
    ...withDetails('utc_end_date', row.utc_end_date),
    timezone: row.timezone,
    timezone_abbr: abbreviation(parse(row.utc_start_date), row.timezone),
    cost: costText(row.cost, wordsOf(row.language).free),
    cost_details: costDetails(row.cost, (word) => slugOf(word, row.language)),
    website: row.website ?? pageUrl(row, 'event', context),
  }
}

function bodyOf(row: Row, context: Context, view: View): Query {
  const linked = view === 'item' && row.status === 'publish' ? 'item' : 'list'
  const rows = (name: string, ids: readonly number[]) => follow(name, ids, row.language, context)
  const byName = (a: Row, b: Row): number =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id
  const venues = rows('venue', row.venue).map((place) => venue.present(place, context, linked))
  return {
    show_map: row.show_map,
    show_map_link: row.show_map_link,
    hide_from_listings: row.hide_from_listings,
    sticky: row.sticky,
    featured: row.featured,
    categories: rows('category', row.categories)
      .sort(byName)
      .map((term) => embedTerm(term, categories, context)),
    tags: rows('tag', row.tags)
      .sort(byName)
      .map((term) => embedTerm(term, tags, context)),
    venue: venues[0] ?? [],
    organizer: rows('organizer', row.organizer).map((one) =>
      organizer.present(one, context, linked),
    ),
    custom_fields: [],
  }
}

function withDetails(name: string, text: string): Query {
  const [, year, month, day, hour, minutes, seconds] =
    /^(.{4})-(..)-(..) (..):(..):(..)$/.exec(text) ?? []
  return { [name]: text, [`${name}_details`]: { year, month, day, hour, minutes, seconds } }
}

/** The event as schema.org tells it (1.8). */
function schemaOrg(row: Row, body: Query, context: Context): Query {
  const [place] = follow('venue', row.venue, row.language, context)
  const [host] = follow('organizer', row.organizer, row.language, context)
  const image = imageObject(row.image, context)?.url
  return {
    '@context': 'http://schema.org',
    '@type': 'Event',
    name: row.title,
    description: paragraphs(row.excerpt),
    ...(image !== undefined && { image }),
    url: body.url,
    startDate: isoOf(row.start_date, row.utc_start_date, row.timezone),
    endDate: isoOf(row.end_date, row.utc_end_date, row.timezone),
    ...(place && { location: placeOf(place, context) }),
    ...(host && { organizer: personOf(host, context) }),
    ...(row.cost !== '' && { offers: offerOf(row, body) }),
    performer: 'Organization',
  }
}

function offerOf(row: Row, body: Query): Query {
  const details = costDetails(row.cost, (word) => slugOf(word, row.language))
  return {
    '@type': 'Offer',
    price: details.values[0] ?? '0',
    priceCurrency: currencies[details.currency_symbol] ?? 'USD',
    url: body.url,
    category: 'primary',
    availability: 'inStock',
    validFrom: row.date.replace(' ', 'T'),
  }
}

const currencies: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '¥': 'CNY',
  'E£': 'EGP',
}

/** ISO 8601 with the offset that the zone has then: `2030-02-01T19:00:00+01:00`. */
function isoOf(wall: string, utc: string, zone: string): string {
  const minutes = Math.round(offsetAt(parse(utc), zone) / 60_000)
  const part = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0')
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${part(minutes / 60)}:${part(minutes % 60)}`
}

/** JSON Schema of the public form. */
export function eventShape(): Schema {
  const texts = ['title', 'description', 'excerpt', 'timezone', 'timezone_abbr', 'cost', 'website']
  const flags = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured']
  const dates = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date']
  const properties = {
    ...postShape,
    ...each(['rest_url', ...texts], { type: 'string' }),
    image: { anyOf: [imageShape, { const: false }] },
    ...each(flags, { type: ['boolean', 'null'] }),
    ...each(dates, dateTimeShape),
    ...each(
      dates.map((name) => `${name}_details`),
      wholeObject(each(['year', 'month', 'day', 'hour', 'minutes', 'seconds'], { type: 'string' })),
    ),
    cost_details: wholeObject({
      ...each(['currency_symbol', 'currency_code', 'currency_position'], { type: 'string' }),
      values: { type: 'array', items: { type: 'string' } },
    }),
    categories: { type: 'array', items: embeddedTermShape },
    tags: { type: 'array', items: embeddedTermShape },
    venue: { anyOf: [schemaRef('venue'), { type: 'array', maxItems: 0 }] },
    organizer: { type: 'array', items: schemaRef('organizer') },
    custom_fields: { type: 'array' },
  }
  return {
    type: 'object',
    properties: { ...properties, json_ld: { type: 'object' } },
    required: Object.keys(properties),
  }
}

function each(names: readonly string[], schema: Schema): Readonly<Record<string, Schema>> {
  return Object.fromEntries(names.map((name) => [name, schema]))
}

/** An object with all of these properties. */
function wholeObject(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) }
}
