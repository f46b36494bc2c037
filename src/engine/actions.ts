import type { Context, Query, TranslationRef } from '../contract/context.ts'
import { createNote } from '../contract/note.ts'
import { mayReadUnpublished } from '../contract/post-status.ts'
import type { Preset } from '../contract/presets.ts'
import { Problem } from '../contract/problem.ts'
import type { ListContent, PresentView, Resource, Row } from '../contract/resource.ts'
import type { Operation } from '../contract/route.ts'
import { normalizeSlug, toSlug } from '../contract/slug.ts'
import { activeTranslation, listTranslations } from '../contract/translations.ts'
import { authorizeWrite, mayWrite } from './access.ts'
import {
  explainCleared,
  explainEmptyUpdate,
  explainFound,
  explainLinks,
  explainList,
  explainLostLinks,
  explainPage,
  explainReuse,
  explainUnknownId,
  explainUnknownSlug,
  explainWrite,
} from './explain/explain-result.ts'
import { decodePart } from './read-body.ts'
import type { ResponseBody } from './to-response.ts'

/** The result of an action: the status and the body of its response, and the data for its headers. */
export interface ActionResult {
  readonly status: 200 | 201
  readonly body: ResponseBody
  /** The record that the body shows. */
  readonly row?: Row
  readonly counts?: { readonly total: number; readonly pages: number }
}

/** The resource that an action works on, and the record that the path names. */
interface ActionTarget {
  readonly resource: Resource
  /** All resources, for links between them. */
  readonly resources: readonly Resource[]
  /** The ID or slug in the path, percent-encoded. */
  readonly key: string
  readonly by?: 'id' | 'slug'
}

export const actions = { list, create, read, update, remove } as const

/** Returns a page of the records that match the query. Throws `Problem` past the last page if the resource rejects it. */
function list({ resource }: ActionTarget, input: Query, context: Context): ActionResult {
  const query = resource.normalizeQuery?.(input, context) ?? input
  const { rows, total: found } = context.repository.list(resource, query, context)
  const total = countLikeService(resource, { query, found }, context)
  const pages = Math.ceil(total / Number(query.per_page))
  explainPage(Number(query.page), Math.max(pages, 1), context)
  rejectPagePastEnd(resource, Number(query.page), Math.max(pages, 1))
  explainList({ resource, context, input, query, total })
  explainLinks(rows, resource, context)
  const items = rows.map((row) => recordToJson(row, { resource, context, view: 'list' }))
  const links = createPageLinks(`${context.base}/${resource.collection}/`, query, pages)
  const shell = resource.presentList({ items: [], total, pages, links })
  return { status: 200, body: { shell, key: resource.collection, items }, counts: { total, pages } }
}

/** Returns the total of a list. With the preset, an empty list can have the total without a filter (24.5). */
function countLikeService(
  resource: Resource,
  { query, found }: { readonly query: Query; readonly found: number },
  context: Context,
): number {
  const { collection, totalIgnores: name } = resource
  const isIgnored = context.settings.preset.followsService && found === 0 && name !== undefined
  if (!isIgnored || query[name] === undefined) return found
  const { total } = context.repository.list(resource, { ...query, [name]: undefined }, context)
  const message = `no ${collection} match ${name}, and the total is that without it, as in the service`
  if (total > 0) context.notes?.add(createNote('service-differs', message, name))
  return total
}

function rejectPagePastEnd(resource: Resource, page: number, lastPage: number): void {
  if (page <= lastPage || !resource.rejectsPagePastEnd) return
  const code = `${resource.name}-archive-page-not-found`
  throw new Problem('page-not-found', { code, values: { given: page, accepted: lastPage } })
}

/** Creates a record, or updates the existing record that the values describe (17.4). Throws `Problem` without permission. */
function create({ resource }: ActionTarget, input: Query, context: Context): ActionResult {
  authorizeWrite(resource, context)
  const row = createRow(resource, input, context)
  explainWrite(resource, { input, row, context })
  return { ...presentRecord(row, { resource, context, view: 'write' }), status: 201 }
}

/** Returns a record. Throws `Problem` if the resource does not allow reading it. */
function read(target: ActionTarget, input: Query, context: Context): ActionResult {
  const { resource } = target
  const row = findRecord(target, context, false)
  resource.authorizeRead?.(row, input, context)
  explainLinks([row], resource, context)
  return presentRecord(row, { resource, context, view: 'item' })
}

/** Updates a record. POST, PUT and PATCH all change only the fields that were sent, unless the preset clears others (18.4). */
function update(target: ActionTarget, input: Query, context: Context): ActionResult {
  const { resource } = target
  const previous = findWritable(target, context)
  const row = updateRow(resource, previous, {
    input: addCleared(resource, previous, { input, context }),
    context,
  })
  explainCleared(listCleared(resource, previous, { input, context }), context)
  explainEmptyUpdate({ input, row, context })
  explainWrite(resource, { input, previous, row, context })
  return presentRecord(row, { resource, context, view: 'write' })
}

