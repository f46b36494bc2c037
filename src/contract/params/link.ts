import type { Context, PresentContext, Query, TranslationRef } from '../context.ts'
import { whereIn } from '../filter.ts'
import { formatMessage, type MessageKey } from '../format-message.ts'
import { type Filter, type Resource, type Row, schemaRef } from '../resource.ts'
import { normalizeSlug } from '../slug.ts'
import {
  createParamReader,
  integer,
  integers,
  invalid,
  ownValues,
  type Param,
  quote,
  type ReadResult,
  readParams,
  splitList,
  valid,
} from './param.ts'

/** A resource as far as its name goes: two tables that link to each other cannot both come first. */
type LinkTarget = Pick<Resource, 'name'>

/** A linked record in a write: the ID of one there is, a term's slug or name, or the fields of a new one. */
type LinkValue = number | string | { readonly fields: Query }

/** IDs of linked records. Choice: one, a list, a comma list, and objects that make them on the way. `most` is how many are kept. */
export function linksTo(
  target: Resource,
  doc: MessageKey,
  most = Number.POSITIVE_INFINITY,
): Param<readonly LinkValue[], readonly number[]> {
  return {
    doc,
    declared: { items: { type: 'integer' }, default: null },
    schema: linkSchema(target),
    required: false,
    link: target.name,
    list: true,
    read: (raw, context) => readAll(linkItems(raw), (item) => readLink(target, item, context)),
    store: (links, context) => storeLinks(target, links, context).slice(0, most),
  }
}

/** IDs of terms; slugs and names will do as well, and unknown names become terms (8.3 of the reference). */
export function linksToTerms(
  target: Resource,
  doc: MessageKey,
): Param<readonly LinkValue[], readonly number[]> {
  return {
    ...linksTo(target, doc),
    read: (raw, context) =>
      readAll(linkItems(raw), (item) =>
        typeof item === 'string' && item.trim() !== '' && !/^\d+$/.test(item)
          ? valid(item.trim())
          : readLink(target, item, context),
      ),
  }
}

/** The ID of one record that must exist. */
export const recordId = (target: LinkTarget, doc: MessageKey): Param<number> =>
  integer(doc, {
    link: target.name,
    schema: { type: 'integer', minimum: 1 },
    read: (raw, context) => {
      const reading = integer(doc).read(raw, context)
      if (!reading.ok) return reading
      return readId(target, reading.value, context)
    },
  })

/** Records linked to one of those with the given IDs. Choice: or to a translation of one. */
export const filterByLink = (
  target: LinkTarget,
  field: string,
  doc: MessageKey,
): Filter<readonly number[]> => ({
  ...integers(doc),
  link: target.name,
  read: (raw, context) => {
    const reading = integers(doc).read(raw, context)
    return reading.ok ? readAll(reading.value, (id) => readId(target, id, context)) : reading
  },
  ...whereIn(field, (ids, context) => withTranslations(target, ids, context)),
})

/** As `linkedTo`, for terms: by ID, slug or name, with all that lies below a category. */
export const filterByTerms = (
  target: Resource,
  field: string,
  doc: MessageKey,
): Filter<readonly number[]> => ({
  ...filterByLink(target, field, doc),
  schema: { type: 'array', items: { type: ['integer', 'string'] } },
  read: (raw, context) => {
    const items = splitList(raw)
    if (items.length === 0) return invalid('emptyText')
    return readAll(items, (item) => {
      const term = typeof item === 'object' ? undefined : findTerm(target, String(item), context)
      return term ? valid(term.id) : unknownRecord(target, item)
    })
  },
  ...whereIn(field, (ids, context) =>
    withTranslations(target, withDescendants(target, ids, context), context),
  ),
})

/** The term an ID, slug or name stands for: slug first, even for digits, in the active language first. */
function findTerm(target: Resource, text: string, context: Context): Row | undefined {
  const { repository, language, site } = context
  const slug = normalizeSlug(text)
  for (const code of [language, ...site.accepts]) {
    const row = repository.bySlug(target.name, slug, code)
    if (row) return visibleTranslation(target.name, row, language, context)
  }
  return /^\d+$/.test(text)
    ? repository.get(target.name, Number(text))
    : findByName(target, text, context)
}

/** The row's translation into the active language where there is one, in the trash or not; else the row itself. */
export function activeTranslation(
  target: string,
  row: Row,
  { repository, language }: PresentContext,
): Row {
  if (row.language === language) return row
  const other = repository.group(target, row).find((other) => other.language === language)
  return (other && repository.get(target, other.id)) ?? row
}

/** As `addressed`, for a record that must exist; undefined when it does not. */
export function activeTranslationById(
  target: string,
  id: number,
  context: Context,
): Row | undefined {
  const row = context.repository.get(target, id)
  return row && activeTranslation(target, row, context)
}

