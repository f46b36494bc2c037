import type { Context, Query } from '../context.ts'
import { whereIn } from '../filter.ts'
import { formatMessage, type MessageKey } from '../format-message.ts'
import { createNote } from '../note.ts'
import { mayReadUnpublished } from '../post-status.ts'
import { Problem } from '../problem.ts'
import { type Filter, type Resource, type Row, schemaRef } from '../resource.ts'
import { normalizeSlug, toSlug } from '../slug.ts'
import {
  readLinked,
  translationIds,
  visibleTranslation,
  visibleTranslationId,
} from '../translations.ts'
import {
  createParamReader,
  createPropertyReader,
  invalid,
  type Param,
  quote,
  type ReadResult,
  readParams,
  type Schema,
  valid,
} from './param.ts'
import { integer, integers, readAll, splitList } from './values.ts'

/** The name of a resource. Two resources that link to each other cannot both be declared first. */
type LinkTarget = Pick<Resource, 'name'>

/** A linked record in a write: the ID of a record, the slug or name of a term, or the fields of a new record. */
type LinkValue = number | string | { readonly fields: Query }

/** IDs of linked records; the first `limit` are stored (18.1, 18.2). Accepts one ID, a list, a comma list, and objects with the fields of new records. */
export function linksTo(
  target: Resource,
  doc: MessageKey,
  limit = Number.POSITIVE_INFINITY,
): Param<readonly LinkValue[], readonly number[]> {
  return {
    doc,
    declared: { items: { type: 'integer' }, default: null },
    schema: createLinkSchema(target),
    required: false,
    link: target.name,
    list: true,
    read: (raw, context) => {
      if (context.settings.preset.followsService) rejectUncreatable(target, raw, limit === 1)
      return readLinks(raw, (item) => readLink(target, item, context))
    },
    store: (links, context) => {
      const message = `${links.length} records were sent, and ${limit} is linked: the first`
      if (links.length > limit) context.notes?.add(createNote('links-cut', message, target.name))
      const ids = links.map((link) => storeLink(target, link, context))
      return [...new Set(ids)].slice(0, limit)
    },
  }
}

/** IDs, slugs or names of terms. Unknown names become new terms (18.3). */
export function linksToTerms(
  target: Resource,
  doc: MessageKey,
): Param<readonly LinkValue[], readonly number[]> {
  return {
    ...linksTo(target, doc),
    read: (raw, context) => {
      const readItem = (item: unknown): ReadResult<LinkValue> =>
        typeof item === 'string' && item.trim() !== '' && !/^\d+$/.test(item)
          ? valid(item.trim())
          : readLink(target, item, context)
      return readLinks(raw, readItem, (item) => {
        // the service ignores an unknown number (18.3a)
        const id = context.settings.preset.followsService ? idParam.read(item, context) : undefined
        return id?.ok === true && !context.repository.get(target.name, id.value)
      })
    },
  }
}

/** The ID of one record, which must exist. */
export const recordId = (target: LinkTarget, doc: MessageKey): Param<number> =>
  integer(doc, {
    link: target.name,
    schema: { type: 'integer', minimum: 1 },
    read: (raw, context) => {
      const reading = integer(doc).read(raw, context)
      return reading.ok ? readId(target, reading.value, context) : reading
    },
  })

/** IDs of records, which must all exist. */
export const recordIds = (target: LinkTarget, doc: MessageKey): Param<readonly number[]> => ({
  ...integers(doc),
  link: target.name,
  read: (raw, context) => {
    const reading = integers(doc).read(raw, context)
    return reading.ok ? readAll(reading.value, (id) => readId(target, id, context)) : reading
  },
})

/** Filters by links to records, by ID. Links to their translations match too (21.2f), but none that events hide from the user. */
export const filterByLink = (
  target: LinkTarget,
  field: string,
  doc: MessageKey,
): Filter<readonly number[]> => ({
  ...recordIds(target, doc),
  ...whereIn(field, (ids, context) =>
    withTranslations(target, ids, context).filter(
      (id) => mayReadUnpublished(context) || readLinked(target.name, [id], context).length > 0,
    ),
  ),
})

