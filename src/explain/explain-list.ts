import type { Context, Query } from '../contract/context.ts'
import { createNote } from '../contract/note.ts'
import type { Resource } from '../contract/resource.ts'

/** A list request and its totals. */
interface ListResult {
  readonly resource: Resource
  readonly context: Context
  readonly input: Query
  readonly query: Query
  readonly total: number
}

/** Adds the notes that the resource declares about a list. */
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
}

/** Adds the note about a page after the last one. */
export function explainPage(page: number, lastPage: number, { notes }: Context): void {
  if (page <= lastPage) return
  notes?.add(
    createNote('page-past-end', `page ${page} is after the last page, ${lastPage}`, 'page'),
  )
}
