import type { Context, Query } from '../context.ts'
import {
  dateBounds,
  dateFilter,
  defaultEnd,
  defaultStart,
  normalizeDates,
  setTimes,
} from '../event/dates.ts'
import { matchesCoordinates, matchesDistance, requireBothCoordinates } from '../event/location.ts'
import { eventParts, eventShape, presentEvent } from '../event/present.ts'
import { whereIn } from '../filter.ts'
import { boolean } from '../params/boolean.ts'
import { dateText } from '../params/date.ts'
import { image } from '../params/image.ts'
import { filterByLink, filterByTerms, linksTo, linksToTerms, recordId } from '../params/link.ts'
import { integers } from '../params/list.ts'
import { number } from '../params/number.ts'
import { invalid, type Param, required, valid, withDefault } from '../params/param.ts'
import { text, url, zone } from '../params/text.ts'
import {
  author,
  epoch,
  listStatus,
  moveToTrash,
  ownsSlug,
  paging,
  postDefaults,
  preparePost,
  presentPostList,
  publication,
  rejectTrashed,
  rejectTrashedUpdate,
  search,
  status,
  validatePost,
} from '../post.ts'
import { Problem } from '../problem.ts'
import type { Filter, Order, Resource, Row } from '../resource.ts'
import { activeTranslationById } from '../translations.ts'
import { category } from './category.ts'
import { organizer } from './organizer.ts'
import { tag } from './tag.ts'
import { venue } from './venue.ts'

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
    return isGood ? valid(items.join(', ').trim()) : invalid('notCost', raw)
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
  all_day: withDefault(boolean('eventAllDay'), false),
  start_date: required(dateText('eventStart')),
  end_date: required(dateText('eventEnd')),
  image: image('image', { clearable: false }),
  cost,
  website: url('eventWebsite', { declared: { default: null } }),
  show_map: boolean('eventShowMap'),
  show_map_link: boolean('eventShowMapLink'),
  hide_from_listings: boolean('eventHidden'),
  sticky: boolean('eventSticky'),
  featured: boolean('eventFeatured'),
  categories: linksToTerms(category, 'eventCategories'),
  tags: linksToTerms(tag, 'eventTags'),
  venue: linksTo(venue, 'eventVenue', 1),
  organizer: linksTo(organizer, 'eventOrganizer'),
}

const filters = {
  ...paging,
  start_date: {
    ...dateFilter('listStart', (bound) => (row) => row.utc_start_date >= bound),
    defaultValue: defaultStart,
  },
  end_date: {
    ...dateFilter('listEnd', (bound) => (row) => row.utc_end_date <= bound),
    defaultValue: defaultEnd,
  },
  starts_before: dateFilter('startsBefore', (bound) => (row) => row.utc_start_date < bound),
  starts_after: dateFilter('startsAfter', (bound) => (row) => row.utc_start_date > bound),
  ends_before: dateFilter('endsBefore', (bound) => (row) => row.utc_end_date < bound),
  ends_after: dateFilter('endsAfter', (bound) => (row) => row.utc_end_date > bound),
  strict_dates: boolean('strictDates', { declared: { default: 'false' } }),
  search: search('searchEvents', matchesWords),
  categories: filterByTerms(category, 'categories', 'inCategories'),
  tags: filterByTerms(tag, 'tags', 'withTags'),
  venue: filterByLink(venue, 'venue', 'atVenues'),
  organizer: filterByLink(organizer, 'organizer', 'byOrganizers'),
  featured: {
    ...boolean('featured'),
    ...whereIn<boolean>('featured', (wanted) => [wanted]),
  } satisfies Filter<boolean>,
  status: listStatus,
  geoloc: { ...boolean('geoloc'), matches: matchesCoordinates } satisfies Filter<boolean>,
  geoloc_lat: {
    ...number('geolocLat', -90, 90),
    matches: matchesDistance,
  } satisfies Filter<number>,
  geoloc_lng: number('geolocLng', -180, 180),
  include: {
    ...integers('include', { link: 'event' }),
    ...whereIn<readonly number[]>('id', (ids, context) =>
      ids.map((id) => activeEventId(id, context)),
    ),
  } satisfies Filter<readonly number[]>,
  post_parent: {
    ...recordId({ name: 'event' }, 'postParent'),
    ...whereIn<number>('post_parent', (id, context) => [activeEventId(id, context)]),
  } satisfies Filter<number>,
  ticketed: {
    ...boolean('ticketed'),
    ...whereIn<boolean>('ticketed', (wanted) => [wanted]),
  } satisfies Filter<boolean>,
}

const oldestPublication: Order = (a, b) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id

/** By start as the clocks at the place show it; of those that start together, the one published first. */
const byStart: Order = (a, b) =>
  a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : oldestPublication(a, b)

/** What an event is when it is made with the least. */
const blank = {
  ...postDefaults,
  title: '',
  description: '',
  excerpt: '',
  timezone: 'UTC',
  start_date: epoch,
  end_date: epoch,
  utc_start_date: epoch,
  utc_end_date: epoch,
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

function effective(query: Query, context: Context): Query {
  requireBothCoordinates(query)
  return normalizeDates(query, context)
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
      read: (raw, context) => (raw === '' ? valid('') : text('password').read(raw, context)),
    }),
  },
  defaults: blank,
  rejectsPagePastEnd: true,
  ownsSlug,
  validateRow: (row) =>
    validatePost(row) ?? (typeof row.website === 'number' ? 'website' : undefined),
  isListed: (row) => !row.hide_from_listings,
  normalizeQuery: effective,
  defaultOrder: byStart,
  order: ({ include }) => (include ? oldestPublication : undefined),
  dates: {
    start: 'utc_start_date',
    end: 'utc_end_date',
    sortedBy: 'start_date',
    includes: ({ status }) => status === 'publish',
    bounds: dateBounds,
  },
  check: rejectTrashedUpdate('event'),
  prepare,
  present: presentEvent,
  authorizeRead: guard,
  onDelete: (row, context) => moveToTrash('event', row, context),
  presentList: presentPostList('events'),
  schema: eventShape(),
  schemas: eventParts,
}

const activeEventId = (id: number, context: Context): number =>
  activeTranslationById('event', id, context)?.id ?? id

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

function prepare(values: Query, context: Context, previous?: Row): Row {
  const timezone = String(values.timezone || (previous?.timezone ?? context.site.zone))
  const row = preparePost(values, context, {
    title: 'title',
    name: 'event',
    previous,
    blank,
    zone: timezone,
    slugFromFirstPublication: true,
  })
  row.timezone = timezone
  // a free create says nothing of its cost, a free update does (1.3)
  if (!previous && Number(values.cost || Number.NaN) === 0) row.cost = ''
  return setTimes(row, { values, previous, now: context.now })
}

/** Throws `Problem` for what a read may not see: records in the trash, protected ones without their password. */
function guard(row: Row, { password }: Query): void {
  rejectTrashed('event', row)
  if (row.password === '' || row.password === password) return
  throw new Problem('password-protected', {
    code: 'event-password-protected',
    values: { given: row.id },
  })
}
