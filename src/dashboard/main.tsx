import { effect } from '@preact/signals'
import { type ComponentChildren, render } from 'preact'
import { useState } from 'preact/hooks'
import { Api, readAddress } from './api.ts'
import {
  type App,
  AppContext,
  createApp,
  focusMain,
  mayLeave,
  readSetting,
  readTarget,
  readView,
  runAction,
  type SiteInfo,
  storeSetting,
  themes,
  useApp,
  type View,
  views,
  writeAddress,
} from './app.ts'
import { CalendarView, LoadFailure } from './calendar/calendar-view.tsx'
import { ControlView } from './control/control-view.tsx'
import { openStateLink } from './control/state-link.ts'
import { followRequests, loadSites, loadStatus, openWorld, refresh } from './load-world.ts'
import { nameLanguage, timeFormat } from './locale.ts'
import { handleKey, Palette } from './palette.tsx'
import { Form, NoticeBar, Select, TextField } from './parts.tsx'
import { RecordsView } from './records/records-view.tsx'
import { ReferenceView } from './reference-view.tsx'
import { RequestsView } from './requests/requests-view.tsx'
import './styles/theme.css'
import './styles/parts.css'
import './styles/calendar.css'
import './styles/views.css'

const components: Readonly<Record<View, () => preact.JSX.Element>> = {
  calendar: CalendarView,
  records: RecordsView,
  requests: RequestsView,
  reference: ReferenceView,
  control: ControlView,
}

