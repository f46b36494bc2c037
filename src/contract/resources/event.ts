import type { Context, Query } from '../context.ts'
import { costDetails, costText } from '../cost.ts'
import { addMonths, endOfDay, format, parse, startOfDay, toUtc } from '../date-time.ts'
import { addressedById, follow, idOf, inTerms, linkedTo, linksTo, termsOf } from '../link.ts'
import {
  accept,
  boolean,
  bound,
  integers,
  moment,
  momentOf,
  number,
  orElse,
  type Param,
  refuse,
  required,
  type Schema,
  text,
  url,
  zone,
} from '../param.ts'
import { image, imageObject, imageShape } from '../picture.ts'
import {
  author,
  dateTimeShape,
  globalId,
  listStatus,
  pageUrl,
  paging,
  paragraphs,
  postArchive,
  postColumns,
  postHead,
  postShape,
  preparePost,
  publication,
  refuseTrashed,
  refuseTrashedUpdate,
  search,
  status,
  toTrash,
} from '../post.ts'
import { Problem } from '../problem.ts'
import { type Filter, type Resource, type Row, schemaRef, type View } from '../resource.ts'
import { wordsOf } from '../site.ts'
import { slugOf } from '../slug.ts'
import { embeddedTermShape, embedTerm } from '../term.ts'
import { abbreviation, offsetAt } from '../time-zone.ts'
import type { Phrase } from '../words/index.ts'
import { categories, category } from './category.ts'
import { organizer, personOf } from './organizer.ts'
import { tag, tags } from './tag.ts'
import { placeOf, venue } from './venue.ts'

/** A number, a text, or a list of these, joined by commas; kept as it was written (1.3). */
const cost: Param<string> = {
  doc: 'eventCost',
  declared: {},
  schema: {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'array', items: { type: ['string', 'number'] } },
    ],
  },
  required: false,
  list: true,
  read: (raw) => {
    const items = Array.isArray(raw)
      ? raw
      : typeof raw === 'object' && raw
        ? Object.values(raw)
        : [raw]
    const isGood = items.every(
      (item) => typeof item === 'string' || (typeof item === 'number' && item >= 0),
    )
    return isGood ? accept(items.join(', ').trim()) : refuse('notCost', raw)
  },
}

const fields = {
  author,
  ...publication,
  title: required(text('eventTitle')),
  description: text('eventDescription'),
  slug: text('eventSlug'),
  excerpt: text('eventExcerpt'),
  status,
  timezone: zone('eventTimezone'),
  all_day: orElse(boolean('eventAllDay'), false),
  start_date: required(moment('eventStart')),
  end_date: required(moment('eventEnd')),
  image: image('image', { clearable: false }),
  cost,
  website: url('eventWebsite', { declared: { default: null } }),
  show_map: boolean('eventShowMap'),
  show_map_link: boolean('eventShowMapLink'),
  hide_from_listings: boolean('eventHidden'),
  sticky: boolean('eventSticky'),
  featured: boolean('eventFeatured'),
  categories: termsOf(category, 'eventCategories'),
  tags: termsOf(tag, 'eventTags'),
  venue: linksTo(venue, 'eventVenue', 1),
  organizer: linksTo(organizer, 'eventOrganizer'),
}

/** A window that opens the day before now and closes 24 months ahead, unless dates are given (5.1). */
const DAY = 86_400_000
const windowStart = (now: Date): string => `${format(now.getTime() - DAY).slice(0, 10)} 23:59:00`
const windowEnd = (now: Date): string => format(addMonths(now.getTime(), 24))

type Compare = (time: string, bound: string) => boolean

/** A bound on the UTC start or end of events. */
const dateFilter = (
  doc: Phrase,
  column: 'utc_start_date' | 'utc_end_date',
  holds: Compare,
): Filter<string> => ({
  ...bound(doc),
  keeps: (wanted) => (row) => holds(row[column], wanted),
})

/** The instant to which each date parameter is moved when whole days count. */
const wholeDay: Readonly<Record<string, (text: string) => string>> = {
  start_date: startOfDay,
  end_date: endOfDay,
  starts_before: endOfDay,
  starts_after: endOfDay,
  ends_before: endOfDay,
  ends_after: endOfDay,
}
const relative = ['starts_before', 'starts_after', 'ends_before', 'ends_after']