/** Removes a record and all links to it (18.6). Returns the row in the trash, or the deleted record. */
function remove(target: ActionTarget, _input: Query, context: Context): ActionResult {
  const { resource } = target
  const { repository } = context
  const row = findWritable(target, context)
  const presentation = { resource, context, view: 'removed' } as const
  const replacement = resource.onDelete(row, context)
  if (replacement) {
    removeLinks(row, target, context)
    return presentRecord(repository.update(resource.name, replacement), presentation)
  }
  const result = presentRecord(row, presentation)
  removeLinks(row, target, context)
  repository.remove(resource.name, row.id)
  return result
}

/** Creates a record, or updates or returns the record that the values describe, without presenting it, as an event does for a venue or tag. */
export function createRow(resource: Resource, input: Query, context: Context): Row {
  const existing = resource.findExisting?.(input, context)
  if (existing) {
    explainReuse(existing, resource, context)
    if (!mayWrite(resource, context, existing)) return existing
    const all = addCleared(resource, existing, { input, context })
    const changes = Object.entries(all).filter(
      ([name]) => !resource.createOnlyFields?.includes(name),
    )
    return updateRow(resource, existing, { input: Object.fromEntries(changes), context })
  }
  resource.check?.(input, context)
  const row = resource.prepare(toStoredValues(resource, input, context), context)
  return context.repository.insert(resource.name, row)
}

interface Write {
  readonly input: Query
  readonly context: Context
}

function updateRow(resource: Resource, row: Row, write: Write): Row {
  const { input } = write
  const context = createRecordContext(row, write.context)
  resource.check?.(input, context, row)
  const values = toStoredValues(resource, input, context)
  const changed = resource.prepare(values, context, row)
  return context.repository.update(resource.name, { ...row, ...changed })
}

/** Returns the values of an update, with the fields that the service clears because the update does not send them (18.4b). */
function addCleared(resource: Resource, row: Row, { input, context }: Write): Query {
  if (!context.settings.preset.followsService) return input
  return { ...resource.clearedByUpdate?.(row, input, context), ...input }
}

/** Returns the names of the fields that an update does not name and the service clears. */
function listCleared(resource: Resource, row: Row, { input, context }: Write): string[] {
  const cleared = resource.clearedByUpdate?.(row, input, context) ?? {}
  return Object.entries(toStoredValues(resource, cleared, context))
    .filter(([name, value]) => !(name in input) && String(value) !== String(row[name]))
    .map(([name]) => name)
}

/** Returns a context in the language of a record. Records that its links create have the same language. */
function createRecordContext({ language }: Row, requestContext: Context): Context {
  const context: Context = {
    ...requestContext,
    language,
    create: (resource, values) => createRow(resource, values, context),
  }
  return context
}

/** Returns the values to store. Links are IDs, and values that are not fields are dropped. */
function toStoredValues({ fields, hiddenFields }: Resource, input: Query, context: Context): Query {
  const entries = Object.entries(input).flatMap(([name, value]) => {
    const param = fields[name] ?? hiddenFields?.[name]
    return param ? [[name, param.store ? param.store(value, context) : value]] : []
  })
  return Object.fromEntries(entries)
}

interface Presentation {
  readonly resource: Resource
  readonly context: Context
  readonly view: PresentView
}

function presentRecord(row: Row, presentation: Presentation): ActionResult {
  const { resource, context, view } = presentation
  const body: ResponseBody =
    view === 'item'
      ? { json: recordToJson(row, presentation) }
      : { plain: resource.present(row, context, view) }
  return { status: 200, body, row }
}

/** Returns the JSON of a record from the cache. The key contains everything that the JSON depends on except rows. */
function recordToJson({ id }: Row, { resource, context, view }: Presentation): Uint8Array {
  const { base, language, inlinesImages, repository } = context
  const mayReadAll = mayReadUnpublished(context)
  const key = `${resource.name} ${id} ${view} ${language} ${inlinesImages} ${mayReadAll} ${base}`
  return repository.toJson(key, (reader) => {
    const row = reader.get(resource.name, id)
    return row && resource.present(row, { ...context, repository: reader }, view)
  })
}

/** Returns the record of a path, or its translation into the requested language. Throws `Problem` if it does not exist. */
function findRecord(target: ActionTarget, context: Context, isWrite: boolean): Row {
  const { resource, resources, key, by = 'id' } = target
  const row =
    by === 'slug'
      ? findBySlug(resource, key, context)
      : context.repository.get(resource.name, Number(key))
  if (!row) {
    const subject = { resource, resources, context }
    const isOtherKind = by === 'id' && explainUnknownId(Number(key), subject)
    if (by === 'slug') explainUnknownSlug(readPathSlug(key), subject)
    const given = by === 'slug' ? `"${decodePart(key, 'slug').slice(0, 80)}"` : key
    throw new Problem('not-found', {
      code: `rest-${resource.name}-not-found`,
      values: { kind: resource.name, given },
      isOtherKind,
    })
  }
  const found = context.isLanguageRequested ? activeTranslation(resource.name, row, context) : row
  explainFound(row, found, { resource, resources, context, isWrite, by })
  return found
}