/** The page: header, navigation and the chosen view. */
function Shell() {
  const { view, sites } = useApp()
  const View = components[view.value]
  return (
    <>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to content
      </button>
      <TopBar />
      <nav class="views" aria-label="Views">
        {Object.entries(views).map(([name, title]) => (
          <a key={name} href={`#${name}`} aria-current={view.value === name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <main id="main" tabIndex={-1}>
        <h1 class="visually-hidden">{views[view.value]}</h1>
        <TokenForm />
        {sites.value.length === 0 ? <LoadFailure /> : <View />}
      </main>
      <Palette />
      <NoticeBar />
    </>
  )
}

/** Asks for the token of the control routes, where they require it. */
function TokenForm() {
  const app = useApp()
  const { api, access } = app
  const [token, setToken] = useState('')
  if (access.value !== 'token') return null
  return (
    <Form
      class="card row"
      onSubmit={() => {
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
    </Form>
  )
}

/** The name of the page, the choice of records, the state of the world, and the settings of the page itself. */
function TopBar() {
  const { palette } = useApp()
  return (
    <header class="top">
      <p class="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="#4f46e5" />
          <path
            d="M8 13h16M8 10v14h16V10zM12 7v5M20 7v5"
            stroke="white"
            stroke-width="2.5"
            fill="none"
            stroke-linejoin="round"
            stroke-linecap="round"
          />
        </svg>
        <span>calmock</span>
      </p>
      <DataMenu />
      <ActorMenu />
      <StatusChips />
      <span class="push" />
      <button type="button" class="menu-button" onClick={() => (palette.value = '')}>
        Commands <kbd>Ctrl K</kbd>
      </button>
      <SettingsMenu />
    </header>
  )
}

interface MenuProps {
  readonly id: string
  readonly button: ComponentChildren
  /** The name of the button and of the menu for screen readers. */
  readonly label: string
  readonly children: ComponentChildren
  onOpen?(): void
}

/** A button, and a panel that it opens. Escape and a click elsewhere close the panel. */
const Menu = ({ id, button, label, children, onOpen }: MenuProps) => (
  <>
    <button type="button" class="menu-button" popovertarget={id} aria-label={label} title={label}>
      {button}
    </button>
    <fieldset
      id={id}
      aria-label={label}
      popover="auto"
      class="menu card"
      onToggle={({ newState }) => newState === 'open' && onOpen?.()}
    >
      {children}
    </fieldset>
  </>
)

function SettingsMenu() {
  const { theme } = useApp()
  return (
    <Menu id="settings" label="Settings" button="⚙">
      <Select
        label="Theme"
        value={theme.value}
        options={themes.map((name) => [name, name[0]?.toUpperCase() + name.slice(1)])}
        onChange={(value) => {
          theme.value = themes.find((name) => name === value) ?? 'system'
          storeSetting('theme', value)
        }}
      />
      <label class="switch">
        <input
          type="checkbox"
          defaultChecked={readSetting('keys') !== 'off'}
          onChange={({ currentTarget }) => storeSetting('keys', currentTarget.checked ? '' : 'off')}
        />
        Single keys
      </label>
    </Menu>
  )
}

/** The choice of the data that all views show: world, site, and the language of the records. */
function DataMenu() {
  const app = useApp()
  const { api, sites, site, language } = app
  const [worlds, setWorlds] = useState<readonly string[]>([])
  const world = api.world.value || 'default'
  const parts = [world, formatSite(site.value)]
  if (language.value !== site.value.language) parts.push(nameLanguage(language.value))
  const listWorlds = async (): Promise<void> => {
    const { worlds } = await api.control<{ worlds: { name: string }[] }>('GET', 'worlds')
    setWorlds(worlds.map(({ name }) => name))
  }
  return (
    <Menu
      id="data"
      label={`World, site and language: ${parts.join(' ')}`}
      button={parts.map((part) => [<span key={part}>{part}</span>, ' '])}
      onOpen={() => listWorlds().catch(() => undefined)} // the control may be closed
    >
      <Select
        label="World"
        isCode
        value={world}
        options={[...new Set([world, ...worlds])].map((name) => [name, name])}
        onChange={(name) => runAction(app, () => openWorld(app, name))}
      />
      <Select
        label="Site"
        isCode
        value={site.value.language}
        options={sites.value.map((other) => [other.language, formatSite(other)])}
        onChange={(value) => chooseSite(app, value)}
      />
      <Select
        label="Record language"
        value={language.value}
        options={site.value.languages.map((code) => [code, nameLanguage(code)])}
        onChange={(value) => {
          language.value = value
          storeSetting('language', value)
        }}
      />
    </Menu>
  )
}

/** The choice of the user who sends the requests of the page, where the mock has users. */
function ActorMenu() {
  const app = useApp()
  const { actor } = app.api
  const users = app.users.value.map(({ login, role }) => [login, `${login} (${role})`] as const)
  const name = actor.value || 'visitor'
  const choose = (login: string): void => {
    actor.value = login
    storeSetting('actor', `@${login}`)
    void runAction(app, () => refresh(app), `You act as ${login || 'a visitor'}.`)
  }
  if (users.length === 0) return null
  return (
    <Menu id="actor" label={`Acts as: ${name}`} button={`as ${name}`}>
      <Select
        label="Acts as"
        value={actor.value ?? ''}
        options={[...users, ['', 'visitor (no sign-in)']]}
        onChange={choose}
      />
    </Menu>
  )
}

/** Returns the start of the path of a site: `/de`. */
const formatSite = ({ path }: Pick<SiteInfo, 'path'>): string => `/${path.split('/')[1] ?? ''}`

/** Chooses a site, whose language its records then have. */
function chooseSite({ siteLanguage, site, language, secondLanguage }: App, value: string): void {
  siteLanguage.value = value
  storeSetting('site', value)
  language.value = value
  storeSetting('language', value)
  const { languages } = site.value
  if (secondLanguage.value === value || !languages.includes(secondLanguage.value))
    secondLanguage.value = ''
}

/** The state of the world in short: its clock, scenario, faults and delay. Each leads to its control. */
function StatusChips() {
  const { now, scenario, faults, spent, delay } = useApp().status.value
  const active = faults.filter((rule) => !spent.includes(rule)).length
  const time = timeFormat({ dateStyle: 'medium', timeStyle: 'short' })
  const chips = [
    ['clock', 'chip', now && `${time.format(Date.parse(now))} UTC`],
    ['scenario', 'chip', scenario],
    ['faults', 'chip warn', active > 0 && `Faults: ${active}`],
    ['delay', 'chip warn', delay !== '0' && `Delay: ${delay.replace('-', '–')} ms`],
  ] as const
  return (
    <div class="group">
      {chips.map(
        ([card, kind, text]) =>
          text && (
            <a key={card} class={kind} href={`#control/${card}`}>
              {text}
            </a>
          ),
      )}
    </div>
  )
}

/** Follows the address of the page, unless a form with unsaved edits stays. */
function followAddress(app: App): void {
  addEventListener('hashchange', ({ oldURL }) => {
    if (!mayLeave(app)) return history.replaceState(null, '', oldURL)
    openStateLink(app)
    app.view.value = readView()
    app.target.value = readTarget()
  })
  addEventListener('beforeunload', (event) => app.unsaved.current && event.preventDefault())
  effect(() => writeAddress(app))
  effect(() => {
    document.title = `${views[app.view.value]} · calmock`
  })
}

/** Follows the theme of the settings, and the theme of the system. */
function followTheme({ theme }: App): void {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => {
    const isDark = theme.value === 'system' && query.matches
    document.documentElement.dataset.theme = isDark ? 'dark' : theme.value
  }
  query.addEventListener('change', apply)
  effect(apply)
}

/** Starts the mock of an export, whose requests the page then sends as to a server. Returns its address. */
async function startMock() {
  const { start } = document.documentElement.dataset
  if (start === undefined) return readAddress(location)
  const { start: startExport } = await import(new URL(start, location.href).href)
  const { base } = await startExport()
  const world = new URLSearchParams(location.search).get('world') ?? ''
  return { root: (base.origin ?? location.origin) + base.path, world }
}

const root = document.getElementById('app')
if (root) {
  const app = createApp(new Api(await startMock(), readSetting('token')))
  await runAction(app, () => Promise.all([loadSites(app), loadStatus(app)]))
  followAddress(app)
  followTheme(app)
  followRequests(app)
  addEventListener('keydown', (event) => handleKey(app, event))
  render(
    <AppContext.Provider value={app}>
      <Shell />
    </AppContext.Provider>,
    root,
  )
  document.documentElement.dataset.state = 'ready'
  openStateLink(app)
}