const filters = {
  ...paging,
  start_date: {
    ...dateFilter('listStart', 'utc_start_date', (time, bound) => time >= bound),
    absent: windowStart,
  },
  end_date: {
    ...dateFilter('listEnd', 'utc_end_date', (time, bound) => time <= bound),
    absent: windowEnd,
  },
  starts_before: dateFilter('startsBefore', 'utc_start_date', (time, bound) => time < bound),
  starts_after: dateFilter('startsAfter', 'utc_start_date', (time, bound) => time > bound),
  ends_before: dateFilter('endsBefore', 'utc_end_date', (time, bound) => time < bound),
  ends_after: dateFilter('endsAfter', 'utc_end_date', (time, bound) => time > bound),
  strict_dates: boolean('strictDates', { declared: { default: 'false' } }),
  search: search('searchEvents', matchesWords),
  categories: inTerms(category, 'categories', 'inCategories'),
  tags: inTerms(tag, 'tags', 'withTags'),
  venue: linkedTo(venue, 'venue', 'atVenues'),
  organizer: linkedTo(organizer, 'organizer', 'byOrganizers'),
  featured: {
    ...boolean('featured'),
    keeps: (wanted) => (row) => row.featured === wanted,
  } satisfies Filter<boolean>,
  status: listStatus,
  geoloc: { ...boolean('geoloc'), keeps: hasCoordinates } satisfies Filter<boolean>,
  geoloc_lat: { ...number('geolocLat', -90, 90), keeps: isNear } satisfies Filter<number>,
  geoloc_lng: number('geolocLng', -180, 180),
  include: {
    ...integers('include'),
    keeps: (ids, context) => {
      const wanted = new Set(ids.map((id) => activeEventId(id, context)))
      return (row) => wanted.has(row.id)
    },
  } satisfies Filter<readonly number[]>,
  post_parent: {
    ...idOf({ name: 'event' }, 'postParent'),
    keeps: (id, context) => {
      const wanted = activeEventId(id, context)
      return (row) => row.post_parent === wanted
    },
  } satisfies Filter<number>,
  ticketed: {
    ...boolean('ticketed'),
    keeps: (wanted) => (row) => row.ticketed === wanted,
  } satisfies Filter<boolean>,
}

/** Events (2.1, 4.3). */
export const event: Resource = {
  name: 'event',
  collection: 'events',
  section: '2.1',
  addressedBy: ['id', 'slug'],
  itemMethods: ['GET', 'DELETE', 'EDIT'],
  fields,
  filters: filters as Resource['filters'], // each rule takes the value that its own reader gives
  itemParams: { password: text('password') },
  hiddenFields: {
    password: text('password', {
      read: (raw, context) => (raw === '' ? accept('') : text('password').read(raw, context)),
    }),
  },
  columns: [
    ...postColumns,
    'utc_start_date',
    'utc_end_date',
    'post_parent',
    'ticketed',
    'password',
  ],
  hasLastPage: true,
  isListed: (row) => !row.hide_from_listings,
  effective,
  order: ({ include }) => (include ? oldestPublication : byStart),
  check: refuseTrashedUpdate('event'),
  prepare,
  present,
  guard,
  removed: (row, context) => toTrash('event', row, context),
  archive: postArchive('events'),
  shape: eventShape(),
}

const activeEventId = (id: number, context: Context): number =>
  addressedById('event', id, context)?.id ?? id

/** Widens dates to whole days, and drops the window where others rule (5.1). Choice: as does `include`. */
function effective(query: Query, context: Context): Query {
  needsBoth(query)
  const dates = Object.keys(wholeDay)
  const isRelative = relative.some((name) => query[name] !== undefined)
  const given = Object.entries(query).filter(([name, value]) => {
    if (query.include !== undefined && dates.includes(name)) return false
    const isDefault = value === windowStart(context.now) || value === windowEnd(context.now)
    return !(isRelative && isDefault && (name === 'start_date' || name === 'end_date'))
  })
  if (query.strict_dates === true) return Object.fromEntries(given)
  return Object.fromEntries(
    given.map(([name, value]) => [name, wholeDay[name]?.(String(value)) ?? value]),
  )
}

/** Throws `Problem` when only one coordinate was sent (4.3.1). */
function needsBoth(query: Query): void {
  const pair = ['geoloc_lat', 'geoloc_lng']
  const missing = pair.filter((name) => query[name] === undefined)
  if (missing.length !== 1) return
  const faults = missing.map(
    (name) => [name, { phrase: 'needsOther', slots: { given: name } }] as const,
  )
  throw new Problem('rest_invalid_param', { faults: Object.fromEntries(faults) })
}

