import type { Context } from './context.ts'
import { whereIn } from './filter.ts'
import type { MessageKey } from './format-message.ts'
import { listLinkedIds } from './linked-to-events.ts'
import { recordId, recordIds } from './params/link.ts'
import { type Param, valid } from './params/param.ts'
import { boolean, text } from './params/values.ts'
import { paging } from './post.ts'
import type { Filter, Filters, Row } from './resource.ts'
import { decodeSlug, readSentSlug } from './slug.ts'
import { countEvents, type Taxonomy } from './term.ts'
import { translationIds, visibleTranslationId } from './translations.ts'

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
  ...filtersByEvent(taxonomy),
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
  const text = search.toLowerCase()
  return ({ name, slug }) =>
    name.toLowerCase().includes(text) || decodeSlug(slug).includes(text) || slug.includes(text)
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
function filtersByEvent({ name, collection }: Taxonomy): Filters {
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
