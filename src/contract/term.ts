import type { Context, PresentContext, Query } from './context.ts'
import { foldText } from './fold-case.ts'
import { notePageSize, readsWholeList } from './list-notes.ts'
import { createNote } from './note.ts'
import { quote, required, type Schema } from './params/param.ts'
import { text } from './params/values.ts'
import { pagePathOf } from './presets.ts'
import { Problem } from './problem.ts'
import {
  compareBy,
  emptyArraySchema,
  integerSchema,
  type ListSubject,
  type NoteRule,
  objectSchema,
  type PresentView,
  type Resource,
  type Row,
  repeatSchema,
  schemaRef,
  textSchema,
  type WriteSubject,
} from './resource.ts'
import { readSentSlug, toSlug } from './slug.ts'
import { presentTermName } from './title.ts'
import { visibleTranslationId } from './translations.ts'

/** The fields that all terms have (2.4, 2.5). */
export const termFields = {
  name: required(text('termName')),
  description: text('termDescription'),
  slug: text('termSlug'),
}

export const termDefaults = { name: '', description: '' } as const

/** A kind of term: categories or tags. Terms have a count of events and no status. */
export interface Taxonomy {
  readonly name: 'category' | 'tag'
  /** The collection of the resource, and the field of events that holds the IDs of these terms. */
  readonly collection: string
  /** True if the terms form a tree. */
  readonly hasParents: boolean
  /** The path of public pages, below the home of a site. */
  readonly pagePath: string
}

/** Returns the check of a write: it rejects used names under the same parent, used slugs, and parents that form a loop. */
const checkTerm =
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