/** Every word in title, description or excerpt; `"quoted phrases"` whole, `-word` must be absent (5.2). */
function matchesWords(wanted: string): (row: Row) => boolean {
  const terms = [...wanted.toLowerCase().matchAll(/(-?)"([^"]+)"|(-?)(\S+)/g)].map((match) => ({
    isUnwanted: (match[1] ?? match[3]) === '-' && (match[2] ?? match[4] ?? '') !== '',
    word: match[2] ?? match[4] ?? '',
  }))
  return (row) => {
    const text = `${row.title}\n${row.description}\n${row.excerpt}`.toLowerCase()
    return terms.every(({ word, isUnwanted }) => text.includes(word) !== isUnwanted)
  }
}

function hasCoordinates(wanted: boolean, { repository }: Context): (row: Row) => boolean {
  return (row) =>
    row.venue.some((id: number) => repository.get('venue', id)?.geo_lat != null) === wanted
}

/** Whether the venue lies within the radius of the settings, in km, of the point asked for. */
function isNear(
  lat: number,
  { repository, settings }: Context,
  query: Query,
): (row: Row) => boolean {
  const point = { lat, lng: Number(query.geoloc_lng) }
  return (row) =>
    row.venue.some((id: number) => {
      const place = repository.get('venue', id)
      if (place?.geo_lat == null) return false
      return distance(point, { lat: place.geo_lat, lng: place.geo_lng }) <= settings.geolocRadius
    })
}

interface Point {
  readonly lat: number
  readonly lng: number
}

/** Along the great circle, in km. */
function distance(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const half = (x: number): number => Math.sin(x / 2) ** 2
  const arc =
    half(radians(b.lat - a.lat)) +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(radians(b.lng - a.lng))
  return 2 * 6371 * Math.asin(Math.sqrt(arc))
}

const compare = (a: Row, b: Row, ...columns: readonly string[]): number => {
  const column = columns.find((name) => a[name] !== b[name])
  return column === undefined ? a.id - b.id : a[column] < b[column] ? -1 : 1
}
const byStart = (a: Row, b: Row): number => compare(a, b, 'start_date', 'date')
const oldestPublication = (a: Row, b: Row): number => compare(a, b, 'date')

const blank = {
  description: '',
  excerpt: '',
  timezone: '',
  all_day: false,
  image: null,
  cost: '',
  website: null,
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  post_parent: 0,
  ticketed: false,
  password: '',
}

function prepare(values: Query, context: Context, previous?: Row): Row {
  const timezone = String(values.timezone || (previous?.timezone ?? context.site.zone))
  // a free create says nothing of its cost, a free update does (1.3)
  const isNothing = !previous && Number(values.cost || Number.NaN) === 0
  const sent = { ...values, timezone, ...(isNothing && { cost: '' }) }
  const row = preparePost(previous ? sent : { ...blank, ...sent }, context, {
    title: 'title',
    name: 'event',
    previous,
    zone: timezone,
    slugFromFirstPublication: true,
  })
  return { ...row, ...timesOf(row, values, context, previous) }
}

/** Start and end as wall times of the event's zone and in UTC. Choice: an end before the start becomes the start. */
function timesOf(row: Row, values: Query, { now }: Context, previous?: Row): Query {
  const wall = (name: string): string => {
    const sent = values[name] === undefined ? undefined : momentOf(values[name], now, row.timezone)
    return sent ? format(sent.wall) : previous?.[name]
  }
  const [from, to] = [wall('start_date'), wall('end_date')]
  const start = row.all_day ? startOfDay(from) : from
  const last = to < from ? from : to
  const end = row.all_day ? endOfDay(last) : last
  return {
    start_date: start,
    end_date: end,
    utc_start_date: toUtc(start, row.timezone),
    utc_end_date: toUtc(end, row.timezone),
  }
}

/** Throws `Problem` for what a read may not see: records in the trash, protected ones without their password. */
function guard(row: Row, { password }: Query): void {
  refuseTrashed('event', row)
  if (row.password === '' || row.password === password) return
  throw new Problem('password-protected', {
    code: 'event-password-protected',
    slots: { given: row.id },
  })
}

function present(row: Row, context: Context, view: View): Query {
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

function eventShape(): Schema {
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
