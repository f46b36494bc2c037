import type { App } from '../app.ts'
import type { EventRecord } from '../records/record-types.ts'
import { addDays } from './dates.ts'

/** The first day of a range, and the day after its last one, as `YYYY-MM-DD`. */
export interface DayRange {
  readonly start: string
  readonly end: string
}

interface EventPage {
  readonly events: readonly EventRecord[]
  readonly total_pages: number
}

/** Loads all events that overlap a range, page by page. */
export async function loadEvents(
  app: App,
  language: string,
  { start, end, signal }: DayRange & { readonly signal: AbortSignal },
): Promise<readonly EventRecord[]> {
  const loaded: EventRecord[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = new URLSearchParams({
      i18n_language: language,
      ends_after: addDays(start, -1), // the service reads a day without a time as its end
      starts_before: end,
      per_page: '50',
      page: String(page),
    })
    const path = `${app.site.value.path}/events?${query}`
    const list = await app.api.json<EventPage>({ method: 'GET', path, signal })
    loaded.push(...list.events)
    pages = list.total_pages
  }
  return loaded.filter(({ start_date, end_date }) => end_date >= start && start_date < end)
}
