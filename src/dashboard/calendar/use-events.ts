import { useEffect, useState } from 'preact/hooks'
import { describeError, useApp } from '../app.ts'
import type { EventRecord } from '../records/record-types.ts'
import { type DayRange, loadEvents } from './load-events.ts'

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
