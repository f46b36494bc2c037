import type { Context } from './context.ts'
import { formatDateTime } from './dates/date-time.ts'
import { whereIn } from './filter.ts'
import type { MessageKey } from './format-message.ts'
import { flag } from './params/boolean.ts'
import { recordId } from './params/link.ts'
import type { Filter, Row } from './resource.ts'
import { activeTranslationById } from './translations.ts'

/** Returns the list parameters that filter venues or organizers by their events (4.4.1). */
export function filtersByEvents(field: MessageKey): Readonly<Record<string, Filter<unknown>>> {
  return {
    event: {
      ...recordId({ name: 'event' }, 'ofEvent'),
      ...whereIn<number>('id', (id, context) => eventLinks(id, field, context)),
    } as Filter<unknown>, // `matches` gets the number that `read` returns
    has_events: {
      ...flag('hasEvents'),
      matches: (wanted, context) => (row) => hasEvents(row, field, context) === wanted,
    },
    only_with_upcoming: {
      ...flag('onlyWithUpcoming', { declared: { default: false } }),
      matches: (wanted, context) => {
        const now = formatDateTime(context.now.getTime())
        return (row) =>
          !wanted || linkedEvents(row, field, context).some((event) => isListedFrom(now, event))
      },
    },
  }
}

/** Event statuses that `has_events` does not count. Choice: events in the trash do not count either. */
const uncountedStatuses: readonly unknown[] = ['draft', 'pending', 'trash']

const hasEvents = (row: Row, field: string, context: Context): boolean =>
  linkedEvents(row, field, context).some(({ status }) => !uncountedStatuses.includes(status))

/** Returns true if lists show the event and it starts at `start` or later (`YYYY-MM-DD HH:MM:SS` in UTC). */
const isListedFrom = (start: string, event: Row): boolean =>
  event.status === 'publish' && !event.hide_from_listings && event.utc_start_date >= start

const linkedEvents = (row: Row, field: string, { repository }: Context): readonly Row[] =>
  repository.linking('event', field, row.id)

/** Returns the IDs in a field of an event, or of its translation into the active language. */
const eventLinks = (id: number, field: string, context: Context): readonly number[] =>
  activeTranslationById('event', id, context)?.[field] ?? []

/**
 * Returns the predicate of a search: one of the fields contains all fragments. Fragments are split as
 * the reference splits Latin text. In other scripts, each word is a fragment.
 */
export function matchesOneField(fields: readonly string[]): NonNullable<Filter<string>['matches']> {
  return (search) => {
    const fragments = search.toLowerCase().match(/[\p{L}\p{M}\p{N}-]+/gu) ?? []
    return (row) =>
      fragments.length > 0 &&
      fields.some((field) => {
        const text = String(row[field] ?? '').toLowerCase()
        return fragments.every((fragment) => text.includes(fragment))
      })
  }
}
