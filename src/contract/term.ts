import type { Context, PresentContext, Query } from './context.ts'
import { whereIn } from './filter.ts'
import type { MessageKey } from './format-message.ts'
import { boolean } from './params/boolean.ts'
import { recordId } from './params/link.ts'
import { integers } from './params/list.ts'
import { type Param, quote, type Schema, valid } from './params/param.ts'
import { text } from './params/text.ts'
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
import { activeTranslationById, translationIds, visibleTranslationId } from './translations.ts'

/** What categories and tags share: terms of a taxonomy, with a count and no status. */

/** Fields of every term besides its name (2.4, 2.5). */
export const termFields = {
  description: text('termDescription'),
  slug: text('termSlug'),
}

/** The columns that every term has. */
export const termDefaults = { name: '', description: '' } as const

/** The field of events that holds IDs of these terms, and the taxonomy's name on the wire. */
export interface Taxonomy {
  readonly name: MessageKey
  readonly collection: string
  readonly usedIn: string
  readonly taxonomy: string
  readonly hasParents: boolean
}

/** The list parameters of terms (4.6.1), but for those that name another resource. */
export const termFilters = (self: Pick<Resource, 'name'>) => ({
  ...paging,
  search: { ...text('searchTerms'), matches: matchesTerm } satisfies Filter<string>,
  exclude: {
    ...termIds(self, 'excludeTerms'),
    matches: (list) => (row) => !list.includes(row.id),
  } satisfies Filter<readonly number[]>,
  include: {
    ...termIds(self, 'includeTerms'),
    ...whereIn<readonly number[]>('id', (list) => list),
  } satisfies Filter<readonly number[]>,
  order: text('order'),
  orderby: text('orderby'),
})

/** IDs of terms that must exist, as those in the active language where they have a translation. */
const termIds = (self: Pick<Resource, 'name'>, doc: MessageKey): Param<readonly number[]> => ({
  ...integers(doc),
  link: self.name,
  read: (raw, context) => {
    const reading = integers(doc).read(raw, context)
    if (!reading.ok) return reading
    const found: number[] = []
    for (const id of reading.value) {
      const single = recordId(self, doc).read(id, context)
      if (!single.ok) return single
      found.push(visibleTranslationId(self.name, id, context))
    }
    return valid(found)
  },
})

const matchesTerm: NonNullable<Filter<string>['matches']> = (wanted) => {
  const needle = wanted.toLowerCase()
  return (row) =>
    row.name.toLowerCase().includes(needle) ||
    decodeSlug(row.slug).includes(needle) ||
    row.slug.includes(needle)
}

/** Terms without a published event are left out; a category with non-empty ones below stays. */
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
      .some((below) => isUsed(below, taxonomy, context))
  )
}

/** How many published events carry the term. */
function countEvents(row: Row, { usedIn }: Taxonomy, { repository }: PresentContext): number {
  return repository.count('event', usedIn, row.id, 'status', 'publish')
}

/** Terms of one event, or of its translation into the active language; the second name wins (5.4). */
export function filtersByEvent({
  name,
  usedIn,
}: Taxonomy): Readonly<Record<string, Filter<unknown>>> {
  const param = recordId({ name: 'event' }, 'termsOfPost')
  const termsOf = (id: number, context: Context): readonly number[] => {
    const terms: readonly number[] = activeTranslationById('event', id, context)?.[usedIn] ?? []
    return terms.flatMap((term) => translationIds(name, term, context))
  }
  const post: Filter<number> = {
    ...param,
    ...whereIn('id', (id, context, { event }) =>
      event === undefined ? termsOf(id, context) : undefined,
    ),
  }
  const event: Filter<number> = { ...param, ...whereIn('id', termsOf) }
  return { post: post as Filter<unknown>, event: event as Filter<unknown> } // a value is the number that its reader gives
}

/** The term with this slug, raw or encoded. */
export const slugFilter: Filter<string> = {
  ...text('slugFilter'),
  ...whereIn('slug', (slug, { language }) => [readSentSlug(slug, language)]),
}

type Key = (row: Row) => string | number

const lowerName: Key = (row) => row.name.toLowerCase()

/** What terms can be sorted by besides their count and the order of `include`; a map, as names come from outside. */
const attributes: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['id', (row) => row.id],
  ['term_id', (row) => row.id],
  ['slug', (row) => row.slug],
  ['description', (row) => row.description.toLowerCase()],
  ['parent', (row) => row.parent ?? 0],
  ['none', (row) => row.id],
])

/** Terms by name, unless a list asks for another order. */
export const compareTermNames = compareBy(lowerName, 1)

/** The order a list of terms asks for, undefined for that by name; unknown attributes are the name, unknown directions descend (5.5). */
export const termOrder = (taxonomy: Taxonomy) => (query: Query, context: Context) => {
  const isRising = query.order === undefined || String(query.order).toLowerCase() === 'asc'
  const by = termKey(String(query.orderby ?? 'name'), query, taxonomy, context)
  return by === lowerName && isRising ? undefined : compareBy(by, isRising ? 1 : -1)
}

