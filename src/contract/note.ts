/** The level of a note: the request is wrong (`warning`), or it is right and its response may surprise (`info`). */
export type NoteLevel = 'warning' | 'info'

/** The level of a note, and the requests that get it. */
interface NoteDescription {
  readonly level: NoteLevel
  readonly about: string
}

/** The codes of all notes. They are stable. docs/explain.md shows this table. */
export const noteCodes = {
  'unknown-parameter': {
    level: 'warning',
    about: 'A parameter or a body field does not exist, and is ignored.',
  },
  'unknown-field': {
    level: 'warning',
    about:
      'A name in `_fields` is not part of the response: lists need `events.title`, not `title`.',
  },
  'unknown-order': {
    level: 'warning',
    about: '`orderby` or `order` has a word that the service reads as `name` or as `desc`.',
  },
  'unknown-route': {
    level: 'warning',
    about:
      'No route has the path, and a similar one exists: `/event`, or `/events/jazz` in place of `/events/by-slug/jazz`.',
  },
  'similar-record': {
    level: 'warning',
    about:
      'A value is not the ID of a record, and a record with this or a similar slug exists: `venue=blue-hall`.',
  },
  'json-as-form': {
    level: 'warning',
    about:
      'The body is JSON, but its `Content-Type` is missing or says that it is a form: no field is read.',
  },
  'language-not-offered': {
    level: 'warning',
    about:
      '`i18n_language` is a language that the site does not offer, or the path is for a site that the mock does not have.',
  },
  'id-of-other-kind': {
    level: 'warning',
    about: 'The ID belongs to a record of another kind, such as a venue in place of an event.',
  },
  'dates-reversed': {
    level: 'warning',
    about: 'The start of the requested dates is after their end, so the list is empty.',
  },
  'end-before-start': {
    level: 'warning',
    about: 'A written event would end before it starts. Its end becomes its start.',
  },
  'file-ignored': {
    level: 'warning',
    about: 'A multipart body has a file, which is ignored.',
  },
  'links-cut': {
    level: 'warning',
    about: 'A write links more records than the field stores: an event has one venue.',
  },
  'included-id-unknown': {
    level: 'warning',
    about: '`include` has an ID that no event has. It is skipped.',
  },
  'read-only-field': {
    level: 'info',
    about: 'A body has fields of responses that writes ignore, such as `rest_url`.',
  },
  'repeated-parameter': {
    level: 'info',
    about: 'A parameter that is not a list was sent more than once. The last value counts.',
  },
  'empty-update': {
    level: 'info',
    about: 'An update has no fields and changes only the modification date.',
  },
  'fields-in-list': {
    level: 'info',
    about:
      '`_fields` has a name below a list, such as `events.title`, for which the original service returns an empty list. The preset does the same.',
  },
  'totals-hidden': {
    level: 'info',
    about:
      'A page of another origin reads a list with the preset. As in the original service, browsers hide the totals in the headers from it.',
  },
  'service-clears-fields': {
    level: 'info',
    about:
      'An update does not name fields that the original service clears, or names one date alone, which it ignores. The preset does the same.',
  },
  'per-page-capped': {
    level: 'info',
    about:
      '`per_page` is above the maximum, which is used in its place, and there are more records.',
  },
  'page-past-end': {
    level: 'info',
    about: 'The page is after the last one.',
  },
  'past-events-hidden': {
    level: 'info',
    about:
      'A whole list has no dates, and past events that would match are not listed. Lists with other filters have the note if they are empty.',
  },
  'running-events-left-out': {
    level: 'info',
    about: 'Events overlap the requested dates without lying within them, and are not listed.',
  },
  'one-date-bound': {
    level: 'info',
    about:
      'One of `start_date` and `end_date` is missing, and its default makes the list shorter than it may seem.',
  },
  'whole-day': {
    level: 'info',
    about: 'A date has a time, but the list uses the whole day, because `strict_dates` is not set.',
  },
  'include-ignores-dates': {
    level: 'info',
    about: 'A list with `include` ignores dates.',
  },
  'empty-term-hidden': {
    level: 'info',
    about:
      'Categories or tags without published events are hidden by `hide_empty`, or a new one will be.',
  },
  'post-ignored': {
    level: 'info',
    about: 'A list of terms with `post` and `event` ignores `post`.',
  },
  'no-effect': {
    level: 'info',
    about: '`only_with_upcoming=false` lists all records, not only those without upcoming events.',
  },
  'slug-of-other-language': {
    level: 'info',
    about: 'The slug belongs to a record in a language other than the requested one.',
  },
  'id-of-other-language': {
    level: 'info',
    about: 'The record with this ID is in another language than the site.',
  },
  'no-translation': {
    level: 'info',
    about:
      'The record has no translation into `i18n_language`. The response shows the record itself.',
  },
  'translation-written': {
    level: 'info',
    about:
      'A write with `i18n_language` changes the translation, and not the record with the ID in the path.',
  },
  'unpublished-linked': {
    level: 'info',
    about:
      'With the preset `the-events-calendar`, an event shows an unpublished venue or organizer to a client who may not read it.',
  },
  'record-deleted': {
    level: 'info',
    about: 'The slug belonged to a record that was deleted and is in the trash.',
  },
  'not-listed': {
    level: 'info',
    about:
      'The written record is not in lists by default: its status, its dates or `hide_from_listings` hide it.',
  },
  'existing-reused': {
    level: 'info',
    about: 'A create found a record with the same name, and returned or updated it.',
  },
  'term-created': {
    level: 'info',
    about: 'A write linked an unknown name of a category or tag, which was created.',
  },
  'all-day-times': {
    level: 'info',
    about: 'The event is all-day, so its times are replaced by 00:00:00 and 23:59:59.',
  },
  'offset-ignored': {
    level: 'info',
    about:
      'A written date has an offset, such as `Z`, that differs from the time zone of the event. Its clock time counts.',
  },
  'cost-not-stored': {
    level: 'info',
    about: 'An event is created with the cost 0, which is stored as an empty text.',
  },
  'empty-text-kept': {
    level: 'info',
    about: 'An empty `description` does not clear the field of a venue or an organizer.',
  },
} as const satisfies Readonly<Record<string, NoteDescription>>

export type NoteCode = keyof typeof noteCodes

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
  level: noteCodes[code].level,
  ...(parameter !== undefined && { parameter }),
  message,
})
