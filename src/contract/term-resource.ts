import { notePageSize, readsWholeList } from './list-notes.ts'
import { createNote } from './note.ts'
import { quote } from './params/param.ts'
import type { ListSubject, NoteRule, Resource, WriteSubject } from './resource.ts'
import { readSentSlug } from './slug.ts'
import {
  checkTerm,
  countEvents,
  createTermSchema,
  prepareTerm,
  presentTerm,
  presentTermList,
  type Taxonomy,
  termSchemas,
} from './term.ts'
import { compareTermNames, sortWords, termOrder } from './term-filters.ts'

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
    listNotes: termListNotes(taxonomy),
    writeNotes: termWriteNotes(taxonomy),
    check: checkTerm(taxonomy),
    prepare: prepareTerm(taxonomy),
    present: presentTerm(taxonomy),
    onDelete: () => undefined,
    presentList: presentTermList(taxonomy.collection),
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

/** The notes about lists of terms. */
const termListNotes = (taxonomy: Taxonomy): readonly NoteRule<ListSubject>[] => [
  notePageSize,
  noteOrder,
  noteHidden,
  notePost,
  noteSlug(taxonomy),
]

/** The notes about writes of terms: a new one has no events. */
const termWriteNotes = (taxonomy: Taxonomy): readonly NoteRule<WriteSubject>[] => [
  ({ row, previous, context }) => {
    if (previous || countEvents(row, taxonomy, context) > 0) return undefined
    const message = `lists hide the new ${taxonomy.name} until an event has it; hide_empty=false lists it`
    return createNote('empty-term-hidden', message, 'hide_empty')
  },
]