/** Returns the slug in a path as it is stored. */
export const readPathSlug = (key: string): string =>
  normalizeSlug(decodePart(key.replaceAll('+', '%2B'), 'slug')) // + means itself in a path

/** Searches the active language first, then the other languages of the site (21.2d). */
function findBySlug(
  resource: Resource,
  key: string,
  { repository, site, language }: Context,
): Row | undefined {
  const slug = readPathSlug(key)
  const text = decodePart(key, 'slug') // `jazz+im+hof` and `Jazz im Hof` are `jazz-im-hof` (17.1)
  for (const code of [language, ...site.accepts]) {
    const row =
      repository.bySlug(resource.name, slug, code) ??
      repository.bySlug(resource.name, toSlug(text, code), code)
    if (row) return row
  }
  return undefined
}

/** Returns the record of a path for a write. Throws `Problem` if it does not exist or the user may not write it. */
function findWritable(target: ActionTarget, context: Context): Row {
  if (target.resource.authorizesFirst) authorizeWrite(target.resource, context)
  const row = findRecord(target, context, true)
  authorizeWrite(target.resource, context, row)
  return row
}

/** Removes all links to a record. A field with a single link takes the link of the record itself. The preset removes all links of a field that held a post (24.2). */
function removeLinks(removed: Row, { resource, resources }: ActionTarget, context: Context): void {
  const linkFields = resources.flatMap(({ name, fields }) =>
    Object.keys(fields)
      .filter((field) => fields[field]?.link === resource.name)
      .map((field) => ({ name, field })),
  )
  for (const { name, field } of linkFields) {
    for (const row of context.repository.linking(name, field, removed.id)) {
      const link: unknown = row[field]
      const kept = Array.isArray(link) ? link.filter((id) => id !== removed.id) : removed[field]
      const losesAll = resource.rejectsPagePastEnd && kept.length > 0 // a post, not a term
      if (losesAll) explainLostLinks(row, field, context)
      const next = losesAll && context.settings.preset.followsService ? [] : kept
      context.repository.update(name, { ...row, [field]: next })
    }
  }
}

/** Returns the addresses of a page and its neighbours. They have every parameter in effect (16.1a). */
export function createPageLinks(base: string, query: Query, pages: number): ListContent['links'] {
  const page = Number(query.page)
  const filters = Object.entries(query)
    .filter(([name]) => name !== 'page')
    .map(([name, value]) => [name, String(value)])
  const pageParam = (number: number): string[] => ['page', String(number)]
  const address = (...params: string[][]): string =>
    params.length === 0 ? base : `${base}?${new URLSearchParams(params)}`
  const previous = page === 2 ? [] : [pageParam(page - 1)] // the first page has no number
  return {
    rest_url: address(pageParam(page), ...filters),
    ...(page < pages && { next_rest_url: address(...filters, pageParam(page + 1)) }),
    ...(page > 1 && { previous_rest_url: address(...filters, ...previous) }),
  }
}

export type RecordOperation = Extract<Operation, { resource: unknown }>

/** Returns the problem that the service of a preset reports in place of a neutral problem. */
export function applyPreset(
  problem: Problem,
  { action, by = 'id' }: RecordOperation,
  { errors }: Preset,
): Problem {
  const { key, init } = problem
  const error = errors.find(
    ({ on = [action], of = by, code }) =>
      code === problem.code &&
      on.includes(action) &&
      (of === by || (of === 'other-kind' && init.isOtherKind)),
  )
  if (!error) return problem
  if (error.becomes === 'rest_invalid_param')
    return new Problem(error.becomes, { errors: { [by]: { key, values: init.values ?? {} } } })
  const { becomes: code, status = 403 } = error
  return new Problem('forbidden', { ...init, key, code, status })
}

/** Adds the totals of a list, the language of a list or a record, the location of a created or reused one and links to translations. */
export function addRecordHeaders(
  headers: Record<string, string>,
  { counts, row }: ActionResult,
  {
    operation: { action, resource },
    context,
  }: { readonly operation: RecordOperation; readonly context: Context },
): void {
  if (counts) {
    const [total, pages] = [String(counts.total), String(counts.pages)]
    for (const prefix of context.settings.preset.totalHeaders) {
      headers[`${prefix}-Total`] = total
      headers[`${prefix}-TotalPages`] = pages
    }
    headers['Content-Language'] = context.language
  }
  if (!row) return
  const address = ({ id }: TranslationRef): string => `${context.base}/${resource.collection}/${id}`
  headers['Content-Language'] = row.language
  if (action === 'create') headers.Location = address(row)
  if (action !== 'read') return
  // the header links translations, so that the body need not change (21.3c)
  const alternates = listTranslations(resource.name, row, context).map(
    (other) => `<${address(other)}>; rel="alternate"; hreflang="${other.language}"`,
  )
  if (alternates.length > 0) headers.Link = [headers.Link, ...alternates].join(', ')
}
