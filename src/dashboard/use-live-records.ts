import { useEffect, useRef } from 'preact/hooks'
import { useApp } from './app.ts'
import { loadStatus, refresh } from './load-status.ts'

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The time after a request of an app until the state of the world is loaded again, once for a burst of requests. */
const STATUS_MS = 500

/**
 * Follows the requests of apps. When one of them writes, and when the page is shown again, the views load their
 * records again. After other requests, and when the page gets the focus, the clock, faults and delay are loaded,
 * which others can have changed.
 */
export function useLiveRecords(): void {
  const app = useApp()
  const { api, feed, access } = app
  const seen = useRef<number>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const world = api.world.value
  const isOpen = access.value === 'open'
  useEffect(() => (isOpen ? feed.start() : undefined), [feed, world, isOpen])
  const isLoaded = feed.isLoaded.value
  const entries = feed.entries.value
  useEffect(() => {
    const last = isLoaded ? seen.current : undefined
    seen.current = isLoaded ? (entries[0]?.id ?? 0) : undefined
    const added = entries.filter(({ id }) => last !== undefined && id > last)
    if (added.some(({ method, status }) => !READS.includes(method) && status < 400)) load()
    else if (added.length > 0) timer.current ??= setTimeout(follow, STATUS_MS)
  }, [entries, isLoaded])
  const load = (): void => void refresh(app).catch(() => undefined) // the view reports it
  const follow = (): void => {
    timer.current = undefined
    const { scenario } = app.status.value
    const update = async (): Promise<void> => {
      await loadStatus(app)
      if (app.status.value.scenario !== scenario) app.revision.value += 1 // it has other records
    }
    void update().catch(() => undefined) // the next attempt may succeed
  }
  useEffect(() => {
    const onShow = () => document.visibilityState === 'visible' && load()
    document.addEventListener('visibilitychange', onShow)
    addEventListener('focus', follow)
    return () => {
      document.removeEventListener('visibilitychange', onShow)
      removeEventListener('focus', follow)
    }
  }, [])
}
