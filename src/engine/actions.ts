import type { Context, Query } from '../contract/context.ts'
import { Problem } from '../contract/problem.ts'
import type { PresentView, Resource, Row } from '../contract/resource.ts'
import { normalizeSlug } from '../contract/slug.ts'
import { activeTranslation } from '../contract/translations.ts'
import { createPageLinks } from './page-links.ts'
import { decodePart } from './read-body.ts'
import type { ResponseBody } from './response-body.ts'

/** What an action gives: the public form of what it found or did, and what the headers need of it. */
export interface ActionResult {
  readonly status: 200 | 201
  readonly body: ResponseBody
  /** The record of a single answer. */
  readonly row?: Row
  /** Totals of a list. */
  readonly counts?: { readonly total: number; readonly pages: number }
}

/** What of the tables an action works on. */
export interface ActionTarget {
  readonly resource: Resource
  /** Every resource, for links between them. */
  readonly resources: readonly Resource[]
  /** What stands in the braces of the path, still encoded. */
  readonly key: string
  readonly by?: 'id' | 'slug'
}

/** One page of the records that every filter lets through, in the order of the table. Throws `Problem` past the end, where the table says so. */
export function list({ resource }: ActionTarget, input: Query, context: Context): ActionResult {
  const query = resource.normalizeQuery?.(input, context) ?? input
  const { rows, total } = context.repository.list(resource, query, context)
  const [page, pages] = [Number(query.page), Math.ceil(total / Number(query.per_page))]
  if (page > Math.max(pages, 1) && resource.rejectsPagePastEnd) {
    const code = `${resource.name}-archive-page-not-found`
    throw new Problem('page-not-found', {
      code,
      values: { given: page, accepted: Math.max(pages, 1) },
    })
  }
  const items = rows.map((row) => toJson(resource, row, context, 'list'))
  const links = createPageLinks(`${context.base}/${resource.collection}/`, query, page, pages)
  return {
    status: 200,
    body: {
      shell: resource.presentList({ items: [], total, pages, links }),
      key: resource.collection,
      items,
    },
    counts: { total, pages },
  }
}

/** A new record, or the one that stands for it already (7.4). */
export function create({ resource }: ActionTarget, input: Query, context: Context): ActionResult {
  return {
    ...presentRecord(resource, createRow(resource, input, context), context, 'write'),
    status: 201,
  }
}

/** Shows a record, where the table lets a read see it. */
export function read(target: ActionTarget, input: Query, context: Context): ActionResult {
  const row = findRecord(target, context)
  target.resource.authorizeRead?.(row, input)
  return presentRecord(target.resource, row, context, 'item')
}

/** Choice: changes what was sent and nothing else, whichever of POST, PUT, PATCH. */
export function update(target: ActionTarget, input: Query, context: Context): ActionResult {
  const row = findRecord(target, context)
  return presentRecord(
    target.resource,
    updateRow(target.resource, row, input, context),
    context,
    'write',
  )
}

/** Takes a record away, and out of all records that link to it (8.6). Shows it as it is then, or was last. */
export function remove(target: ActionTarget, _input: Query, context: Context): ActionResult {
  const { resource, resources } = target
  const row = findRecord(target, context)
  const rest = resource.onDelete(row, context)
  const last = rest ? undefined : presentRecord(resource, row, context, 'removed')
  for (const other of resources) unlink(other, resource, row, context)
  if (rest) context.repository.update(resource.name, rest)
  else context.repository.remove(resource.name, row.id)
  return last ?? presentRecord(resource, rest ?? row, context, 'removed')
}

/** Makes a record without showing it: what an event's write does for a new venue or tag. */
export function createRow(resource: Resource, input: Query, context: Context): Row {
  const twin = resource.findExisting?.(input, context)
  if (twin) {
    const changes = Object.entries(input).filter(
      ([name]) => !resource.keptByExisting?.includes(name),
    )
    return updateRow(resource, twin, Object.fromEntries(changes), context)
  }
  resource.check?.(input, context)
  const row = resource.prepare(toStoredValues(resource, input, context), context)
  return context.repository.insert(resource.name, row)
}

function updateRow(resource: Resource, row: Row, input: Query, context: Context): Row {
  const own = contextForRecord(row, context)
  resource.check?.(input, own, row)
  const next = resource.prepare(toStoredValues(resource, input, own), own, row)
  const { id, group } = row // as before
  return context.repository.update(resource.name, Object.assign(next, { id, group }) as Row)
}

/** The context in the language of a record, which what it links to, and makes on its way, follows. */
function contextForRecord({ language }: Row, context: Context): Context {
  const own: Context = {
    ...context,
    language,
    create: (resource, values) => createRow(resource, values, own),
  }
  return own
}

/** The values to store: of the fields alone, links as IDs. */
function toStoredValues({ fields, hiddenFields }: Resource, input: Query, context: Context): Query {
  const values: Record<string, unknown> = {}
  for (const name in input) {
    const param = fields[name] ?? hiddenFields?.[name]
    if (param) values[name] = param.store ? param.store(input[name], context) : input[name]
  }
  return values
}

function presentRecord(
  resource: Resource,
  row: Row,
  context: Context,
  view: PresentView,
): ActionResult {
  const body =
    view === 'item'
      ? { json: toJson(resource, row, context, view) }
      : { plain: resource.present(row, context, view) }
  return { status: 200, body, row }
}

/** Returns the JSON of a record as this view shows it, at this address and in this language. */
function toJson(resource: Resource, { id }: Row, context: Context, view: PresentView): string {
  const { base, language, inlinesImages: isInline, repository } = context
  const key = `${resource.name} ${id} ${view} ${language} ${isInline} ${base}`
  return repository.toJson(key, (reader) => {
    const row = reader.get(resource.name, id)
    return row && resource.present(row, { ...context, repository: reader }, view)
  })
}

/** The record a path means, or its translation into the language that was asked for. Throws `Problem` when there is none. */
function findRecord({ resource, key, by }: ActionTarget, context: Context): Row {
  const row =
    by === 'slug'
      ? findBySlug(resource, key, context)
      : context.repository.get(resource.name, Number(key))
  if (!row) {
    const given = by === 'slug' ? `"${decodePart(key, 'slug').slice(0, 80)}"` : key
    throw new Problem('not-found', {
      code: `rest-${resource.name}-not-found`,
      values: { kind: resource.name, given },
    })
  }
  return context.isLanguageRequested ? activeTranslation(resource.name, row, context) : row
}

/** Choice: looked up in the active language first, then in the others the site accepts. */
function findBySlug(
  resource: Resource,
  key: string,
  { repository, site, language }: Context,
): Row | undefined {
  const slug = normalizeSlug(decodePart(key.replace(/\+/g, '%2B'), 'slug'))
  for (const code of [language, ...site.accepts]) {
    const row = repository.bySlug(resource.name, slug, code)
    if (row) return row
  }
  return undefined
}

/** Lists of links lose the record; a single link moves on to where the record itself pointed. */
function unlink(resource: Resource, target: Resource, gone: Row, { repository }: Context): void {
  for (const [field, param] of Object.entries(resource.fields)) {
    if (param.link !== target.name) continue
    for (const row of repository.linking(resource.name, field, gone.id)) {
      const link = row[field]
      const next = Array.isArray(link) ? link.filter((id) => id !== gone.id) : gone[field]
      repository.update(resource.name, { ...row, [field]: next })
    }
  }
}
