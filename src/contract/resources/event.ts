import { isTimeZone } from '../../dates/time-zone.ts'
import type { Context, Query } from '../context.ts'
import { loseCurrency } from '../cost.ts'
import { dateFilter, defaultEnd, defaultStart, normalizeDates, setTimes } from '../event/dates.ts'
import { matchesCoordinates, matchesDistance, requireBothCoordinates } from '../event/location.ts'
import { eventListNotes, eventWriteNotes } from '../event/notes.ts'
import { dateColumns, eventSchema, eventSchemas, presentEvent } from '../event/present.ts'
import { whereIn } from '../filter.ts'
import { containsFolded } from '../fold-case.ts'
import { image } from '../params/image.ts'
import { filterByLink, filterByTerms, linksTo, linksToTerms, recordId } from '../params/link.ts'
import {
  invalid,
  type Param,
  type ReadResult,
  required,
  valid,
  withDefault,
} from '../params/param.ts'
import { boolean, dateText, integers, number, text, url, zone } from '../params/values.ts'
import {
  author,
  createPostResource,
  epoch,
  findUndated,
  paging,
  postDefaults,
  publication,
  rejectTrashed,
  search,
  validatePost,
} from '../post.ts'
import { defaultStatus, listStatus, rejectUnpublished, status } from '../post-status.ts'
import { preparePost } from '../prepare-post.ts'
import { Problem } from '../problem.ts'
import { type Filter, type Order, type Resource, type Row, textSchema } from '../resource.ts'
import { activeTranslationById } from '../translations.ts'
import type { UserContext } from '../user.ts'
import { category } from './category.ts'
import { organizer } from './organizer.ts'
import { tag } from './tag.ts'
import { venue } from './venue.ts'

/** The cost: a number, a text or a list of both, stored as text joined by commas (11.3). */
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
    const items = typeof raw === 'object' && raw ? Object.values(raw) : [raw]
    const isValid = items.every(
      (item) => typeof item === 'string' || (typeof item === 'number' && item >= 0),
    )
    return isValid ? valid(items.join(', ').trim()) : invalid('notCost', raw)
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
  website: { ...url('eventWebsite'), declared: { default: null } },
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

/** Sorts by publication date, oldest first. */
const compareByPublication: Order = (a, b) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id

/** Sorts by the wall time of the start, then by publication date. */
const compareByStart: Order = (a, b) =>
  a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : compareByPublication(a, b)

/** The columns of events. Asserted types are those of `db`. */
export const eventDefaults = {
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
  image: null as number | null,
  cost: '',
  website: null as string | null,
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  categories: [] as readonly number[],
  tags: [] as readonly number[],
  venue: [] as readonly number[],
  organizer: [] as readonly number[],
  post_parent: 0,
  ticketed: false,
  sold_out: false,
  password: '',
}

/** The columns that a list shows also if the event has a password. */
type ShownColumn =
  | keyof typeof postDefaults
  | 'title'
  | 'timezone'
  | (typeof dateColumns)[number]
  | 'post_parent'
  | 'ticketed'
  | 'sold_out'
  | 'password'

