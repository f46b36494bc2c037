import { useEffect, useState } from 'preact/hooks'
import { type App, describeError, useApp } from '../app.ts'
import { addDays } from './dates.ts'

/** Loads the events of a range, and again when the records, the site or the world change. */
export function useEvents(language: string, range: DayRange | undefined) {
  const app = useApp()
  const [loaded, setLoaded] = useState<{
    readonly events: readonly EventRecord[]
    readonly state: 'loading' | 'ready' | 'error'
  }>({ events: [], state: 'loading' })
  const { revision, site, api } = app
  useEffect(() => {
    if (!range || site.value.path === '') return
    const controller = new AbortController()
    loadEvents(app, language, { ...range, signal: controller.signal }).then(
      (events) => setLoaded({ events, state: 'ready' }),
      (error: Error) => {
        if (error.name === 'AbortError') return
        app.notice.value = { text: describeError(error), isError: true }
        setLoaded({ events: [], state: 'error' })
      },
    )
    return () => controller.abort()
  }, [language, range?.start, range?.end, revision.value, site.value.path, api.world.value])
  return loaded
}

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

/** The fields of an event that the page shows. */
export interface EventRecord {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly url: string
  readonly rest_url: string
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
  readonly timezone: string
  readonly timezone_abbr: string
  readonly cost: string
  readonly image:
    | false
    | { readonly url: string; readonly sizes?: Readonly<Record<string, { readonly url: string }>> }
  readonly venue:
    | { readonly venue?: string; readonly address?: string; readonly city?: string }
    | []
  readonly organizer: readonly { readonly organizer?: string }[]
  readonly categories: readonly { readonly name: string }[]
  readonly tags: readonly { readonly name: string }[]
}
