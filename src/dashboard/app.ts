import { computed, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Api } from './api.ts'
import { RequestFeed } from './requests/request-feed.ts'

export const views = {
  calendar: 'Calendar',
  records: 'Records',
  requests: 'Requests',
  reference: 'API reference',
  control: 'Control',
} as const
export type View = keyof typeof views

export const themes = ['system', 'light', 'dark'] as const

export interface SiteInfo {
  readonly language: string
  /** The path of the service below the world: `/de/cal/events/v1`. */
  readonly path: string
  /** The languages that `i18n_language` accepts. */
  readonly languages: readonly string[]
}

/** The settings of the world that the header shows. */
interface WorldStatus {
  readonly now: string
  readonly frozen: boolean
  readonly scenario: string
  readonly faults: readonly string[]
  /** The faults that are used up. */
  readonly spent: readonly string[]
  readonly delay: string
}

interface Notice {
  readonly text: string
  readonly isError: boolean
  /** The change that the button Undo takes back: of a setting, or the time of another change. */
  readonly undoes?: SettingChange | string | undefined
}

/** A change of a setting: its control route, the value before, and the time of the last other change. */
type SettingChange = Readonly<{ route: string; before: object; since: string }>

/** The state of the dashboard, and the connection to the mock. */
export type App = ReturnType<typeof createApp>

/** Creates the state of a page, with the settings that the browser has stored. */
export function createApp(api: Api) {
  const sites = signal<readonly SiteInfo[]>([])
  const siteLanguage = signal(readChoice('site'))
  const site = computed<SiteInfo>(
    () =>
      sites.value.find(({ language }) => language === siteLanguage.value) ??
      sites.value[0] ?? { language: 'en', path: '', languages: [] },
  )
  const theme = themes.find((name) => name === readSetting('theme')) ?? 'system'
  return {
    api,
    sites,
    siteLanguage,
    site,
    /** The requests of apps to the chosen world. */
    feed: new RequestFeed(api),
    theme: signal<(typeof themes)[number]>(theme),
    view: signal<View>(readView()),
    /** The rest of the hash, which names the record that is edited: a collection and an ID. */
    target: signal<readonly string[]>(readTarget()),
    /** The language of the shown records, and the language of the second calendar or an empty string. */
    language: signal(readChoice('language')),
    secondLanguage: signal(readChoice('second')),
    /** The chosen mode of the calendar: `week`. Empty at first. */
    mode: signal(readChoice('mode')),
    /** The last day that the address named, for a return from another view. Empty at first. */
    lastDay: { current: '' },
    /** The ID of the record that was just created, for its frame. */
    created: signal(0),
    status: signal<WorldStatus>({
      now: '',
      frozen: true,
      scenario: '',
      faults: [],
      spent: [],
      delay: '0',
    }),
    /** The users of the mock. Empty without any, and without access to the control routes. */
    users: signal<readonly { readonly login: string; readonly role: string }[]>([]),
    /** Changes when the records may have changed. Views read it to load them again. */
    revision: signal(0),
    /** The means that the control routes ask for: none, the token, or another machine. */
    access: signal<'open' | 'token' | 'closed'>('open'),
    /** The text that the open palette starts with. */
    palette: signal<string | undefined>(undefined),
    /** True if a form has unsaved edits. */
    unsaved: { current: false },
    /** The numbers of writes of moved events, by the time of the last write. */
    moves: new Map<string, number>(),
    /** The changes of settings by this page, the oldest first, each since another change. */
    settingChanges: [] as SettingChange[],
    notice: signal<Notice>({ text: '', isError: false }),
  }
}

export function readView(): View {
  const [view = ''] = location.hash.slice(1).split(/[/?]/)
  return Object.hasOwn(views, view) ? (view as View) : 'calendar'
}

/** Returns the parts of the hash after the view. */
export const readTarget = (): readonly string[] => location.hash.split('/').slice(1)

/** Returns a choice of records: from the URL of the page if it names a site, else the choice that the browser has stored. */
function readChoice(name: string): string {
  const chosen = new URLSearchParams(location.search)
  const site = chosen.get('site')
  if (site === null) return readSetting(name)
  return chosen.get(name) ?? (name === 'language' ? site : '')
}

/** Writes the world and the choice of records into the URL of the page, so that a link to it opens the same. */
export function writeAddress({ api, site, language, secondLanguage, mode }: App): void {
  if (site.value.path === '') return // the sites are not loaded
  const url = new URL(location.href)
  const world = api.world.value
  const isExport = document.documentElement.dataset.start !== undefined
  if (!isExport) {
    const [, page = ''] = /(\/__calmock)?\/?$/.exec(url.pathname) ?? []
    url.pathname = `${new URL(api.url('')).pathname.replace(/\/$/, '')}${page}/`
  }
  const choices = {
    world: isExport ? world : '',
    site: site.value.language,
    language: language.value === site.value.language ? '' : language.value,
    second: secondLanguage.value,
    mode: mode.value,
  }
  for (const [name, value] of Object.entries(choices)) {
    if (value === '') url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  if (url.href !== location.href) history.replaceState(null, '', url)
}

/** Gives the focus to the view, in place of an element that disappears. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true })

/** Returns whether a form may be left: it has no unsaved edits, or the reader discards them. */
export function mayLeave({ unsaved }: App): boolean {
  if (unsaved.current && !confirm('Discard the unsaved changes?')) return false
  unsaved.current = false
  return true
}

export type Action = () => Promise<unknown>

/** Runs an action, and announces its success or its error. Returns whether it succeeded. */
export async function runAction(app: App, action: Action, success = ''): Promise<boolean> {
  try {
    await action()
    app.notice.value = { text: success, isError: false }
    return true
  } catch (error) {
    app.notice.value = { text: describeError(error), isError: true }
    return false
  }
}

export async function copyText({ notice }: App, text: string, name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notice.value = { text: `Copied: ${name}`, isError: false }
  } catch {
    // pages without HTTPS have no clipboard
    const advice = 'The browser does not allow copying. Select the text and copy it.'
    notice.value = { text: advice, isError: true }
  }
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

export const AppContext = createContext<App | undefined>(undefined)

export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('a component of the dashboard needs the context')
  return app
}

const PREFIX = 'calmock.'

/** Returns a setting that the browser has stored, or an empty string. */
export function readSetting(name: string): string {
  try {
    return localStorage.getItem(PREFIX + name) ?? ''
  } catch {
    return '' // the browser blocks storage
  }
}

/** Stores a setting in the browser. An empty setting is removed. */
export function storeSetting(name: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    // the browser blocks storage: the setting lasts as long as the page
  }
}