/** Replacements for the columns that a list hides if the event has a password (20.3). */
const hiddenByPassword: Record<Exclude<keyof typeof eventDefaults, ShownColumn>, unknown> = {
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

/** The list parameters of events (4.3.1). */
const eventFilters = {
  ...paging,
  start_date: {
    ...dateFilter('listStart', 'start_date', '>='),
    defaultValue: defaultStart,
  },
  end_date: {
    ...dateFilter('listEnd', 'end_date', '<='),
    defaultValue: defaultEnd,
  },
  starts_before: dateFilter('startsBefore', 'start_date', '<'),
  starts_after: dateFilter('startsAfter', 'start_date', '>'),
  ends_before: dateFilter('endsBefore', 'end_date', '<'),
  ends_after: dateFilter('endsAfter', 'end_date', '>'),
  strict_dates: boolean('strictDates', { declared: { default: 'false' } }),
  search: search('searchEvents', matchesWords),
  categories: filterByTerms(category, 'categories', 'inCategories'),
  tags: filterByTerms(tag, 'tags', 'withTags'),
  venue: filterByLink(venue, 'venue', 'atVenues'),
  organizer: filterByLink(organizer, 'organizer', 'byOrganizers'),
  featured: {
    ...boolean('featured'),
    compares: { column: 'featured', operator: '=' },
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
    read: readTicketed,
    matches:
      (isWanted, { settings }) =>
      (row) =>
        !settings.tickets || row.ticketed === isWanted,
  } satisfies Filter<boolean>,
}

/** Events (2.1, 4.3). */
export const event: Resource = {
  ...createPostResource('event', 'events'),
  archivePath: 'events',
  fields,
  filters: eventFilters,
  itemParams: { password: text('password') },
  hiddenFields: {
    password: text('password', {
      schema: textSchema,
      read: (raw, context) => (raw === '' ? valid('') : text('password').read(raw, context)),
    }),
  },
  defaults: eventDefaults,
  validateRow: validateEvent,
  // an end before the start exists with the preset only (24.5)
  isListed: (row) => !row.hide_from_listings && row.utc_start_date <= row.utc_end_date,
  normalizeQuery(query, context) {
    requireBothCoordinates(query, context)
    return normalizeDates(query, context)
  },
  defaultOrder: compareByStart,
  firstInOrder: 'start_date',
  order: ({ include }) => (include ? compareByPublication : undefined),
  listNotes: eventListNotes,
  writeNotes: eventWriteNotes,
  clearedByUpdate: (row, _input, context) => ({
    status: defaultStatus(row, context),
    timezone: context.site.zone,
    all_day: false,
    image: '',
    cost: '',
    website: '',
    organizer: [],
    show_map: false,
    show_map_link: false,
    hide_from_listings: false,
    sticky: false,
    featured: false,
  }),
  prepare: prepareEvent,
  present: (row, context, view) => {
    const isLocked = view === 'list' && row.password !== ''
    return presentEvent(isLocked ? { ...row, ...hiddenByPassword } : row, context, view)
  },
  authorizeRead: authorizeEvent,
  authorizesFirst: true,
  schema: eventSchema,
  schemas: eventSchemas,
}

function prepareEvent(values: Query, context: Context, previous?: Row): Row {
  const timezone = String(values.timezone || (previous?.timezone ?? context.site.zone))
  const row = preparePost(values, context, {
    resource: 'event',
    titleField: 'title',
    previous,
    defaults: eventDefaults,
    zone: timezone,
    slugFromFirstPublication: true,
  })
  row.timezone = timezone
  // no request removes the venue of an event in the service (18.1b)
  if (previous && context.settings.preset.followsService && row.venue.length === 0)
    row.venue = previous.venue
  // a create with the cost 0 stores an empty one, an update stores the 0 (11.3)
  if (!previous && Number(values.cost || Number.NaN) === 0) row.cost = ''
  if (context.settings.preset.followsService) {
    if (!previous && row.website === '') row.website = null
    if (row.cost !== previous?.cost) row.cost = loseCurrency(row.cost)
  }
  return setTimes(row, { values, previous, context })
}

function validateEvent(row: Row): string | undefined {
  if (typeof row.website === 'number') return 'website'
  if (!isTimeZone(row.timezone)) return 'timezone'
  return validatePost(row) ?? findUndated(row, dateColumns)
}

/** Throws `Problem` if the event is in the trash or hidden from the user, or if its password is missing or wrong. */
function authorizeEvent(row: Row, { password }: Query, context: UserContext): void {
  rejectTrashed('event', row)
  rejectUnpublished('event', row, context)
  if (row.password === '' || row.password === password) return
  throw new Problem('password-protected', {
    code: 'event-password-protected',
    values: { given: row.id },
  })
}

/** Reads `ticketed`: no event has tickets without the extension for them, so that only false is valid (15.2a). */
function readTicketed(raw: unknown, context: Context): ReadResult<boolean> {
  const reading = boolean('ticketed').read(raw, context)
  if (!reading.ok || !reading.value || context.settings.tickets) return reading
  return invalid('needsExtension', raw, { values: { accepted: '--tickets' } })
}

/** Returns the ID of the event's translation into the active language, or the ID itself. */
const activeEventId = (id: number, context: Context): number =>
  activeTranslationById('event', id, context)?.id ?? id

/** Searches title, description and excerpt for all words and `"quoted phrases"`; `-` excludes one (15.2). Blanks, commas, plus signs and quotation marks end a word, and a phrase may lack its end. */
function matchesWords(search: string): (row: Row) => boolean {
  const terms = [...search.matchAll(/(-?)(?:"([^"]+)"?|([^\s",+]+))/g)].map(
    ([, sign, phrase, word = '']) => ({
      isExcluded: sign === '-',
      contains: containsFolded(phrase ?? word),
    }),
  )
  return (row) => {
    // a list hides the texts of a protected event, so a search must not find them
    const texts = row.password === '' ? [row.title, row.description, row.excerpt] : [row.title]
    const content = texts.join('\n')
    return terms.every(({ contains, isExcluded }) => contains(content) !== isExcluded)
  }
}
