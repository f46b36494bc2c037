import type { Note } from '../../contract/note.ts'
import { Problem } from '../../contract/problem.ts'
import type { RequestNotes } from './request-notes.ts'

/** The response header with the codes of notes. */
const NOTES_HEADER = 'X-Calmock-Notes'

const EXPOSED = 'Access-Control-Expose-Headers'

/** Returns the headers of a response with its notes: their codes, or with `isFull` the notes as JSON. Without notes, the headers are unchanged. */
export function addNotesHeader(
  headers: Readonly<Record<string, string>>,
  notes: readonly Note[],
  isFull: boolean,
): Readonly<Record<string, string>> {
  if (notes.length === 0) return headers
  const codes = [...new Set(notes.map(({ code }) => code))]
  const exposed = headers[EXPOSED]
  return {
    ...headers,
    ...(exposed !== undefined && { [EXPOSED]: `${exposed}, ${NOTES_HEADER}` }),
    [NOTES_HEADER]: isFull ? toAsciiJson(notes) : codes.join(', '),
  }
}

/** Returns JSON whose letters outside ASCII are escaped, since a header cannot contain them. */
const toAsciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Throws `Problem` if a request has warnings. Its reasons are the messages of the notes, by parameter. */
export function rejectWarnings({ warnings }: RequestNotes): void {
  if (warnings.length === 0) return
  const errors = Object.fromEntries(
    warnings.map(({ parameter = '', message }) => [
      parameter,
      { key: 'strictReason', values: { reason: endSentence(message) } } as const,
    ]),
  )
  throw new Problem('calmock_strict', { errors, data: { notes: warnings } })
}

/** Returns a message with a full stop, unless it is a question. */
const endSentence = (message: string): string => (message.endsWith('?') ? message : `${message}.`)
