import type { Context, Query } from '../context.ts'
import { isTimeZone } from '../dates/time-zone.ts'
import { normalizeDates, setTimes } from '../event/dates.ts'
import { requireBothCoordinates } from '../event/location.ts'
import { eventListNotes, eventWriteNotes } from '../event/notes.ts'
import { dateColumns, eventSchema, eventSchemas, presentEvent } from '../event/present.ts'
import { boolean } from '../params/boolean.ts'
import { dateText } from '../params/date.ts'
import { image } from '../params/image.ts'
import { linksTo, linksToTerms } from '../params/link.ts'
import { invalid, type Param, required, valid, withDefault } from '../params/param.ts'
import { text, url, zone } from '../params/text.ts'
import {
  author,
  createPostResource,
  epoch,
  findUndated,
  postDefaults,
  publication,
  rejectTrashed,
  validatePost,
} from '../post.ts'
import { defaultStatus, rejectUnpublished, status } from '../post-status.ts'
import { preparePost } from '../prepare-post.ts'
import { Problem } from '../problem.ts'
import { type Order, type Resource, type Row, textSchema } from '../resource.ts'
import type { UserContext } from '../user.ts'
import { category } from './category.ts'
import { eventFilters } from './event-filters.ts'
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

/** Events (2.1, 4.3). */
export const event: Resource = {
  ...createPostResource('event', 'events'),
  archive: { path: 'events', query: { ends_after: 'now', strict_dates: 'true' } },
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
  isListed: (row) => !row.hide_from_listings,
  normalizeQuery(query, context) {
    requireBothCoordinates(query, context)
    return normalizeDates(query, context)
  },
  defaultOrder: compareByStart,
  order: ({ include }) => (include ? compareByPublication : undefined),
  listNotes: eventListNotes,
  writeNotes: eventWriteNotes,
  clearedByUpdate: (row, _input, context) => ({
    ...{ status: defaultStatus(row, context), timezone: context.site.zone },
    ...{ all_day: false, image: '', cost: '', website: '', organizer: [] },
    ...{ show_map: false, show_map_link: false },
    ...{ hide_from_listings: false, sticky: false, featured: false },
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
  if (previous && context.settings.preset.clearsFields && row.venue.length === 0)
    row.venue = previous.venue
  // a create with the cost 0 stores an empty one, an update stores the 0 (11.3)
  if (!previous && Number(values.cost || Number.NaN) === 0) row.cost = ''
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