/** Throws `Problem` if the parent of a category is the category itself or a descendant. */
function rejectLoop({ name }: Taxonomy, { id, parent }: Row, { repository }: Context): void {
  const line = new Set<number>()
  let ancestor = repository.get(name, parent)
  while (ancestor && ancestor.id !== id && !line.has(ancestor.id)) {
    line.add(ancestor.id) // `db` and scenarios can create loops
    ancestor = repository.get(name, ancestor.parent)
  }
  if (ancestor)
    throw new Problem('rest_invalid_param', { errors: { parent: { key: 'ownParent' } } })
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
const prepareTerm =
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

/** Returns the slug of the row, or a free slug. A used slug first gets the parent's slug as a suffix: `child-parent` (17.1). */
function findFreeSlug(row: Row, { name }: Taxonomy, { repository }: Context): string {
  const { id, slug, language } = row
  const owner = repository.bySlug(name, slug, language)
  const parent = repository.get(name, row.parent ?? 0)
  const isUsed = owner !== undefined && owner.id !== id
  const candidate = isUsed && parent ? `${slug}-${parent.slug}` : slug
  return repository.freeSlug(name, candidate, { language, ...(id !== undefined && { id }) })
}

export function countEvents(
  row: Row,
  { collection }: Taxonomy,
  { repository }: PresentContext,
): number {
  return repository.count('event', collection, row.id, 'status', 'publish')
}

/** Returns the function that presents a term (11.6). Responses for a single term have `_links`, except after a delete. */
const presentTerm =
  (taxonomy: Taxonomy) =>
  (row: Row, context: PresentContext, view: PresentView): Query => {
    const home = context.origin + context.site.home
    const urls = termUrls(row, taxonomy, context)
    return {
      id: row.id,
      count: countEvents(row, taxonomy, context),
      description: presentTermName(row.description, context),
      name: presentTermName(row.name, context),
      slug: row.slug,
      taxonomy: context.settings.preset.taxonomies[taxonomy.name],
      ...(taxonomy.hasParents && { parent: row.parent }),
      meta: [],
      url: `${home}/${pagePathOf(taxonomy.pagePath, context.site, context.settings.preset)}/${pageSlugs(row, taxonomy, context).join('/')}/`,
      urls,
      ...((view === 'item' || view === 'write') && {
        _links: Object.fromEntries(Object.entries(urls).map(([rel, href]) => [rel, [{ href }]])),
      }),
    }
  }

/** Returns the slugs in the path of a term's page: its own slug, after the slugs of its parents with the preset (24.4). */
function pageSlugs(row: Row, { name }: Taxonomy, { settings, repository }: PresentContext) {
  const line = new Map([[row.id, row.slug]])
  let ancestor = settings.preset.followsService ? repository.get(name, row.parent ?? 0) : undefined
  while (ancestor && !line.has(ancestor.id)) {
    line.set(ancestor.id, ancestor.slug) // `db` and scenarios can create loops
    ancestor = repository.get(name, ancestor.parent)
  }
  return [...line.values()].reverse()
}

export const presentEmbeddedTerm = (
  row: Row,
  taxonomy: Taxonomy,
  context: PresentContext,
): Query => ({
  name: presentTermName(row.name, context),
  slug: row.slug,
  term_group: 0,
  term_taxonomy_id: row.id,
  taxonomy: context.settings.preset.taxonomies[taxonomy.name],
  description: presentTermName(row.description, context),
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

const links: Schema = { type: 'array', items: schemaRef('TermLink') }

const commonProperties: Readonly<Record<string, Schema>> = {
  ...repeatSchema(['id', 'count'], integerSchema),
  ...repeatSchema(['description', 'name', 'slug', 'taxonomy']),
  urls: schemaRef('TermUrls'),
}

const createTermSchema = (hasParents: boolean): Schema =>
  objectSchema(
    {
      ...commonProperties,
      ...(hasParents && { parent: integerSchema }),
      meta: emptyArraySchema,
      url: textSchema,
    },
    { _links: schemaRef('TermLinks') },
  )

/** JSON Schemas of terms in events, and of the links of terms, by name. */
export const termSchemas: Readonly<Record<string, Schema>> = {
  Term: objectSchema({
    ...commonProperties,
    ...repeatSchema(['term_group', 'term_taxonomy_id', 'parent'], integerSchema),
    filter: textSchema,
  }),
  TermUrls: objectSchema(repeatSchema(['self', 'collection']), { up: textSchema }),
  TermLinks: objectSchema({ self: links, collection: links }, { up: links }),
  TermLink: objectSchema({ href: textSchema }),
}

type SortKey = (row: Row) => string | number
const foldedName: SortKey = (row) => foldText(row.name)

/** Sort keys by the value of `orderby`, except `count` and `include`, which depend on the request. */
const sortKeys: ReadonlyMap<string, SortKey> = new Map<string, SortKey>([
  ['id', (row) => row.id],
  ['term_id', (row) => row.id],
  ['slug', (row) => row.slug],
  ['description', (row) => foldText(row.description)],
  ['parent', (row) => row.parent ?? 0],
  ['none', (row) => row.id],
])

/** The values of `orderby` and their synonyms. */
const sortWords = ['name', 'count', 'include', ...sortKeys.keys()]

/** Sorts terms by name, as lists and events show them: `a`, `Ä`, `b` (15.5). */
export const compareTermNames = compareBy(foldedName, 1)

/** Returns the requested order, or undefined for the default. An unknown `orderby` sorts by name, an unknown `order` is descending (15.5). */
const termOrder = (taxonomy: Taxonomy) => (query: Query, context: Context) => {
  const isAscending = query.order === undefined || String(query.order).toLowerCase() === 'asc'
  const key = findSortKey(query, taxonomy, context)
  if (key === foldedName && isAscending) return undefined
  // terms with equal keys are in the order of their IDs in both directions
  return compareBy(key, isAscending ? 1 : -1, 1)
}

function findSortKey(query: Query, taxonomy: Taxonomy, context: Context): SortKey {
  const orderby = String(query.orderby ?? 'name')
  const included = query.include as readonly number[] | undefined // read by the filter `include`
  if (orderby === 'count') return (row) => countEvents(row, taxonomy, context)
  if (orderby === 'include' && included) return (row) => included.indexOf(row.id)
  return sortKeys.get(orderby) ?? foldedName
}

/** Returns the parts of a resource that categories and tags share. */
export const createTermResource = (taxonomy: Taxonomy) =>
  ({
    name: taxonomy.name,
    collection: taxonomy.collection,
    pagePath: taxonomy.pagePath,
    addressedBy: ['id'],
    itemMethods: ['GET', 'EDIT', 'DELETE'],
    rejectsPagePastEnd: false,
    defaultOrder: compareTermNames,
    order: termOrder(taxonomy),
    listNotes: [notePageSize, noteOrder, noteHidden, notePost, noteSlug(taxonomy)],
    writeNotes: [noteNew(taxonomy)],
    check: checkTerm(taxonomy),
    prepare: prepareTerm(taxonomy),
    present: presentTerm(taxonomy),
    onDelete: () => undefined,
    // link and totals first, then the terms (11.7)
    presentList: ({ items, links: { rest_url, ...others }, total, pages }) => ({
      rest_url,
      total,
      total_pages: pages,
      [taxonomy.collection]: items,
      ...others,
    }),
    schema: createTermSchema(taxonomy.hasParents),
    schemas: termSchemas,
  }) satisfies Partial<Resource>

const noteOrder: NoteRule<ListSubject> = ({ query, sent }) => {
  const { order, orderby } = query
  if (orderby !== undefined && !sortWords.includes(String(orderby))) {
    const message = `orderby is ${quote(sent('orderby'))}, which is read as name; accepted: ${sortWords.join(', ')}`
    return createNote('unknown-order', message, 'orderby')
  }
  if (order === undefined || /^(asc|desc)$/i.test(String(order))) return undefined
  const message = `order is ${quote(sent('order'))}, which is read as desc; accepted: asc, desc`
  return createNote('unknown-order', message, 'order')
}

/** Returns the note about hidden terms. Lists with filters have it only if they are empty. */
const noteHidden: NoteRule<ListSubject> = (subject) => {
  const { query, total, count, sent } = subject
  if (sent('hide_empty') !== undefined || !readsWholeList(subject)) return undefined
  const filters = ['search', 'include', 'exclude', 'slug', 'parent', 'post', 'event']
  if (total > 0 && filters.some((name) => query[name] !== undefined)) return undefined
  const hidden = count({ hide_empty: false }) - total
  if (hidden <= 0) return undefined
  const message = `hide_empty hides ${hidden} ${hidden === 1 ? 'record' : 'records'} without published events; hide_empty=false lists all`
  return createNote('empty-term-hidden', message, 'hide_empty')
}

const notePost: NoteRule<ListSubject> = ({ query }) =>
  query.post !== undefined && query.event !== undefined && query.post !== query.event
    ? createNote('post-ignored', 'post is ignored because event is sent as well', 'post')
    : undefined

const noteSlug =
  ({ name }: Taxonomy): NoteRule<ListSubject> =>
  ({ query: { slug }, total, context }) => {
    if (slug === undefined || total > 0) return undefined
    const { site, repository, language } = context
    const owner = site.accepts.find(
      (code) =>
        code !== language && repository.bySlug(name, readSentSlug(String(slug), code), code),
    )
    if (owner === undefined) return undefined
    const message = `the slug ${quote(slug)} belongs to a ${name} in ${owner}, but the list is in ${language}`
    return createNote('slug-of-other-language', message, 'slug')
  }

const noteNew =
  (taxonomy: Taxonomy): NoteRule<WriteSubject> =>
  ({ row, previous, context }) => {
    if (previous || countEvents(row, taxonomy, context) > 0) return undefined
    const message = `lists hide the new ${taxonomy.name} until an event has it; hide_empty=false lists it`
    return createNote('empty-term-hidden', message, 'hide_empty')
  }
