import { RequestError } from './api.ts'
import type { App, SiteInfo, WorldStatus } from './app.ts'
import { findPreferred } from './languages.ts'
import { readSetting } from './settings.ts'

interface SiteLinks {
  /** The URL of the world, which all links begin with. */
  readonly url: string
  readonly sites: readonly { readonly language: string; readonly url: string }[]
}

/** The part of an OpenAPI document that lists the languages of a site. */
interface LanguageDocument {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly LanguageParameter[] } }>
  >
}

interface LanguageParameter {
  readonly name: string
  readonly schema: { readonly enum?: readonly string[] }
}

/** Loads the sites of the mock with their languages, and chooses a site and a language. */
export async function loadSites(app: App): Promise<void> {
  const list = await app.api.control<SiteLinks>('GET', '')
  const { sites } = list
  app.api.announced.value = findAnnounced(list, app)
  app.sites.value = await Promise.all(
    sites.map(async ({ language, url }): Promise<SiteInfo> => {
      const path = url.slice(list.url.length)
      const document = await app.api.json<LanguageDocument>({ method: 'GET', path: `${path}/doc` })
      return { language, path, languages: listLanguages(document) }
    }),
  )
  const codes = sites.map(({ language }) => language)
  if (!codes.includes(app.siteLanguage.value))
    app.siteLanguage.value = findPreferred(codes) ?? codes[0] ?? ''
  const { language, languages } = app.site.value
  const wanted = [readSetting('language'), findPreferred(languages), language]
  app.language.value = wanted.find((code) => code && languages.includes(code)) ?? language
  if (!languages.includes(app.secondLanguage.value)) app.secondLanguage.value = ''
}

/** Returns the start that the links of the list have in common with its `self`, which may be a public URL. */
function findAnnounced({ url }: SiteLinks, { api }: App): string {
  const prefix = api.url('').slice(api.root.length)
  return url.slice(0, url.length - prefix.length)
}

const listLanguages = ({ paths }: LanguageDocument): readonly string[] =>
  Object.values(paths)
    .flatMap(({ get }) => get?.parameters ?? [])
    .find(({ name }) => name === 'i18n_language')?.schema.enum ?? []

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

/** Loads the state of the world again, and makes the views load their records again. */
export async function refresh(app: App): Promise<void> {
  await loadStatus(app)
  app.revision.value += 1
}