/** Filters by links to terms, by ID, slug or name. A category includes its descendants. */
export const filterByTerms = (
  target: Resource,
  field: string,
  doc: MessageKey,
): Filter<readonly number[]> => ({
  ...filterByLink(target, field, doc),
  schema: { type: 'array', items: { type: ['integer', 'string'] }, minItems: 1 },
  read: (raw, context) => {
    const items = splitList(raw)
    if (items.length === 0) return invalid('emptyText')
    return readAll(items, (item) => {
      const term = typeof item === 'object' ? undefined : findTerm(target, String(item), context)
      if (!term) return unknownRecord(target, item)
      return valid(isFoundByService(term, String(item), context) ? term.id : 0)
    })
  },
  ...whereIn(field, (ids, context) => {
    const counted = countsFirst(target, ids, context) ? ids.slice(0, 1) : ids
    return withTranslations(target, withDescendants(target, counted, context), context)
  }),
})

/** Returns whether the service finds the events of a term by a text: a name that does not make the slug finds none (24.5). */
const isFoundByService = ({ id, slug }: Row, text: string, { settings, language }: Context) =>
  !settings.preset.followsService ||
  text === String(id) ||
  [normalizeSlug(text), toSlug(text, language)].includes(slug)

/** Returns whether a filter uses the first of several tags alone, as the service does (24.5). */
function countsFirst(target: Resource, ids: readonly number[], { settings, notes }: Context) {
  if (!settings.preset.followsService || target.name !== 'tag' || ids.length < 2) return false
  const message = 'only events with the first of the tags are listed, as in the service'
  notes?.add(createNote('service-differs', message, target.collection))
  return true
}

/**
 * Finds a term by its slug in the active language, its ID, its slug in another language, or its name, in this
 * order, so that digits can be a slug. An ID reads only its own language.
 */
function findTerm(target: Resource, text: string, context: Context): Row | undefined {
  const { repository, language, site } = context
  const slug = normalizeSlug(text)
  const own = repository.bySlug(target.name, slug, language)
  if (own) return visibleTranslation(target.name, own, context)
  const isId = /^\d+$/.test(text)
  const addressed = isId ? repository.get(target.name, Number(text)) : undefined
  if (addressed) return addressed
  for (const code of site.accepts) {
    const row = repository.bySlug(target.name, slug, code)
    if (row) return visibleTranslation(target.name, row, context)
  }
  return isId ? undefined : findByName(target, text, context)
}

function findByName(
  target: Resource,
  name: string,
  { repository, language }: Context,
): Row | undefined {
  return repository.named(target.name, 'name', name, language)[0]
}

const withTranslations = (
  target: LinkTarget,
  ids: readonly number[],
  context: Context,
): readonly number[] => ids.flatMap((id) => translationIds(target.name, id, context))

function withDescendants(target: Resource, ids: readonly number[], context: Context): number[] {
  const all = new Set(ids)
  if ('parent' in target.fields)
    for (const id of all) // the loop visits the added IDs too
      for (const child of context.repository.linking(target.name, 'parent', id)) all.add(child.id)
  return [...all]
}

/** The largest number of records that a field can link (18.3b). Each can be a new record, which costs time and memory. */
const MAX_LINKS = 100

/** Reads the links of a raw value. An object is one link. */
function readLinks(
  raw: unknown,
  read: (item: unknown) => ReadResult<LinkValue>,
  isIgnored: (item: unknown) => boolean = () => false,
): ReadResult<readonly LinkValue[]> {
  const all = isObject(raw) && !Array.isArray(raw) ? [raw] : splitList(raw)
  const items = all.filter((item) => !isIgnored(item))
  if (items.length <= MAX_LINKS) return readAll(items, read)
  return invalid('tooManyLinks', undefined, {
    values: { given: items.length, accepted: MAX_LINKS },
  })
}

