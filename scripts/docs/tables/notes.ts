import { type NoteCode, noteLevels } from '../../../src/contract/note.ts'
import { formatTable } from '../../format-table.ts'

const requests: Readonly<Record<NoteCode, string>> = {
  'unknown-parameter': 'A parameter or a body field does not exist, and is ignored.',
  'unknown-field':
    'A name in `_fields` is not part of the response: lists need `events.title`, not `title`.',
  'unknown-order': '`orderby` or `order` has a word that the service reads as `name` or as `desc`.',
  'unknown-route':
    'No route has the path, and a similar one exists: `/event`, or `/events/jazz` in place of `/events/by-slug/jazz`.',
  'similar-record':
    'A value is not the ID of a record, and a record with this or a similar slug exists: `venue=blue-hall`.',
  'body-not-read':
    'The body of a write has a `Content-Type` that the service does not read, such as the `text/plain` of `fetch`.',
  'json-as-form':
    'The body is JSON, but its `Content-Type` is missing or says that it is a form: no field is read.',
  'language-not-offered':
    '`i18n_language` is a language that the site does not offer, or the path is for a site that the mock does not have.',
  'id-of-other-kind':
    'The ID belongs to a record of another kind, such as a venue in place of an event.',
  'id-in-body':
    'An `id` in the body or the query is not the ID of the path. The plugin takes the record with that `id`, and so does the preset.',
  'dates-reversed': 'The start of the requested dates is after their end, so the list is empty.',
  'end-before-start': 'A written event would end before it starts. Its end becomes its start.',
  'file-ignored': 'A multipart body has a file, which is ignored.',
  'links-cut': 'A write links more records than the field stores: an event has one venue.',
  'included-id-unknown': '`include` has an ID that no event has. It is skipped.',
  'read-only-field': 'A body has fields of responses that writes ignore, such as `rest_url`.',
  'repeated-parameter':
    'A parameter that is not a list was sent more than once. The last value counts.',
  'empty-update': 'An update has no fields and changes only the modification date.',
  'fields-in-list':
    '`_fields` has a name below a list, such as `events.title`, for which the plugin returns an empty list. The preset does the same.',
  'totals-hidden':
    'A page of another origin reads a list with the preset. As with the plugin, browsers hide the totals in the headers from it.',
  'service-clears-fields':
    'An update does not name fields that the plugin clears, or names one date alone, which it ignores. The preset does the same.',
  'service-differs':
    'With the preset, the response follows the plugin where a developer would not expect it: the first of several tags, tags that are named by a number, organizers, currencies and backslashes that are lost. Without it, data would be lost in the service.',
  'per-page-capped':
    '`per_page` is above the maximum, which is used in its place, and there are more records.',
  'page-past-end': 'The page is after the last one.',
  'empty-list':
    'A list is empty: the filters without which it has records and how many, or the period of the records and the time of the clock.',
  'past-events-hidden':
    'A whole list has no dates, and past events that would match are not listed. Lists with other filters have the note if they are empty.',
  'running-events-left-out':
    'Events overlap the requested dates without lying within them, and are not listed. The message has the query that lists them.',
  'first-day-left-out':
    '`ends_after` begins after its day, as in the plugin, and events of that day are not listed. The message has the query that lists them.',
  'one-date-bound':
    'One of `start_date` and `end_date` is missing, and its default makes the list shorter than it may seem.',
  'whole-day':
    'A date has a time, but the list uses the whole day, because `strict_dates` is not set.',
  'include-ignores-dates': 'A list with `include` ignores dates.',
  'empty-term-hidden':
    'Categories or tags without published events are hidden by `hide_empty`, or a new one will be.',
  'post-ignored': 'A list of terms with `post` and `event` ignores `post`.',
  'no-effect':
    '`only_with_upcoming=false` lists all records, not only those without upcoming events.',
  'slug-of-other-language':
    'The slug belongs to a record in a language other than the requested one.',
  'id-of-other-language': 'The record with this ID is in another language than the site.',
  'no-translation':
    'The record has no translation into `i18n_language`. The response shows the record itself.',
  'translation-written':
    'A write with `i18n_language` changes the translation, and not the record with the ID in the path.',
  'unpublished-linked':
    'With the preset `the-events-calendar`, an event shows an unpublished venue or organizer to a client who may not read it.',
  'record-deleted': 'The slug belonged to a record that was deleted and is in the trash.',
  'not-listed':
    'The written record is not in lists by default: its status, its dates or `hide_from_listings` hide it.',
  'existing-reused': 'A create found a record with the same name, and returned or updated it.',
  'term-created': 'A write linked an unknown name of a category or tag, which was created.',
  'all-day-times': 'The event is all-day, so its times are replaced by 00:00:00 and 23:59:59.',
  'offset-ignored':
    'A written date has an offset, such as `Z`, that differs from the time zone of the event. Its clock time counts.',
  'cost-not-stored': 'An event is created with the cost 0, which is stored as an empty text.',
  'empty-text-kept': 'An empty `description` does not clear the field of a venue or an organizer.',
}

export const formatNotes = (): string =>
  formatTable(
    ['Code', 'Level', 'Requests that have it'],
    Object.entries(noteLevels).map(([code, level]) => [
      `\`${code}\``,
      level,
      requests[code as NoteCode], // the keys of the table
    ]),
  )
