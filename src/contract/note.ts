/** The level of a note: the request is wrong (`warning`), or it is right and its response may surprise (`info`). */
type NoteLevel = 'warning' | 'info'

/** The levels of all notes by code. The codes are stable. The compiler demands a sentence about each for docs/explain.md. */
export const noteLevels = {
  'unknown-parameter': 'warning',
  'unknown-field': 'warning',
  'unknown-order': 'warning',
  'unknown-route': 'warning',
  'similar-record': 'warning',
  'json-as-form': 'warning',
  'body-not-read': 'warning',
  'language-not-offered': 'warning',
  'id-of-other-kind': 'warning',
  'id-in-body': 'warning',
  'dates-reversed': 'warning',
  'end-before-start': 'warning',
  'file-ignored': 'warning',
  'links-cut': 'warning',
  'included-id-unknown': 'warning',
  'read-only-field': 'info',
  'repeated-parameter': 'info',
  'empty-update': 'info',
  'fields-in-list': 'info',
  'totals-hidden': 'info',
  'service-clears-fields': 'info',
  'service-differs': 'info',
  'per-page-capped': 'info',
  'page-past-end': 'info',
  'empty-list': 'info',
  'past-events-hidden': 'info',
  'running-events-left-out': 'info',
  'first-day-left-out': 'info',
  'one-date-bound': 'info',
  'whole-day': 'info',
  'include-ignores-dates': 'info',
  'empty-term-hidden': 'info',
  'post-ignored': 'info',
  'no-effect': 'info',
  'slug-of-other-language': 'info',
  'id-of-other-language': 'info',
  'no-translation': 'info',
  'translation-written': 'info',
  'unpublished-linked': 'info',
  'record-deleted': 'info',
  'not-listed': 'info',
  'existing-reused': 'info',
  'term-created': 'info',
  'all-day-times': 'info',
  'offset-ignored': 'info',
  'cost-not-stored': 'info',
  'empty-text-kept': 'info',
} as const satisfies Readonly<Record<string, NoteLevel>>

export type NoteCode = keyof typeof noteLevels

/** A remark about a request: why its response may differ from what the client expects. */
export interface Note {
  /** A stable name, such as `unknown-parameter`. */
  readonly code: NoteCode
  readonly level: NoteLevel
  /** The parameter or body field that the note is about. */
  readonly parameter?: string
  /** The explanation, in English. */
  readonly message: string
}

/** Collects the notes about one request. */
export interface NoteCollector {
  add(note: Note): void
  /** Returns a parameter or a body field as it was sent, or undefined. */
  sent(name: string): unknown
}

/** Creates a note. Its code determines the level. */
export const createNote = (code: NoteCode, message: string, parameter?: string): Note => ({
  code,
  level: noteLevels[code],
  ...(parameter !== undefined && { parameter }),
  message,
})
