import { createNote } from './note.ts'
import type { ListSubject, NoteRule } from './resource.ts'

/** Returns whether a client can compare the total with other lists: the list has one page, or the request does not say how large a page is. */
export const readsWholeList = ({ sent, input, total }: ListSubject): boolean =>
  Number(input.page) === 1 && (sent('per_page') === undefined || total <= Number(input.per_page))

/** Returns the note about a page size above the maximum, if there are more records. */
export const notePageSize: NoteRule<ListSubject> = ({ sent, context, total }) => {
  const [raw, { maxPerPage }] = [sent('per_page'), context.settings]
  if (!(Number(raw) > maxPerPage) || total <= maxPerPage) return undefined
  const message = `per_page is ${raw}, but a page has at most ${maxPerPage} records; next_rest_url leads to the rest`
  return createNote('per-page-capped', message, 'per_page')
}
