import { useEffect, useState } from 'preact/hooks'
import { DAY } from '../../dates/durations.ts'
import { type App, useApp } from '../app.ts'
import { findLastChange } from '../load-world.ts'
import { type AnyRecord, loadCollections } from '../openapi.ts'
import { createBody, listDates, listFields, readValues, shiftDate } from '../records/form-fields.ts'

/** Returns the day that is some days later, as `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

interface LoadedEvents {
  readonly events: readonly EventRecord[]
  readonly state: 'loading' | 'ready' | 'error'
}

/** Loads the events of a range, and again when the records, the site or the world change. */
export function useEvents(language: string, range: DayRange | undefined): LoadedEvents {
  const app = useApp()
  const { revision, site, api } = app
  const key = [language, range?.start, range?.end, site.value.path, api.world.value].join(' ')
  const [loaded, setLoaded] = useState<LoadedEvents & { readonly key: string }>()
  useEffect(() => {
    if (!range || site.value.path === '') return
    const controller = new AbortController()
    loadEvents(app, language, { ...range, signal: controller.signal }).then(
      (events) => setLoaded({ events, state: 'ready', key }),
      (error: Error) => {
        if (error.name !== 'AbortError') setLoaded({ events: [], state: 'error', key })
      },
    )
    return () => controller.abort()
  }, [key, revision.value])
  if (loaded?.key === key) return loaded
  return { events: loaded?.events ?? [], state: 'loading' }
}

/** Loads the first event that begins on a day or later. Undefined until it is loaded, null if there is none. */
export function useNextEvent(language: string, day: string): EventRecord | null | undefined {
  const { site, revision, api } = useApp()
  const [next, setNext] = useState<EventRecord | null>()
  useEffect(() => {
    const query = new URLSearchParams({
      i18n_language: language,
      starts_after: addDays(day, -1), // the service reads a day without a time as its end
      per_page: '1',
    })
    const path = `${site.value.path}/events?${query}`
    api.json<EventList>({ method: 'GET', path }).then(
      ({ events }) => setNext(events[0] ?? null),
      () => setNext(undefined), // the calendar itself reports errors
    )
  }, [language, day, site.value.path, revision.value, api.world.value])
  return next
}

interface EventList {
  readonly events: readonly EventRecord[]
  readonly total_pages: number
}

/** The first day of a range, and the day after its last day, as `YYYY-MM-DD`. */
export interface DayRange {
  readonly start: string
  readonly end: string
}

export const overlaps = (
  { start_date, end_date }: EventRecord,
  { start, end }: DayRange,
): boolean => end_date >= start && start_date < end

/** Loads all events that overlap a range, page by page. */
async function loadEvents(
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
    const list = await app.api.json<EventList>({ method: 'GET', path, signal })
    loaded.push(...list.events.filter((event) => overlaps(event, { start, end })))
    pages = list.total_pages
  }
  return loaded
}

/** The fields of an event that the page shows. */
export interface EventRecord {
  readonly id: number
  readonly title: string
  readonly status: string
  readonly description: string
  readonly url: string
  readonly rest_url: string
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
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

/**
 * Moves the start and the end of an event and of each of its translations by milliseconds. The other fields are sent
 * as the service needs them. One undo reverts all writes. If the service rejects a write, the earlier writes are
 * undone.
 */
export async function moveEvent(
  app: App,
  { id, language }: { readonly id: string; readonly language: string },
  by: readonly [start: number, end: number],
): Promise<void> {
  const { api } = app
  const collections = await loadCollections(app)
  const fields = collections
    .filter(({ name }) => name === 'events')
    .flatMap((events) => listFields(events, collections, false))
  const path = `${app.site.value.path}/events/${id}?i18n_language=`
  const first = await api.send({ method: 'GET', path: path + language })
  const links = [...(first.headers.get('link') ?? '').matchAll(/hreflang="([^"]+)"/g)]
  const records: (readonly [code: string, AnyRecord])[] = [[language, await first.json()]]
  for (const [, code = ''] of links)
    records.push([code, await api.json<AnyRecord>({ method: 'GET', path: path + code })])
  let written = 0
  try {
    for (const [code, record] of records) {
      const initial = readValues(record, fields)
      const move = (date: string, n: number): string => shiftDate(String(initial[date]), by[n] ?? 0)
      const moved = listDates(fields).map(({ name }, n) => [name, move(name, n)])
      const body = createBody(fields, { ...initial, ...Object.fromEntries(moved) }, initial)
      await api.send({ method: 'PATCH', path: path + code, body })
      written += 1
    }
  } catch (error) {
    for (; written > 0; written--) await api.control('POST', 'undo')
    throw error
  }
  app.moves.set(await findLastChange(app), written)
}
