import type { Context } from '../contract/context.ts'
import { createNote } from '../contract/note.ts'
import type { Resource, Row, WriteSubject } from '../contract/resource.ts'

/** Adds the notes that the resource declares about a create or an update. */
export function explainWrite(resource: Resource, subject: WriteSubject): void {
  const { notes } = subject.context
  for (const explain of resource.writeNotes ?? []) {
    const note = notes && explain(subject)
    if (note) notes.add(note)
  }
}

/** Adds the note about an update without fields. */
export function explainEmptyUpdate({ input, row, context }: WriteSubject): void {
  const isEmpty = Object.keys(input).every((name) => name === 'i18n_language')
  const message = `the update of ${row.id} has no fields, so only the time of modification changes`
  if (isEmpty) context.notes?.add(createNote('empty-update', message))
}

/** Adds the note about a create that found a record with the same name. */
export function explainReuse({ id }: Row, { name }: Resource, { notes }: Context): void {
  const message = `the ${name} ${id} is called the same and is used instead of a new one`
  notes?.add(createNote('existing-reused', message, name))
}