/** The row itself, or its translation into a language where there is one that is not in the trash. */
function visibleTranslation(
  target: string,
  row: Row,
  language: string,
  context: PresentContext,
): Row {
  const translated = activeTranslation(target, row, { ...context, language })
  return translated.status === 'trash' ? row : translated
}

/** The translations of a row in languages the site accepts, without those in the trash. */
export function listTranslations(
  target: string,
  row: Row,
  { repository, site }: PresentContext,
): TranslationRef[] {
  return repository
    .group(target, row)
    .filter(
      ({ id, status, language }) =>
        id !== row.id && status !== 'trash' && site.accepts.includes(language),
    )
}

/** The linked rows of a field, without those in the trash. Choice: in the language of the row that links, where there is a translation. */
export function readLinked(
  target: string,
  ids: readonly number[],
  language: string,
  context: PresentContext,
): Row[] {
  return ids.flatMap((id) => {
    const row = context.repository.get(target, id)
    return row && row.status !== 'trash' ? [visibleTranslation(target, row, language, context)] : []
  })
}

/** The IDs of a record and its translations. */
export function translationIds(
  target: string,
  id: number,
  { repository }: Context,
): readonly number[] {
  const row = repository.get(target, id)
  return row ? repository.group(target, row).map((other) => other.id) : [id]
}

/** The ID of a record's translation into the active language where there is one that is not in the trash, else its own. */
export function visibleTranslationId(target: string, id: number, context: Context): number {
  const row = context.repository.get(target, id)
  return row ? visibleTranslation(target, row, context.language, context).id : id
}

function findByName(
  target: Resource,
  name: string,
  { repository, language }: Context,
): Row | undefined {
  return repository.named(target.name, 'name', name, language)[0]
}

const withTranslations = (
  { name }: LinkTarget,
  ids: readonly number[],
  context: Context,
): readonly number[] => ids.flatMap((id) => translationIds(name, id, context))

function withDescendants(target: Resource, ids: readonly number[], context: Context): number[] {
  const all = [...ids]
  for (const id of all) {
    const below =
      'parent' in target.fields ? context.repository.linking(target.name, 'parent', id) : []
    all.push(...below.map((row) => row.id).filter((child) => !all.includes(child)))
  }
  return all
}

function linkItems(raw: unknown): readonly unknown[] {
  const isRecord = typeof raw === 'object' && raw !== null && !Array.isArray(raw)
  return isRecord ? [raw] : splitList(raw)
}

function readLink(target: Resource, item: unknown, context: Context): ReadResult<LinkValue> {
  if (typeof item === 'object' && item !== null) {
    const fields = item as Query // an object of a JSON or form body: its values are checked one by one
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
  const read = createParamReader(true)
  readParams(target.fields, ownValues(fields), context, read)
  const { values, missing, faults } = read
  const [name, fault] = Object.entries(faults)[0] ?? []
  const pathTo = (field: string): string => `${target.name}.${field}`
  if (missing[0] !== undefined)
    return invalid('missing', undefined, { values: { names: missing.map(pathTo) } })
  if (name === undefined || !fault) return valid({ fields: values })
  const reason = formatMessage(context.site.messages, fault.key, fault.values)
  return invalid('invalidLinked', undefined, { values: { given: pathTo(name), reason } })
}

const unknownRecord = (target: LinkTarget, given: unknown): ReadResult<never> =>
  invalid('unknownRecord', undefined, { values: { kind: target.name, given: quote(given) } })

function readAll<A, B>(
  items: readonly A[],
  read: (item: A) => ReadResult<B>,
): ReadResult<readonly B[]> {
  const readings = items.map(read)
  const refused = readings.find((reading) => !reading.ok)
  if (refused && !refused.ok) return refused
  return valid(readings.flatMap((reading) => (reading.ok ? [reading.value] : [])))
}

function storeLinks(target: Resource, links: readonly LinkValue[], context: Context): number[] {
  const ids = links.map((link) => {
    if (typeof link === 'object') {
      const known =
        'name' in link.fields
          ? findByName(target, String(link.fields.name).trim(), context)
          : undefined
      return (known ?? context.create(target, link.fields)).id
    }
    if (typeof link === 'string') {
      return (findTerm(target, link, context) ?? context.create(target, { name: link })).id
    }
    return visibleTranslationId(target.name, link, context)
  })
  return [...new Set(ids)]
}

function linkSchema(target: Resource): Query {
  const one = {
    anyOf: [{ type: 'integer' }, { type: 'string' }, schemaRef(target.name, 'Fields')],
  }
  return { anyOf: [...one.anyOf, { type: 'array', items: one }] }
}
