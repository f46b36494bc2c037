import { useEffect, useRef } from 'preact/hooks'
import { RequestError } from './api.ts'
import { type App, runAction, type SiteInfo, useApp, type WorldStatus } from './app.ts'

/** Loads the sites of the mock with their languages, and chooses a site and a language. */
export async function loadSites(app: App): Promise<void> {
  const { api, siteLanguage, secondLanguage } = app
  const list = await api.control<{
    /** The URL of the world, which all links begin with. */
    readonly url: string
    readonly sites: readonly { readonly language: string; readonly url: string }[]
  }>('GET', '')
  const prefix = api.url('').slice(api.root.length)
  api.announced.value = list.url.slice(0, list.url.length - prefix.length)
  app.sites.value = await Promise.all(
    list.sites.map(async ({ language, url }): Promise<SiteInfo> => {
      const path = url.slice(list.url.length)
      const index = await api.json<SiteIndex>({ method: 'GET', path })
      return { language, path, languages: listLanguages(index) }
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

/** The used part of the index of a site. Unlike `/doc`, it loads no records. */
interface SiteIndex {
  readonly routes: Readonly<Record<string, { readonly endpoints: readonly Endpoint[] }>>
}

interface Endpoint {
  readonly args: { readonly i18n_language?: { readonly enum: readonly string[] } }
}

const listLanguages = ({ routes }: SiteIndex): readonly string[] =>
  Object.values(routes)
    .flatMap(({ endpoints }) => endpoints)
    .map(({ args }) => args.i18n_language?.enum ?? [])
    .find((codes) => codes.length > 0) ?? []

/** Returns the first language of a list that the browser prefers. `zh-CN` means `zh-hans`, and `de-AT` means `de`. */
function findPreferred(codes: readonly string[]): string | undefined {
  for (const tag of navigator.languages) {
    const [spoken] = tag.toLowerCase().split('-')
    const code = codes.find((other) => other.split('-')[0] === spoken)
    if (code) return code
  }
  return undefined
}

/** Loads the clock, the scenario, the faults and the delay of the world. Without access, there are none. */
export async function loadStatus(app: App): Promise<void> {
  const read = <T>(route: string): Promise<T> => app.api.control<T>('GET', route)
  try {
    const [clock, scenario, faults, delay] = await Promise.all([
      read<Pick<WorldStatus, 'now' | 'frozen'>>('clock'),
      read<Pick<WorldStatus, 'scenario'>>('scenario'),
      read<Pick<WorldStatus, 'faults'>>('faults'),
      read<{ readonly delay: string | number }>('delay'),
    ])
    app.status.value = { ...clock, ...scenario, ...faults, delay: String(delay.delay) }
    app.access.value = 'open'
  } catch (error) {
    const status = error instanceof RequestError ? error.status : 0
    if (status !== 401 && status !== 403) throw error
    app.access.value = status === 401 ? 'token' : 'closed'
    app.status.value = { ...app.status.value, now: new Date().toISOString() }
  }
}

/** Chooses a world, and loads its sites and its state. */
export async function openWorld(app: App, name: string): Promise<void> {
  app.api.world.value = name
  await loadSites(app)
  await refresh(app)
}

/** Loads the state of the world again, and makes the views load their records again. */
export async function refresh(app: App): Promise<void> {
  await loadStatus(app)
  app.revision.value += 1
}

/** Runs an action on the world, announces its result with a number of writes that can be undone, and loads the world again. */
export async function changeWorld(
  app: App,
  action: () => Promise<unknown>,
  success: string,
  undo?: number,
): Promise<boolean> {
  const isDone = await runAction(app, action, success, undo)
  if (isDone) await runAction(app, () => refresh(app), success, undo)
  return isDone
}

/** Returns `changeWorld` for the world of the page. */
export function useAction() {
  const app = useApp()
  return (action: () => Promise<unknown>, success: string, undo?: number) =>
    changeWorld(app, action, success, undo)
}

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
