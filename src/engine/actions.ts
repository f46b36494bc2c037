import type { Context, Query } from '../contract/context.ts'
import { addressed } from '../contract/params/link.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row, View } from '../contract/resource.ts'
import { storedSlug } from '../contract/slug.ts'
import { pageLinks } from './page-links.ts'
import { decode } from './read-body.ts'
import type { Body } from './response-body.ts'

/** What an action gives: the public form of what it found or did, and what the headers need of it. */
export interface Outcome {
  readonly status: 200 | 201
  readonly body: Body
  /** The record of a single answer. */
  readonly row?: Row
  /** Totals of a list. */
  readonly counts?: { readonly total: number; readonly pages: number }
}

/** What of the tables an action works on. */
export interface Target {
  readonly resource: Resource
  /** Every resource, for links between them. */
  readonly resources: readonly Resource[]
  /** What stands in the braces of the path, still encoded. */
  readonly key: string
  readonly by?: 'id' | 'slug'
}

/** One page of the records that every filter lets through, in the order of the table. Throws `Problem` past the end, where the table says so. */
export function list({ resource }: Target, input: Query, context: Context): Outcome {
  const query = resource.effective?.(input, context) ?? input
  const { rows, total } = context.repository.list(resource, query, context)
  const [page, pages] = [Number(query.page), Math.ceil(total / Number(query.per_page))]
  if (page > Math.max(pages, 1) && resource.hasLastPage) {
    const code = `${resource.name}-archive-page-not-found`
    throw new Problem('page-not-found', {
      code,
      slots: { given: page, accepted: Math.max(pages, 1) },
    })
  }
  const items = rows.map((row) => toJson(resource, row, context, 'list'))
  const links = pageLinks(`${context.base}/${resource.collection}/`, query, page, pages)
  return {
    status: 200,
    body: {
      shell: resource.archive({ items: [], total, pages, links }),
      key: resource.collection,
      items,
    },
    counts: { total, pages },
  }
}

/** A new record, or the one that stands for it already (7.4). */
export function create({ resource }: Target, input: Query, context: Context): Outcome {
  return { ...shown(resource, createRow(resource, input, context), context, 'write'), status: 201 }
}

/** Shows a record, where the table lets a read see it. */
export function read(target: Target, input: Query, context: Context): Outcome {
  const row = find(target, context)
  target.resource.guard?.(row, input)
  return shown(target.resource, row, context, 'item')
}

/** Choice: changes what was sent and nothing else, whichever of POST, PUT, PATCH. */
export function update(target: Target, input: Query, context: Context): Outcome {
  const row = find(target, context)
  return shown(target.resource, updateRow(target.resource, row, input, context), context, 'write')
}

/** Takes a record away, and out of all records that link to it (8.6). Shows it as it is then, or was last. */
export function remove(target: Target, _input: Query, context: Context): Outcome {
  const { resource, resources } = target
  const row = find(target, context)
  const rest = resource.removed(row, context)
  const last = rest ? undefined : shown(resource, row, context, 'removed')
  for (const other of resources) unlink(other, resource, row, context)
  if (rest) context.repository.update(resource.name, rest)
  else context.repository.remove(resource.name, row.id)
  return last ?? shown(resource, rest ?? row, context, 'removed')
}

/** Makes a record without showing it: what an event's write does for a new venue or tag. */
export function createRow(resource: Resource, input: Query, context: Context): Row {
  const twin = resource.twin?.(input, context)
  if (twin) {
    const changes = Object.entries(input).filter(([name]) => !resource.twinKeeps?.includes(name))
    return updateRow(resource, twin, Object.fromEntries(changes), context)
  }
  resource.check?.(input, context)
  const row = resource.prepare(stored(resource, input, context), context)
  return context.repository.insert(resource.name, row)
}

function updateRow(resource: Resource, row: Row, input: Query, context: Context): Row {
  const own = inLanguageOf(row, context)
  resource.check?.(input, own, row)
  const next = resource.prepare(stored(resource, input, own), own, row)
  const { id, group } = row // as before
  return context.repository.update(resource.name, Object.assign(next, { id, group }) as Row)
}

/** The context in the language of a record, which what it links to, and makes on its way, follows. */
function inLanguageOf({ language }: Row, context: Context): Context {
  const own: Context = {
    ...context,
    language,
    create: (resource, values) => createRow(resource, values, own),
  }
  return own
}

/** The values to store: of the fields alone, links as IDs. */
function stored({ fields, hiddenFields }: Resource, input: Query, context: Context): Query {
  const values: Record<string, unknown> = {}
  for (const name in input) {
    const param = fields[name] ?? hiddenFields?.[name]
    if (param) values[name] = param.store ? param.store(input[name], context) : input[name]
  }
  return values
}

function shown(resource: Resource, row: Row, context: Context, view: View): Outcome {
  const body =
    view === 'item'
      ? { json: toJson(resource, row, context, view) }
      : { plain: resource.present(row, context, view) }
  return { status: 200, body, row }
}

/** Returns the JSON of a record as this view shows it, at this address and in this language. */
function toJson(resource: Resource, { id }: Row, context: Context, view: View): string {
  const { base, language, isInline, repository } = context
  const key = `${resource.name} ${id} ${view} ${language} ${isInline} ${base}`
  return repository.toJson(key, (reader) => {
    const row = reader.get(resource.name, id)
    return row && resource.present(row, { ...context, repository: reader }, view)
  })
}

/** The record a path means, or its translation into the language that was asked for. Throws `Problem` when there is none. */
function find({ resource, key, by }: Target, context: Context): Row {
  const row =
    by === 'slug'
      ? findBySlug(resource, key, context)
      : context.repository.get(resource.name, Number(key))
  if (!row) {
    const given = by === 'slug' ? `"${decode(key, 'slug').slice(0, 80)}"` : key
    throw new Problem('not-found', {
      code: `rest-${resource.name}-not-found`,
      slots: { kind: resource.name, given },
    })
  }
  return context.asksLanguage ? addressed(resource.name, row, context) : row
}

/** Choice: looked up in the active language first, then in the others the site accepts. */
function findBySlug(
  resource: Resource,
  key: string,
  { repository, site, language }: Context,
): Row | undefined {
  const slug = storedSlug(decode(key.replace(/\+/g, '%2B'), 'slug'))
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
