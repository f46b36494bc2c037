import { useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { readTarget, readView, useApp, type View, views } from './app.ts'
import { CalendarView } from './calendar/calendar-view.tsx'
import { ControlView } from './control/control-view.tsx'
import { RecordsView } from './records/records-view.tsx'
import { ReferenceView } from './reference/reference-view.tsx'
import { RequestsView } from './requests/requests-view.tsx'
import { TokenForm } from './token-form.tsx'
import { TopBar } from './top-bar.tsx'
import { useLiveRecords } from './use-live-records.ts'

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
