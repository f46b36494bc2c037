import { createNote } from './note.ts'
import { defaultStatuses } from './post-status.ts'
import type { NoteRule, WriteSubject } from './resource.ts'

/** Returns the note about a written post whose status lists do not show by default. */
export const noteStatus: NoteRule<WriteSubject> = ({ input, row, previous, context }) => {
  const isChanged = !previous || previous.status !== row.status || input.status !== undefined
  const shown: readonly unknown[] = defaultStatuses(context)
  if (!isChanged || shown.includes(row.status)) return undefined
  const isReplaced = input.status !== undefined && input.status !== row.status
  const status = isReplaced ? `${row.status} instead of ${input.status}` : row.status
  const message = `the status is ${status}; lists show it with status=${row.status}`
  return createNote('not-listed', message, 'status')
}

/** Returns the note about an empty description, which does not replace the previous one. */
const noteEmptyDescription: NoteRule<WriteSubject> = ({ input, previous }) =>
  input.description === '' && previous && previous.description !== ''
    ? createNote('empty-text-kept', 'an empty description keeps the previous one', 'description')
    : undefined

/** The notes about writes of venues and organizers. */
export const linkedPostNotes: readonly NoteRule<WriteSubject>[] = [noteStatus, noteEmptyDescription]
