import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { readTarget, readView, runAction, useApp, type View, views } from './app.ts'
import { CalendarView } from './calendar/calendar-view.tsx'
import { ControlView } from './control/control-view.tsx'
import { loadStatus, refresh } from './load-status.ts'
import { TextField } from './parts/text-field.tsx'
import { RecordsView } from './records/records-view.tsx'
import { ReferenceView } from './reference/reference-view.tsx'
import { RequestsView } from './requests/requests-view.tsx'
import { storeSetting } from './settings.ts'
import { TopBar } from './top-bar.tsx'

const components: Readonly<Record<View, () => preact.JSX.Element>> = {
  calendar: CalendarView,
  records: RecordsView,
  requests: RequestsView,
  reference: ReferenceView,
  control: ControlView,
}

/** The page: header, navigation and the chosen view. */
export function Shell() {
  const app = useApp()
  const { view, target } = app
  useLiveRecords()
  useEffect(() => {
    const onHash = () => {
      view.value = readView()
      target.value = readTarget()
    }
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])
  useSignalEffect(() => {
    const { documentElement: root } = document
    root.dataset.theme = app.theme.value
    document.title = `${views[view.value]} · calmock`
  })
  const View = components[view.value]
  return (
    <>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to content
      </button>
      <TopBar />
      <Navigation />
      <main id="main" tabIndex={-1}>
        <h1 class="visually-hidden">{views[view.value]}</h1>
        <TokenForm />
        <View />
      </main>
      <NoticeBar />
    </>
  )
}

/** The time after which the message of a success disappears. */
const NOTICE_MS = 5000

/** Shows and announces the result of the last action. */
function NoticeBar() {
  const { notice } = useApp()
  const { text, isError } = notice.value
  useEffect(() => {
    if (text === '' || isError) return
    const timer = setTimeout(() => {
      notice.value = { text: '', isError: false }
    }, NOTICE_MS)
    return () => clearTimeout(timer)
  }, [text, isError])
  return (
    <div class={isError ? 'notice error' : 'notice'} role="status">
      {text}
    </div>
  )
}

const focusMain = (): void => document.getElementById('main')?.focus()

function Navigation() {
  const { view } = useApp()
  return (
    <nav class="views" aria-label="Views">
      {Object.entries(views).map(([name, title]) => (
        <a key={name} href={`#${name}`} aria-current={view.value === name ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}

/** Asks for the token of the control routes, where they require one. */
function TokenForm() {
  const app = useApp()
  const { api, access } = app
  const [token, setToken] = useState('')
  if (access.value !== 'token') return null
  return (
    <form
      class="card row"
      onSubmit={(event) => {
        event.preventDefault()
        api.token.value = token.trim()
        storeSetting('token', api.token.value)
        runAction(app, () => refresh(app))
      }}
    >
      <p>To control this mock, enter its token.</p>
      <TextField label="Token" type="password" value={token} isCode onInput={setToken} />
      <button type="submit" class="primary">
        Apply
      </button>
    </form>
  )
}

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The time after a request of an app until the state of the world is loaded again, once for a burst of requests. */
const STATUS_MS = 500

/**
 * Follows the requests of apps. When one of them writes, and when the page is shown again, the views load their
 * records again. After other requests, and when the page gets the focus, the clock, faults and delay are loaded,
 * which others can have changed.
 */
function useLiveRecords(): void {
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
