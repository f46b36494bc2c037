import type { Context, PresentContext, Query } from './context.ts'
import { whereIn } from './filter.ts'
import type { MessageKey } from './format-message.ts'
import {
  activeTranslationById,
  recordId,
  translationIds,
  visibleTranslationId,
} from './params/link.ts'
import { boolean, integers, type Param, quote, type Schema, text, valid } from './params/param.ts'
import { paging } from './post.ts'
import { Problem } from './problem.ts'
import {
  emptyArraySchema,
  type Filter,
  type ListContent,
  objectSchema,
  type PresentView,
  type Resource,
  type Row,
  schemaRef,
} from './resource.ts'
import { decodeSlug, readSentSlug, toSlug } from './slug.ts'

/** Categories and tags are terms of a taxonomy: they have a count of events and no status. */

/** Fields of all terms, except the name (2.4, 2.5). */
export const termFields = {
  description: text('termDescription'),
  slug: text('termSlug'),
}

/** Default values of the columns that all terms have. */
export const termDefaults = { name: '', description: '' } as const

/** A kind of term. */
export interface Taxonomy {
  /** The name of the resource. */
  readonly name: MessageKey
  readonly collection: string
  /** The field of events that holds the IDs of these terms. */
  readonly usedIn: string
  /** The name of the taxonomy in responses. */
  readonly taxonomy: string
  /** True if the terms form a tree. */
  readonly hasParents: boolean
}

/** Returns the list parameters of all terms (4.6.1), except the ones that refer to events. */
export const termFilters = (self: Pick<Resource, 'name'>) => ({
  ...paging,
  search: { ...text('searchTerms'), matches: matchesTerm } satisfies Filter<string>,
  exclude: {
    ...termIds(self, 'excludeTerms'),
    matches: (ids) => (row) => !ids.includes(row.id),
  } satisfies Filter<readonly number[]>,
  include: {
    ...termIds(self, 'includeTerms'),
    ...whereIn<readonly number[]>('id', (ids) => ids),
  } satisfies Filter<readonly number[]>,
  order: text('order'),
  orderby: text('orderby'),
})

/** Returns a parameter for IDs of existing terms. An ID with a translation in the active language is replaced by it. */
const termIds = (self: Pick<Resource, 'name'>, doc: MessageKey): Param<readonly number[]> => ({
  ...integers(doc),
  link: self.name,
  read: (raw, context) => {
    const reading = integers(doc).read(raw, context)
    if (!reading.ok) return reading
    const visibleIds: number[] = []
    for (const id of reading.value) {
      const checked = recordId(self, doc).read(id, context)
      if (!checked.ok) return checked
      visibleIds.push(visibleTranslationId(self.name, id, context))
    }
    return valid(visibleIds)
  },
})

const matchesTerm: NonNullable<Filter<string>['matches']> = (search) => {
  const text = search.toLowerCase()
  return ({ name, slug }) =>
    name.toLowerCase().includes(text) || decodeSlug(slug).includes(text) || slug.includes(text)
}

/** Returns the list parameter that hides terms without published events. A category with a visible child is shown. */
export const hideEmpty = (taxonomy: Taxonomy): Filter<boolean> => ({
  ...boolean('hideEmpty', { declared: { type: 'boolean', default: '1' } }),
  defaultValue: () => true,
  matches: (hides, context) => (row) => !hides || isUsed(row, taxonomy, context),
})

function isUsed(row: Row, taxonomy: Taxonomy, context: Context): boolean {
  if (countEvents(row, taxonomy, context) > 0) return true
  return (
    taxonomy.hasParents &&
    context.repository
      .linking(taxonomy.name, 'parent', row.id)
      .some((child) => isUsed(child, taxonomy, context))
  )
}

/** Returns the number of published events with the term. */
function countEvents(row: Row, { usedIn }: Taxonomy, { repository }: PresentContext): number {
  return repository.count('event', usedIn, row.id, 'status', 'publish')
}

/** Returns the list parameters for the terms of one event. `event` takes precedence over its synonym `post` (5.4). */
export function filtersByEvent({
  name,
  usedIn,
}: Taxonomy): Readonly<Record<string, Filter<unknown>>> {
  const param = recordId({ name: 'event' }, 'termsOfPost')
  const findTermIds = (id: number, context: Context): readonly number[] => {
    const ids: readonly number[] = activeTranslationById('event', id, context)?.[usedIn] ?? []
    return ids.flatMap((id) => translationIds(name, id, context))
  }
  const post: Filter<number> = {
    ...param,
    ...whereIn('id', (id, context, { event }) =>
      event === undefined ? findTermIds(id, context) : undefined,
    ),
  }
  const event: Filter<number> = { ...param, ...whereIn('id', findTermIds) }
  // `matches` gets the number that `read` returns
  return { post: post as Filter<unknown>, event: event as Filter<unknown> }
}

