import type { Context } from './context.ts'
import { formatDateTime } from './dates/date-time.ts'
import { whereIn } from './filter.ts'
import type { MessageKey } from './format-message.ts'
import { flag } from './params/boolean.ts'
import { recordId } from './params/link.ts'
import type { Filter, Row } from './resource.ts'
import { activeTranslationById } from './translations.ts'

/** What venues and organizers are asked about their events (4.4.1). */
export function filtersByEvents(field: MessageKey): Readonly<Record<string, Filter<unknown>>> {
  return {
    event: {
      ...recordId({ name: 'event' }, 'ofEvent'),
      ...whereIn<number>('id', (id, context) => eventLinks(id, field, context)),
    } as Filter<unknown>, // its value is the number that its reader gives
    has_events: {
      ...flag('hasEvents'),
      matches: (wanted, context) => (row) =>
        wanted ===
        linkedEvents(row, field, context).some(({ status }) => !unlistedStatuses.includes(status)),
    },
    only_with_upcoming: {
      ...flag('onlyWithUpcoming', { declared: { default: false } }),
      matches: (wanted, context) => {
        const now = formatDateTime(context.now.getTime())
        return (row) =>
          !wanted ||
          linkedEvents(row, field, context).some(
            (event) =>
              event.status === 'publish' &&
              !event.hide_from_listings &&
              event.utc_start_date >= now,
          )
      },
    },
  }
}

/** Statuses of events that do not count as having events. Choice: neither do those in the trash. */
const unlistedStatuses: readonly unknown[] = ['draft', 'pending', 'trash']

const linkedEvents = (row: Row, field: string, { repository }: Context): readonly Row[] =>
  repository.linking('event', field, row.id)

/** What an event, or its translation into the active language, is linked to. */
const eventLinks = (id: number, field: string, context: Context): readonly number[] =>
  activeTranslationById('event', id, context)?.[field] ?? []

/**
 * All fragments of a search must stand in one field. Fragments are cut as the reference cuts them for
 * Latin text; text of other scripts is one fragment a word.
 */
export function matchesOneField(names: readonly string[]): NonNullable<Filter<string>['matches']> {
  return (wanted) => {
    const fragments = wanted.toLowerCase().match(/[\p{L}\p{M}\p{N}-]+/gu) ?? []
    return (row) =>
      fragments.length > 0 &&
      names.some((name) => {
        const text = String(row[name] ?? '').toLowerCase()
        return fragments.every((fragment) => text.includes(fragment))
      })
  }
}
