import { effect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { type Api, RequestError } from './api.ts'
import { type Action, type App, readSetting, runAction, type SiteInfo, useApp } from './app.ts'
import { toPlainText } from './locale.ts'
import type { AnyRecord } from './openapi.ts'

type WorldStatus = App['status']['value']
type Change = App['notice']['value']['undoes']

/** Loads the sites of the mock with their languages, and chooses a site and a language. */
export async function loadSites(app: App): Promise<void> {
  const { api, siteLanguage, secondLanguage } = app
  type Index = { url: string; sites: readonly { language: string; url: string }[] }
  const list = await api.control<Index>('GET', '') // its URL is the start of all links
  const prefix = api.url('').slice(api.root.length)
  api.announced.value = list.url.slice(0, list.url.length - prefix.length)
  app.sites.value = await Promise.all(
    list.sites.map(async ({ language, url }): Promise<SiteInfo> => {
      const path = url.slice(list.url.length)
      return { language, path, languages: await loadLanguages(api, path) }
    }),
  )
  const codes = list.sites.map(({ language }) => language)
  if (!codes.includes(siteLanguage.value))
    siteLanguage.value = findPreferred(codes) ?? codes[0] ?? ''
  const { language, languages } = app.site.value
  const wanted = [app.language.value, findPreferred(languages), language]
  app.language.value = wanted.find((code) => code && languages.includes(code)) ?? language
  if (!languages.includes(secondLanguage.value)) secondLanguage.value = ''
}

/** Loads the languages of a site from its index, which loads no records, unlike `/doc`. */
async function loadLanguages(api: Api, path: string): Promise<readonly string[]> {
  type Endpoint = { args: { i18n_language?: { enum: readonly string[] } } }
  type SiteIndex = { routes: Record<string, { endpoints: readonly Endpoint[] }> }
  const { routes } = await api.json<SiteIndex>({ method: 'GET', path })
  const endpoints = Object.values(routes).flatMap((route) => route.endpoints)
  return endpoints.find(({ args }) => args.i18n_language)?.args.i18n_language?.enum ?? []
}

/** Returns the first language of a list that the browser prefers. `zh-CN` means `zh-hans`, and `de-AT` means `de`. */
const findPreferred = (codes: readonly string[]): string | undefined =>
  navigator.languages
    .map((tag) => codes.find((code) => code.split('-')[0] === tag.toLowerCase().split('-')[0]))
    .find(Boolean)

/** Loads the clock, the scenario, the faults and the delay of the world. Without access, there are none. */
export async function loadStatus(app: App): Promise<void> {
  const read = <T>(route: string): Promise<T> => app.api.control<T>('GET', route)
  try {
    const [clock, scenario, faults, delay, { users }] = await Promise.all([
      read<Pick<WorldStatus, 'now' | 'frozen'>>('clock'),
      read<Pick<WorldStatus, 'scenario'>>('scenario'),
      read<Pick<WorldStatus, 'faults'> & { readonly spent?: readonly string[] }>('faults'),
      read<{ readonly delay: string | number }>('delay'),
      read<{ readonly users: App['users']['value'] }>('users'),
    ])
    app.status.value = { ...clock, ...scenario, spent: [], ...faults, delay: String(delay.delay) }
    app.access.value = 'open'
    app.users.value = users
    app.api.actor.value = findActor(app)
  } catch (error) {
    const status = error instanceof RequestError ? error.status : 0
    if (status !== 401 && status !== 403) throw error
    app.access.value = status === 401 ? 'token' : 'closed'
    app.status.value = { ...app.status.value, now: new Date().toISOString() }
  }
}

/** Returns the chosen user, else the user that the browser has stored, else an administrator, else the visitor. Undefined without users. */
function findActor({ api, users }: App): string | undefined {
  const list = users.value
  if (list.length === 0) return undefined
  const stored = readSetting('actor') // with a sign in front, because the visitor has no name
  const chosen = api.actor.value ?? (stored ? stored.slice(1) : undefined)
  if (chosen === '' || list.some(({ login }) => login === chosen)) return chosen
  return list.find(({ role }) => role === 'administrator')?.login ?? ''
}

/** Chooses a world, and loads its sites and its state. */
export async function openWorld(app: App, name: string): Promise<void> {
  app.api.world.value = name
  app.settingChanges.length = 0
  await loadSites(app)
  await refresh(app)
}

/** Loads the state of the world again, and makes the views load their records again. */
export async function refresh(app: App): Promise<void> {
  await loadStatus(app)
  app.revision.value += 1
}

/** Runs an action on the world, or on a setting with its own route, loads the world again, and announces the result, with a button if it can be undone. */
export async function changeWorld(app: App, action: Action, success: string, route = '') {
  let undoes: Change
  const change = async (): Promise<void> => {
    const before = route ? await app.api.control<object>('GET', route) : {}
    undoes = (await trackChange(app, action))[1]
    if (route && !undoes) {
      undoes = { route, before, since: await findLastChange(app) }
      app.settingChanges.push(undoes)
    }
    await refresh(app)
  }
  const isDone = await runAction(app, change, success)
  if (isDone) app.notice.value = { text: success, isError: false, undoes }
  return isDone
}

/** Performs an action. Returns its result, and the time of the change that it made, if it can be undone. */
export async function trackChange<T>(app: App, action: () => Promise<T>) {
  const before = await findLastChange(app)
  const result = await action()
  const last = await findLastChange(app).catch(() => before) // the action itself has succeeded
  return [result, last === before ? undefined : last] as const
}

/** Returns the time of the last write, reset, restore or change of the scenario that can be undone. Empty without access. */
export async function findLastChange({ api, access }: App): Promise<string> {
  if (access.value !== 'open') return ''
  const { undo } = await api.control<{ undo: { at: string }[] }>('GET', 'checkpoints')
  return undo[0]?.at ?? ''
}

/** Undoes the last change, or all writes of a moved event, and announces what it was. Announces an error if the last change is not the expected change. */
export async function undo(app: App, expected?: Change): Promise<void> {
  const { api, settingChanges, moves } = app
  let name = ''
  const revert = async (): Promise<void> => {
    const last = await findLastChange(app)
    const setting = settingChanges.findLast(({ since }) => since >= last)
    if (expected !== undefined && expected !== (setting ?? last))
      throw new Error('Something else has changed since. The key u takes back the newest change.')
    if (setting) await api.control('PUT', setting.route, { ...setting.before, spent: undefined })
    if (setting) settingChanges.splice(settingChanges.indexOf(setting))
    for (let steps = setting ? 0 : (moves.get(last) ?? 1); steps > 0; steps--)
      name = (await api.control<{ undone: string }>('POST', 'undo')).undone
    name = setting?.route.replace('faults', 'list of faults') ?? (await nameUndone(app, name))
    await refresh(app)
  }
  if (await runAction(app, revert))
    app.notice.value = { text: `The ${name} is back as it was.`, isError: false }
}

/** Names what a request changed, such as `PATCH /en/cal/events/v1/events/102`, after it was undone. */
async function nameUndone({ api, sites, language }: App, request: string): Promise<string> {
  const path = request.slice(request.indexOf(' ') + 1)
  const root = sites.value.find((site) => path.startsWith(`${site.path}/`))?.path
  if (root === undefined) return path.endsWith('/scenario') ? 'scenario' : 'world'
  const [list = '', id] = path.slice(root.length + 1).split('/')
  if (id === undefined) return `list of ${list}` // without its new record
  const read = { method: 'GET', path: `${path}?i18n_language=${language.value}` }
  const record = await api.json<AnyRecord>(read).catch(() => undefined) // it may have no translation
  const name = record?.title ?? record?.venue ?? record?.organizer ?? record?.name ?? id
  return `${list.replace(/ies$/, 'y').replace(/s$/, '')} “${toPlainText(String(name))}”`
}

/** Returns `changeWorld` for the world of the page. */
export function useAction() {
  const app = useApp()
  return (action: Action, text: string, route = '') => changeWorld(app, action, text, route)
}

/** Loads the list of a control route, and again when the world may have changed. Without access it is empty. */
export function useList<T>(route: 'checkpoints' | 'scenarios'): readonly T[] {
  const { api, revision } = useApp()
  const [list, setList] = useState<readonly T[]>([])
  useEffect(() => {
    const loaded = api.control<Readonly<Record<string, readonly T[]>>>('GET', route)
    loaded.then((body) => setList(body[route] ?? [])).catch(() => undefined)
  }, [api.world.value, revision.value])
  return list
}

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** The time after a request of an app until the state of the world is loaded again, once for a burst of requests. */
const STATUS_MS = 500

/**
 * Follows the requests of apps. When one of them writes, and when the page is shown again, the views load their
 * records again. After other requests, and when the page gets the focus, the clock, faults and delay are loaded,
 * which others can have changed.
 */
export function followRequests(app: App): void {
  const { api, feed, access } = app
  let seen: number | undefined
  let isWaiting = false
  const load = (): void => void refresh(app).catch(() => undefined) // the view reports it
  const follow = async (): Promise<void> => {
    isWaiting = false
    const { scenario } = app.status.value
    await loadStatus(app).catch(() => undefined) // the next attempt may succeed
    if (app.status.value.scenario !== scenario) app.revision.value += 1 // it has other records
  }
  effect(() => {
    void api.world.value
    return access.value === 'open' ? feed.start() : undefined
  })
  effect(() => {
    const isLoaded = feed.isLoaded.value
    const entries = feed.entries.value
    const last = isLoaded ? seen : undefined
    seen = isLoaded ? (entries[0]?.id ?? 0) : undefined
    const added = entries.filter(({ id }) => last !== undefined && id > last)
    if (added.some(({ method, status }) => !READS.includes(method) && status < 400)) load()
    else if (added.length > 0 && !isWaiting) {
      isWaiting = true
      setTimeout(follow, STATUS_MS)
    }
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') load()
  })
  addEventListener('focus', follow)
}