/** Throws `Problem` for new records that the service cannot read: in a list for a single link, and outside a list for several (24.4). */
function rejectUncreatable({ name }: Resource, raw: unknown, isSingle: boolean): void {
  const items: readonly unknown[] = Array.isArray(raw) === isSingle ? [raw].flat() : []
  const given = items.find((item) => isObject(item) && !('id' in item))
  const init = { code: `could-not-create-${name}`, key: 'unknownRecord' } as const
  if (given)
    throw new Problem('rest_invalid_param', {
      ...init,
      values: { kind: name, given: quote(given) },
    })
}

const isObject = (raw: unknown): raw is object => typeof raw === 'object' && raw !== null

function readLink(target: Resource, item: unknown, context: Context): ReadResult<LinkValue> {
  if (isObject(item)) {
    const fields = item as Query // an object of a JSON or form body; each value is checked below
    return 'id' in fields
      ? readLink(target, fields.id, context)
      : readNewRecord(target, fields, context)
  }
  const reading = idParam.read(item, context)
  return reading.ok ? readId(target, reading.value, context) : unknownRecord(target, item)
}

const idParam = integer('id')

function readId(target: LinkTarget, id: number, context: Context): ReadResult<number> {
  return context.repository.get(target.name, id) ? valid(id) : unknownRecord(target, id)
}

function readNewRecord(target: Resource, fields: Query, context: Context): ReadResult<LinkValue> {
  const reader = createParamReader(context, true)
  readParams(target.fields, createPropertyReader(fields), reader)
  const { values, missing, errors } = reader
  const toPath = (field: string): string => `${target.name}.${field}`
  if (missing.length > 0)
    return invalid('missing', undefined, { values: { names: missing.map(toPath) } })
  const [entry] = Object.entries(errors)
  if (!entry) return valid({ fields: values })
  const [field, error] = entry
  const reason = formatMessage(context.site.messages, error.key, error.values)
  return invalid('invalidLinked', undefined, { values: { given: toPath(field), reason } })
}

const unknownRecord = (target: LinkTarget, raw: unknown): ReadResult<never> =>
  invalid('unknownRecord', undefined, { values: { kind: target.name, given: quote(raw) } })

/** Returns the ID of the linked record, which is created if it does not exist. */
function storeLink(target: Resource, link: LinkValue, context: Context): number {
  if (typeof link === 'number') return visibleTranslationId(target.name, link, context)
  if (typeof link === 'string') {
    const found = findTerm(target, link, context)
    const name = found && target.name === 'tag' ? nameByNumber(found, link, context) : link
    const linked = name === link ? found : findByName(target, name, context)
    return (linked ?? createTerm(target, name, context)).id
  }
  const { fields } = link
  const existing =
    'name' in fields ? findByName(target, String(fields.name).trim(), context) : undefined
  return (existing ?? context.create(target, fields)).id
}

/** Returns the name of the tag that the service links in place of an existing tag: the number of that tag (24.4). */
function nameByNumber({ id }: Row, sent: string, { settings, notes }: Context): string {
  const isNumbered = settings.preset.followsService
  const verb = isNumbered ? 'links' : 'would link'
  const message = `the service ${verb} a tag that is named "${id}" in place of ${quote(sent)}, which exists; send the number ${id}`
  notes?.add(createNote('service-differs', message, 'tags'))
  return isNumbered ? String(id) : sent
}

function createTerm(target: Resource, name: string, context: Context): Row {
  const row = context.create(target, { name })
  const message = `no ${target.name} is named ${quote(name)}; ${row.id} was created`
  context.notes?.add(createNote('term-created', message, target.collection))
  return row
}

function createLinkSchema(target: Resource): Schema {
  const types = [{ type: 'integer' }, { type: 'string' }, schemaRef(target.name, 'Fields')]
  return { anyOf: [...types, { type: 'array', items: { anyOf: types }, maxItems: MAX_LINKS }] }
}