function compareBy(by: Key, sign: 1 | -1) {
  return (a: Row, b: Row): number => {
    const [x, y] = [by(a), by(b)]
    return (x < y ? -1 : x > y ? 1 : a.id - b.id) * sign
  }
}

function termKey(orderby: string, query: Query, taxonomy: Taxonomy, context: Context): Key {
  if (orderby === 'count') return (row) => countEvents(row, taxonomy, context)
  const included = query.include as readonly number[] | undefined // read by the filter `include`
  if (orderby === 'include' && included) return (row) => included.indexOf(row.id)
  return attributes.get(orderby) ?? lowerName
}

/** Refuses a second term of a name under one parent, and a slug that another term has. Throws `Problem`. */
export const checkTerm =
  (taxonomy: Taxonomy) =>
  (values: Query, context: Context, row?: Row): void => {
    const language = row?.language ?? context.language
    const name = String(values.name ?? '').trim()
    const parent =
      values.parent === undefined
        ? (row?.parent ?? 0)
        : visibleTranslationId(taxonomy.name, Number(values.parent), context)
    if (row) rejectLoop(taxonomy, row, parent, context)
    const twin = context.repository
      .named(taxonomy.name, 'name', name, language)
      .find((other) => (other.parent ?? 0) === parent)
    if (twin && !row)
      throw new Problem('term_exists', {
        values: { given: quote(twin.name), id: twin.id },
        data: { term_id: twin.id },
      })
    if (!row || values.slug === undefined) return
    const slug = readSentSlug(String(values.slug), language)
    const owner = context.repository.bySlug(taxonomy.name, slug, language)
    if (owner && owner.id !== row.id) {
      throw new Problem('duplicate_term_slug', {
        values: { given: quote(values.slug), id: owner.id },
        data: { term_id: owner.id },
      })
    }
  }

/** A category cannot stand below itself, or below one that stands below it. */
function rejectLoop({ name }: Taxonomy, row: Row, parent: number, { repository }: Context): void {
  for (
    let above = repository.get(name, parent);
    above;
    above = repository.get(name, above.parent)
  ) {
    if (above.id !== row.id) continue
    throw new Problem('rest_invalid_param', { faults: { parent: { key: 'ownParent' } } })
  }
}

/** A term row, with a slug that is unique in its taxonomy and language. */
export const prepareTerm =
  (taxonomy: Taxonomy) =>
  (values: Query, context: Context, previous?: Row): Row => {
    const language = previous?.language ?? context.language
    const row = {
      description: '',
      ...(taxonomy.hasParents && { parent: 0 }),
      ...previous,
      ...values,
      language,
    }
    const name = String(values.name ?? previous?.name ?? '').trim()
    const wanted =
      values.slug === undefined ? previous?.slug : readSentSlug(String(values.slug), language)
    const slug = wanted || toSlug(name, language) || taxonomy.name
    return {
      ...row,
      name,
      slug: slug === previous?.slug ? slug : freeTermSlug(slug, row, taxonomy, context),
    } as Row // id and group follow at the store
  }

/** A clash below a parent takes the parent's slug along: `child-parent` (7.1). */
function freeTermSlug(slug: string, row: Query, taxonomy: Taxonomy, context: Context): string {
  const language = String(row.language)
  const owner = { language, ...(typeof row.id === 'number' && { id: row.id }) }
  const taken = context.repository.bySlug(taxonomy.name, slug, language)
  const parent = context.repository.get(taxonomy.name, Number(row.parent ?? 0))
  const candidate = taken && taken.id !== row.id && parent ? `${slug}-${parent.slug}` : slug
  return context.repository.freeSlug(taxonomy.name, candidate, owner)
}

/** The public form on the routes of terms (1.6); single answers but those of a delete carry `_links`. */
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

/** The form a term has inside an event. */
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

/** Lists of terms: links and totals first (1.7). */
export const presentTermList =
  (collection: string) =>
  ({ items, links, total, pages }: ListContent): Query => {
    const { rest_url, ...others } = links
    return { rest_url, total, total_pages: pages, [collection]: items, ...others }
  }

const string: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const links: Schema = { type: 'array', items: schemaRef('TermLink') }

const common: Readonly<Record<string, Schema>> = {
  id: integer,
  count: integer,
  description: string,
  name: string,
  slug: string,
  taxonomy: string,
  urls: schemaRef('TermUrls'),
}

/** JSON Schema of what `presentTerm` gives. */
export const createTermSchema = (hasParents: boolean): Schema =>
  objectSchema(
    {
      ...common,
      ...(hasParents && { parent: integer }),
      meta: emptyArraySchema,
      url: string,
    },
    { _links: schemaRef('TermLinks') },
  )

/** JSON Schemas of what `embedTerm` gives, and of links, by name. */
export const termSchemas: Readonly<Record<string, Schema>> = {
  Term: objectSchema({
    ...common,
    term_group: integer,
    term_taxonomy_id: integer,
    parent: integer,
    filter: string,
  }),
  TermUrls: objectSchema({ self: string, collection: string }, { up: string }),
  TermLinks: objectSchema({ self: links, collection: links }, { up: links }),
  TermLink: objectSchema({ href: string }),
}
