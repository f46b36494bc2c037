import type { Context, Query } from '../../contract/context.ts'
import { createNote, type Note } from '../../contract/note.ts'
import { quote } from '../../contract/params/param.ts'
import { mayRead, mayReadUnpublished } from '../../contract/post-status.ts'
import type { ListSubject, Resource, Row, WriteSubject } from '../../contract/resource.ts'
import { languages } from '../../contract/site.ts'
import { decodeEscapes, trashedSlug } from '../../contract/slug.ts'
import { readLinked } from '../../contract/translations.ts'

interface ListResult {
  readonly resource: Resource
  readonly context: Context
  readonly input: Query
  readonly query: Query
  readonly total: number
}

export function explainList({ resource, context, ...result }: ListResult): void {
  const { notes } = context
  if (!notes || !resource.listNotes) return
  const count = (changes: Query): number => {
    const entries = Object.entries({ ...result.query, ...changes, page: 1, per_page: 1 })
    const query = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    return context.repository.list(resource, query, context).total
  }
  const subject = { ...result, context, count, sent: notes.sent }
  for (const explain of resource.listNotes) {
    const note = explain(subject)
    if (note) notes.add(note)
  }
  const empty = result.total === 0 && noteEmptyList(resource, subject)
  if (empty) notes.add(empty)
}

/** Returns the note about an empty list: the filters without which it has records, and for dates the period of the records. */
function noteEmptyList(resource: Resource, subject: ListSubject): Note | undefined {
  const { query, sent, count, context } = subject
  const { collection, filters } = resource
  const names = Object.keys(query)
  const isSent = (name: string): boolean => sent(name) !== undefined
  const isDate = (name: string): boolean => (filters[name]?.compares?.operator ?? '=') !== '='
  const dates = names.filter(isDate)
  // without a filter that has a default, such as the status, a list has what nobody asked for
  const others = names.filter((name) => {
    const { matches, compares, defaultValue } = filters[name] ?? {}
    return !isDate(name) && isSent(name) && (matches ?? compares) && !defaultValue
  })

  const describe = ({ lifted, total }: { lifted: readonly string[]; total: number }): string => {
    const found = `without ${lifted.filter(isSent).join(', ') || 'the default dates'} there are ${total}`
    const column = filters[lifted.find(isDate) ?? '']?.compares?.column
    if (column === undefined) return found
    const all = { ...query, ...toUndefined(lifted), page: 1, per_page: total }
    const { rows } = context.repository.list(resource, all, context)
    const [first, ...others] = rows.map((row) => row[column]).sort()
    return `${found}, from ${first} to ${others.at(-1) ?? first}, and the clock is at ${context.now.toISOString()}`
  }
  // each filter alone, or else all but dates, or else all
  for (const groups of [
    [...others.map((name) => [name]), dates],
    [others],
    [[...others, ...dates]],
  ]) {
    const found = groups
      .map((lifted) => ({ lifted, total: count(toUndefined(lifted)) }))
      .filter(({ total }) => total > 0)
    if (found.length > 0) {
      const message = `no ${collection} match: ${found.map(describe).join('; ')}`
      const [first = ''] = found.flatMap(({ lifted }) => lifted.filter(isSent))
      return createNote('empty-list', message, first || dates[0])
    }
  }
  return undefined
}

const toUndefined = (names: readonly string[]): Query =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/** Adds the note about a page after the last page. */
export function explainPage(page: number, lastPage: number, { notes }: Context): void {
  if (page <= lastPage) return
  notes?.add(
    createNote('page-past-end', `page ${page} is after the last page, ${lastPage}`, 'page'),
  )
}

/** The record that a path names, for the notes about it. */
interface RecordSubject {
  readonly resource: Resource
  readonly resources: readonly Resource[]
  readonly context: Context
  /** True if the request changes the record. */
  readonly isWrite: boolean
}

/** Adds the note about the language of a record that was found. `addressed` is the record before the translation. */
export function explainFound(
  addressed: Row,
  row: Row,
  { resource, context, isWrite, by }: RecordSubject & { readonly by: 'id' | 'slug' },
): void {
  const { language, isLanguageRequested, notes } = context
  const name = `the ${resource.name} ${row.id}`
  if (isLanguageRequested && row.language !== language) {
    const message = `${name} has no translation into ${language}; this is the record itself, in ${row.language}`
    notes?.add(createNote('no-translation', message, 'i18n_language'))
  } else if (isWrite && row.id !== addressed.id) {
    const message = `the write changes ${name}, the translation of ${addressed.id} into ${language}; without i18n_language, it changes ${addressed.id}`
    notes?.add(createNote('translation-written', message, 'i18n_language'))
  } else if (!isLanguageRequested && row.language !== language)
    notes?.add(noteLanguage(by, row, language))
}

const noteLanguage = (by: 'id' | 'slug', { id, slug, language }: Row, active: string): Note => {
  const named = by === 'slug' ? `the slug ${quote(decodeEscapes(slug))}` : `the ID ${id}`
  const message = `${named} belongs to a record in ${language}, but the site is in ${active}; i18n_language=${active} returns its translation, if there is one`
  return createNote(`${by}-of-other-language`, message, by)
}