/** The list parameter that selects the term with a slug, raw or percent-encoded. */
export const slugFilter: Filter<string> = {
  ...text('slugFilter'),
  ...whereIn('slug', (slug, { language }) => [readSentSlug(slug, language)]),
}

type SortKey = (row: Row) => string | number

const lowerCaseName: SortKey = (row) => row.name.toLowerCase()

/** Sort keys by the value of `orderby`, except `count` and `include`, which depend on the request. */
const sortKeys: ReadonlyMap<string, SortKey> = new Map<string, SortKey>([
  ['id', (row) => row.id],
  ['term_id', (row) => row.id],
  ['slug', (row) => row.slug],
  ['description', (row) => row.description.toLowerCase()],
  ['parent', (row) => row.parent ?? 0],
  ['none', (row) => row.id],
])

/** Sorts terms by name: their default order. */
export const compareTermNames = compareBy(lowerCaseName, 1)

/**
 * Returns the order that a list of terms asks for, or undefined for the default order. An unknown
 * `orderby` sorts by name, an unknown `order` is descending (5.5).
 */
export const termOrder = (taxonomy: Taxonomy) => (query: Query, context: Context) => {
  const isAscending = query.order === undefined || String(query.order).toLowerCase() === 'asc'
  const key = findSortKey(query, taxonomy, context)
  if (key === lowerCaseName && isAscending) return undefined
  return compareBy(key, isAscending ? 1 : -1)
}

function compareBy(key: SortKey, sign: 1 | -1) {
  return (a: Row, b: Row): number => {
    const [x, y] = [key(a), key(b)]
    return (x < y ? -1 : x > y ? 1 : a.id - b.id) * sign
  }
}

function findSortKey(query: Query, taxonomy: Taxonomy, context: Context): SortKey {
  const orderby = String(query.orderby ?? 'name')
  const included = query.include as readonly number[] | undefined // read by the filter `include`
  if (orderby === 'count') return (row) => countEvents(row, taxonomy, context)
  if (orderby === 'include' && included) return (row) => included.indexOf(row.id)
  return sortKeys.get(orderby) ?? lowerCaseName
}

/**
 * Returns the check of a write. It throws `Problem` for a create with the name of another term under the
 * same parent, and for an update with the slug of another term or with a parent that would form a loop.
 */
export const checkTerm =
  (taxonomy: Taxonomy) =>
  (values: Query, context: Context, row?: Row): void => {
    const parent =
      values.parent === undefined
        ? (row?.parent ?? 0)
        : visibleTranslationId(taxonomy.name, Number(values.parent), context)
    if (!row) {
      rejectUsedName(taxonomy, { ...values, parent }, context)
      return
    }
    rejectLoop(taxonomy, { ...row, parent }, context)
    if (values.slug === undefined) return
    rejectUsedSlug(taxonomy, { ...row, slug: String(values.slug) }, context)
  }

function rejectUsedName({ name: taxonomy }: Taxonomy, values: Query, context: Context): void {
  const name = String(values.name ?? '').trim()
  const existing = context.repository
    .named(taxonomy, 'name', name, context.language)
    .find(({ parent }) => (parent ?? 0) === values.parent)
  if (!existing) return
  throw new Problem('term_exists', {
    values: { given: quote(existing.name), id: existing.id },
    data: { term_id: existing.id },
  })
}

/** Throws `Problem` if the parent of a category is the category itself or one of its descendants. */
function rejectLoop({ name }: Taxonomy, { id, parent }: Row, { repository }: Context): void {
  let ancestor = repository.get(name, parent)
  while (ancestor && ancestor.id !== id) ancestor = repository.get(name, ancestor.parent)
  if (ancestor)
    throw new Problem('rest_invalid_param', { faults: { parent: { key: 'ownParent' } } })
}

function rejectUsedSlug({ name }: Taxonomy, { id, slug, language }: Row, context: Context): void {
  const owner = context.repository.bySlug(name, readSentSlug(slug, language), language)
  if (!owner || owner.id === id) return
  throw new Problem('duplicate_term_slug', {
    values: { given: quote(slug), id: owner.id },
    data: { term_id: owner.id },
  })
}

