import type { Context } from './context.ts'
import { formatDateTime } from './dates/date-time.ts'
import { whereIn } from './filter.ts'
import type { MessageKey } from './format-message.ts'
import { recordId } from './params/link.ts'
import { flag } from './params/values.ts'
import { defaultStatuses } from './post-status.ts'
import type { Filters, Row } from './resource.ts'
import { activeTranslationById, mayShowLinked } from './translations.ts'

/** Returns the list parameters that filter venues or organizers by their events (4.4.1). */
export function filtersByEvents(field: MessageKey): Filters {
  return {
    event: {
      ...recordId({ name: 'event' }, 'ofEvent'),
      ...whereIn<number>('id', (id, context) => listLinkedIds(id, field, context)),
    },
    has_events: {
      ...flag('hasEvents'),
      matches: (isWanted, context) => (row) => hasEvents(row, field, context) === isWanted,
    },
    only_with_upcoming: {
      ...flag('onlyWithUpcoming', { declared: { default: false } }),
      matches: (isWanted, context) => {
        const now = formatDateTime(context.now.getTime())
        const statuses: readonly unknown[] = defaultStatuses(context)
        return (row) =>
          !isWanted ||
          findLinkedEvents(row, field, context).some(
            (event) => statuses.includes(event.status) && isUpcoming(event, now),
          )
      },
    },
  }
}

/** Event statuses that `has_events` does not count. Events in the trash do not count either (15.3c). */
const uncountedStatuses: readonly unknown[] = ['draft', 'pending', 'trash']

const hasEvents = (row: Row, field: string, context: Context): boolean =>
  findLinkedEvents(row, field, context).some(({ status }) => !uncountedStatuses.includes(status))

/** Returns whether lists can show the event and it starts at `now` or later (`YYYY-MM-DD HH:MM:SS` in UTC). */
const isUpcoming = (event: Row, now: string): boolean =>
  !event.hide_from_listings && event.utc_start_date >= now

const findLinkedEvents = (row: Row, field: string, { repository }: Context): readonly Row[] =>
  repository.linking('event', field, row.id)

/** Returns the IDs in a field of an event, or of its translation into the active language, if the user may see it. */
export function listLinkedIds(id: number, field: string, context: Context): readonly number[] {
  const event = activeTranslationById('event', id, context)
  return event && mayShowLinked(event, context) ? event[field] : []
}
