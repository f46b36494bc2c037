import type { Context } from '../context.ts'
import { dateFilter, defaultEnd, defaultStart } from '../event/dates.ts'
import { matchesCoordinates, matchesDistance } from '../event/location.ts'
import { whereIn } from '../filter.ts'
import { boolean } from '../params/boolean.ts'
import { filterByLink, filterByTerms, recordId } from '../params/link.ts'
import { integers } from '../params/list.ts'
import { number } from '../params/number.ts'
import { invalid, type ReadResult } from '../params/param.ts'
import { paging, search } from '../post.ts'
import { listStatus } from '../post-status.ts'
import type { Filter, Row } from '../resource.ts'
import { activeTranslationById } from '../translations.ts'
import { category } from './category.ts'
import { organizer } from './organizer.ts'
import { tag } from './tag.ts'
import { venue } from './venue.ts'

/** The list parameters of events (4.3.1). */
export const eventFilters = {
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

/** Reads `ticketed`: no event has tickets without the extension for them, so that only false is valid (15.2a). */
function readTicketed(raw: unknown, context: Context): ReadResult<boolean> {
  const reading = boolean('ticketed').read(raw, context)
  if (!reading.ok || !reading.value || context.settings.tickets) return reading
  return invalid('needsExtension', raw, { values: { accepted: '--tickets' } })
}

/** Returns the ID of the event's translation into the active language, or the ID itself. */
const activeEventId = (id: number, context: Context): number =>
  activeTranslationById('event', id, context)?.id ?? id

/** Searches title, description and excerpt for all words and `"quoted phrases"`; `-` excludes one (15.2). */
function matchesWords(search: string): (row: Row) => boolean {
  const terms = [...search.toLowerCase().matchAll(/(-?)(?:"([^"]+)"|(\S+))/g)].map(
    ([, sign, phrase, word = '']) => ({ isExcluded: sign === '-', text: phrase ?? word }),
  )
  return (row) => {
    // a list hides the texts of a protected event, so a search must not find them
    const texts = row.password === '' ? [row.title, row.description, row.excerpt] : [row.title]
    const content = texts.join('\n').toLowerCase()
    return terms.every(({ text, isExcluded }) => content.includes(text) !== isExcluded)
  }
}