/** Returns the function that creates the row of a term, with a slug that is unique in its taxonomy and language. */
export const prepareTerm =
  (taxonomy: Taxonomy) =>
  (values: Query, context: Context, previous?: Row): Row => {
    const language = previous?.language ?? context.language
    const name = String(values.name ?? previous?.name ?? '').trim()
    const requested =
      values.slug === undefined ? previous?.slug : readSentSlug(String(values.slug), language)
    const row = {
      description: '',
      ...(taxonomy.hasParents && { parent: 0 }),
      ...previous,
      ...values,
      language,
      name,
      slug: requested || toSlug(name, language) || taxonomy.name,
    } as Row // the store adds id and group
    if (row.slug === previous?.slug) return row
    return { ...row, slug: findFreeSlug(row, taxonomy, context) }
  }

/** Returns the slug of the row, or a free one. A used slug first gets the parent's slug as a suffix: `child-parent` (7.1). */
function findFreeSlug(row: Row, { name }: Taxonomy, { repository }: Context): string {
  const { id, slug, language } = row
  const owner = repository.bySlug(name, slug, language)
  const parent = repository.get(name, row.parent ?? 0)
  const isUsed = owner !== undefined && owner.id !== id
  const candidate = isUsed && parent ? `${slug}-${parent.slug}` : slug
  return repository.freeSlug(name, candidate, { language, ...(id !== undefined && { id }) })
}

/** Returns the function that presents a term (1.6). Responses for a single term have `_links`, except after a delete. */
export const presentTerm =
  (taxonomy: Taxonomy) =>
  (row: Row, context: PresentContext, view: PresentView): Query => {
    const home = context.origin + context.site.home
    const path = taxonomy.hasParents ? 'events/category' : 'tag'
    const urls = termUrls(row, taxonomy, context)
    return {
      id: row.id,
      count: countEvents(row, taxonomy, context),
      description: row.description,
      name: row.name,
      slug: row.slug,
      taxonomy: taxonomy.taxonomy,
      ...(taxonomy.hasParents && { parent: row.parent }),
      meta: [],
      url: `${home}/${path}/${row.slug}/`,
      urls,
      ...((view === 'item' || view === 'write') && {
        _links: Object.fromEntries(Object.entries(urls).map(([rel, href]) => [rel, [{ href }]])),
      }),
    }
  }

/** Returns a term as events contain it. */
export const presentEmbeddedTerm = (
  row: Row,
  taxonomy: Taxonomy,
  context: PresentContext,
): Query => ({
  name: row.name,
  slug: row.slug,
  term_group: 0,
  term_taxonomy_id: row.id,
  taxonomy: taxonomy.taxonomy,
  description: row.description,
  parent: row.parent ?? 0,
  count: countEvents(row, taxonomy, context),
  filter: 'raw',
  id: row.id,
  urls: termUrls(row, taxonomy, context),
})

function termUrls(row: Row, taxonomy: Taxonomy, { base }: PresentContext): Query {
  const collection = `${base}/${taxonomy.collection}`
  return {
    self: `${collection}/${row.id}`,
    collection,
    ...(row.parent && { up: `${collection}/${row.parent}` }),
  }
}

/** Returns the function that presents lists of terms: link and totals first, then the terms (1.7). */
export const presentTermList =
  (collection: string) =>
  ({ items, links, total, pages }: ListContent): Query => {
    const { rest_url, ...others } = links
    return { rest_url, total, total_pages: pages, [collection]: items, ...others }
  }

const string: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const links: Schema = { type: 'array', items: schemaRef('TermLink') }

const commonProperties: Readonly<Record<string, Schema>> = {
  id: integer,
  count: integer,
  description: string,
  name: string,
  slug: string,
  taxonomy: string,
  urls: schemaRef('TermUrls'),
}

/** Returns the JSON Schema of a term as its routes return it. */
export const createTermSchema = (hasParents: boolean): Schema =>
  objectSchema(
    {
      ...commonProperties,
      ...(hasParents && { parent: integer }),
      meta: emptyArraySchema,
      url: string,
    },
    { _links: schemaRef('TermLinks') },
  )

/** JSON Schemas of terms in events, and of the links of terms, by name. */
export const termSchemas: Readonly<Record<string, Schema>> = {
  Term: objectSchema({
    ...commonProperties,
    term_group: integer,
    term_taxonomy_id: integer,
    parent: integer,
    filter: string,
  }),
  TermUrls: objectSchema({ self: string, collection: string }, { up: string }),
  TermLinks: objectSchema({ self: links, collection: links }, { up: links }),
  TermLink: objectSchema({ href: string }),
}