/** Adds the notes about linked records that the preset shows, although the user may not read them (18.6b). */
export function explainLinks(rows: readonly Row[], resource: Resource, context: Context): void {
  if (mayReadUnpublished(context)) return
  for (const [field, { link }] of Object.entries(resource.fields))
    for (const row of link === undefined ? [] : rows) {
      const linkedContext = { ...context, language: row.language }
      const linked = readLinked(`${link}`, [row[field]].flat(), linkedContext)
      const hidden = linked.find((linkedRow) => !mayRead(linkedRow, context))
      if (!hidden) continue
      const message = `the ${resource.name} ${row.id} shows the unpublished ${link} ${hidden.id}, which this client may not read; the service does the same`
      context.notes?.add(createNote('unpublished-linked', message, field))
    }
}

/** Adds the note about an ID that a record of another kind has. Returns whether there is such a record. */
export function explainUnknownId(
  id: number,
  { resource, resources, context }: Omit<RecordSubject, 'isWrite'>,
): boolean {
  const note = noteOtherKind(id, { resource, resources, context })
  if (note) context.notes?.add(note)
  return note !== undefined
}

interface KindSubject {
  readonly resource: { readonly name: string }
  readonly resources: readonly Resource[]
  readonly context: Context
}

/** Returns the note about an ID that a record of another kind has, or undefined. */
export function noteOtherKind(
  id: number,
  { resource, resources, context }: KindSubject,
  parameter = 'id',
): Note | undefined {
  const owner = resources.find(
    ({ name }) => name !== resource.name && context.repository.get(name, id),
  )
  if (!owner) return undefined
  const { name, collection } = owner
  const message = `the ID ${id} belongs to a record of the kind ${name}, not ${resource.name}: /${collection}/${id}`
  return createNote('id-of-other-kind', message, parameter)
}

/**
 * The maximum of records in a language for looking up a slug in languages that the site does not offer.
 * Their records are generated for it, which takes 3 s with 5,000 events and 30 ms with 60.
 */
const MAX_RECORDS = 500

/** Adds the note about a slug without a record: one of a language that the site does not offer, or one in the trash. */
export function explainUnknownSlug(
  slug: string,
  { resource, context }: Pick<RecordSubject, 'resource' | 'context'>,
): void {
  const { repository, site, notes, language } = context
  if (!notes) return
  const trashed = repository.bySlug(resource.name, trashedSlug(slug), language)
  if (trashed) {
    const message = `the slug belonged to ${resource.name} ${trashed.id}, which was deleted; an update of ${trashed.id} with a status restores it`
    notes.add(createNote('record-deleted', message, 'slug'))
    return
  }
  if (repository.all(resource.name, language).length > MAX_RECORDS) return
  const others = languages.filter((code) => !site.accepts.includes(code))
  const owner = others.find((code) => repository.bySlug(resource.name, slug, code))
  if (owner === undefined) return
  const message = `the slug belongs to a record in ${owner}, but this site offers ${site.accepts.join(', ')}`
  notes.add(createNote('slug-of-other-language', message, 'slug'))
}

/** Adds the notes that the resource declares about a create or an update. */
export function explainWrite(resource: Resource, subject: WriteSubject): void {
  const { notes } = subject.context
  for (const explain of resource.writeNotes ?? []) {
    const note = notes && explain(subject)
    if (note) notes.add(note)
  }
}

/** Adds the note about the fields that an update does not name: the service clears them, and so does the preset (18.4b). */
export function explainCleared(names: readonly string[], { notes, settings }: Context): void {
  if (names.length === 0) return
  const list = names.join(', ')
  const message = settings.preset.followsService
    ? `the update cleared ${list}, as the service does; send all fields to keep them`
    : `the service would clear ${list}, because the update does not send them; a body with all fields is safe`
  notes?.add(createNote('service-clears-fields', message))
}

/** Adds the note about an update without fields, which in the service clears fields (18.4b). */
export function explainEmptyUpdate({ input, row, context }: WriteSubject): void {
  const isEmpty = Object.keys(input).every((name) => name === 'i18n_language')
  const message = `the update of ${row.id} has no fields, so only the time of modification changes`
  if (isEmpty && !context.settings.preset.followsService)
    context.notes?.add(createNote('empty-update', message))
}

/** Adds the note about a create that found a record with the same name. */
export function explainReuse({ id }: Row, { name }: Resource, { notes }: Context): void {
  const message = `the ${name} ${id} is called the same and is used instead of a new one`
  notes?.add(createNote('existing-reused', message, name))
}

/** Adds the note about a field whose other links the service removes with the link to a deleted post (24.2). */
export function explainLostLinks({ id }: Row, field: string, { notes, settings }: Context): void {
  const message = settings.preset.followsService
    ? `${field} of ${id} is empty: the other links are gone too, as in the service; send them again`
    : `in the service ${field} of ${id} would be empty: the other links would be gone too`
  notes?.add(createNote('service-differs', message, field))
}
