import { formatDateTime } from '../dates/date-time.ts'
import type { Context } from './context.ts'
import { whereIn } from './filter.ts'
import { containsFolded } from './fold-case.ts'
import type { MessageKey } from './format-message.ts'
import { recordId, recordIds } from './params/link.ts'
import { type Param, valid } from './params/param.ts'
import { boolean, flag, text } from './params/values.ts'
import { paging } from './post.ts'
import { defaultStatuses } from './post-status.ts'
import type { Filter, Filters, Row } from './resource.ts'
import { decodeEscapes, readSentSlug } from './slug.ts'
import { countEvents, type Taxonomy } from './term.ts'
import {
  activeTranslationById,
  mayShowLinked,
  translationIds,
  visibleTranslationId,
} from './translations.ts'

/** Returns the list parameters of terms (4.6.1). `parent` is the filter that only categories have. */
export const createTermFilters = (taxonomy: Taxonomy, parent?: Filter<number>): Filters => ({
  ...paging,
  search: { ...text('searchTerms'), matches: matchesTerm },
  exclude: {
    ...visibleTermIds(taxonomy, 'excludeTerms'),
    matches: (ids: readonly number[]) => (row) => !ids.includes(row.id),
  },
  include: {
    ...visibleTermIds(taxonomy, 'includeTerms'),
    ...whereIn<readonly number[]>('id', (ids) => ids),
  },
  order: text('order', { example: () => 'asc' }),
  orderby: text('orderby', { example: () => 'name' }),
  hide_empty: hideEmpty(taxonomy),
  ...(parent && { parent }),
  ...termFiltersByEvent(taxonomy),
  slug: slugFilter,
})

/** IDs of existing terms. An ID with a translation in the active language is replaced by it. */
const visibleTermIds = (taxonomy: Taxonomy, doc: MessageKey): Param<readonly number[]> => ({
  ...recordIds(taxonomy, doc),
  read: (raw, context) => {
    const reading = recordIds(taxonomy, doc).read(raw, context)
    if (!reading.ok) return reading
    return valid(reading.value.map((id) => visibleTranslationId(taxonomy.name, id, context)))
  },
})

const matchesTerm: NonNullable<Filter<string>['matches']> = (search) => {
  const contains = containsFolded(search)
  return ({ name, slug }) => [name, decodeEscapes(slug), slug].some(contains)
}

/** Returns the list parameter that hides terms without published events. A category with a visible child is shown. */
const hideEmpty = (taxonomy: Taxonomy): Filter<boolean> => ({
  ...boolean('hideEmpty', { declared: { type: 'boolean', default: '1' } }),
  defaultValue: () => true,
  matches: (hides, context) => (hides ? createUsedTest(taxonomy, context) : () => true),
})

/** Returns the predicate for terms with published events, or with such a descendant. It visits each term once. */
function createUsedTest(taxonomy: Taxonomy, context: Context): (row: Row) => boolean {
  const known = new Map<number, boolean>()
  const findChildren = ({ id }: Row): readonly Row[] =>
    taxonomy.hasParents ? context.repository.linking(taxonomy.name, 'parent', id) : []
  const isUsed = (row: Row): boolean =>
    countEvents(row, taxonomy, context) > 0 || findChildren(row).some(({ id }) => known.get(id))
  return (row) => {
    const branch = new Set([row]) // grows while the loop runs; no recursion, because trees can be deep
    for (const term of branch)
      if (!known.has(term.id)) for (const child of findChildren(term)) branch.add(child)
    for (const term of [...branch].reverse())
      if (!known.has(term.id)) known.set(term.id, isUsed(term))
    return known.get(row.id) === true
  }
}

/** Returns the list parameters for the terms of one event. `event` takes precedence over its synonym `post` (15.4). */
function termFiltersByEvent({ name, collection }: Taxonomy): Filters {
  const param = recordId({ name: 'event' }, 'termsOfPost')
  const findTermIds = (id: number, context: Context): readonly number[] =>
    listLinkedIds(id, collection, context).flatMap((id) => translationIds(name, id, context))
  const post: Filter<number> = {
    ...param,
    ...whereIn('id', (id, context, { event }) =>
      event === undefined ? findTermIds(id, context) : undefined,
    ),
  }
  const event: Filter<number> = { ...param, ...whereIn('id', findTermIds) }
  return { post, event }
}

/** The list parameter that selects the term with a slug, raw or percent-encoded. */
const slugFilter: Filter<string> = {
  ...text('slugFilter'),
  ...whereIn('slug', (slug, { language }) => [readSentSlug(slug, language)]),
}

/** Returns the list parameters that filter venues or organizers by their events (4.4.1). */
export function filtersByEvents(field: MessageKey): Filters {
  return {
    event: {
      ...recordId({ name: 'event' }, 'ofEvent'),
      ...whereIn<number>('id', (id, context) => listLinkedIds(id, field, context)),
    },
    has_events: {
      ...flag('hasEvents'),
      matches: (isWanted, context) => (row) => hasEvents(row, field, context) === isWanted,
    },
    only_with_upcoming: {
      ...flag('onlyWithUpcoming', { declared: { default: false } }),
      matches: (isWanted, context) => {
        const now = formatDateTime(context.now.getTime())
        const statuses: readonly unknown[] = defaultStatuses(context)
        return (row) =>
          !isWanted ||
          findLinkedEvents(row, field, context).some(
            (event) => statuses.includes(event.status) && isUpcoming(event, now),
          )
      },
    },
  }
}

/** Event statuses that `has_events` does not count. Events in the trash do not count either (15.3c). */
const uncountedStatuses: readonly unknown[] = ['draft', 'pending', 'trash']

const hasEvents = (row: Row, field: string, context: Context): boolean =>
  findLinkedEvents(row, field, context).some(({ status }) => !uncountedStatuses.includes(status))

/** Returns whether lists can show the event and it starts at `now` or later (`YYYY-MM-DD HH:MM:SS` in UTC). */
const isUpcoming = (event: Row, now: string): boolean =>
  !event.hide_from_listings && event.utc_start_date >= now

const findLinkedEvents = (row: Row, field: string, { repository }: Context): readonly Row[] =>
  repository.linking('event', field, row.id)

/** Returns the IDs in a field of an event, or of its translation into the active language, if the user may see it. */
function listLinkedIds(id: number, field: string, context: Context): readonly number[] {
  const event = activeTranslationById('event', id, context)
  return event && mayShowLinked(event, context) ? event[field] : []
}
