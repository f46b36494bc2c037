import { type LanguageCode, languageHeaders, languages } from '../../fixtures/languages/index.ts'
import type { LanguageHeader } from '../../fixtures/languages/language.ts'
import type { Messages } from './format-message.ts'

export { type LanguageCode, languages } from '../../fixtures/languages/index.ts'

/** A language site: a REST root with a default language. All sites share the same records. */
export interface Site {
  /** The default language of records, and the language of messages and of the index. */
  readonly language: string
  /** The codes that `i18n_language` accepts (4.1). */
  readonly accepts: readonly string[]
  /** The path of the site's pages, `/de`; empty for the root of the origin. */
  readonly home: string
  /** The path of the REST root, `/de`, `/de/wp-json` or `/wp-json`. */
  readonly root: string
  /** The time zone of publication dates, and of events that are created without one. */
  readonly zone: string
  /** True if lists compare instants in UTC. Otherwise they compare the event's own clock time with the bound (15.1a). */
  readonly comparesInstants: boolean
  readonly messages: Messages
}

/** Returns the messages of a language. Throws `NotLoadedError` if they are not loaded. */
export type ReadMessages = (language: LanguageCode) => Messages

/** The language of what is answered outside a site. */
export const defaultLanguage: LanguageCode = 'en'

const isLanguage = (code: string): code is LanguageCode => Object.hasOwn(languageHeaders, code)

/** Returns the header of a language. An unknown language has the header of English. */
export const languageHeader = (language: string): LanguageHeader =>
  languageHeaders[isLanguage(language) ? language : defaultLanguage]

export const textDirection = (language: string): 'ltr' | 'rtl' => languageHeader(language).direction

/** Returns the name of a language in that language. Returns an unknown code unchanged; the mock rejects it later. */
export const languageName = (code: string): string =>
  isLanguage(code) ? languageHeaders[code].name : code

/** The languages that a site accepts, if not all. */
const limitedLanguages: Readonly<Record<string, readonly LanguageCode[]>> = { de: ['en', 'de'] }

/** English, and the sites of the specification. Options can add sites for the other languages. */
export const defaultSites = ['en', 'hi', 'de', 'zh-hans'] as const satisfies readonly LanguageCode[]

/** The defaults of the options that the records of a world depend on. */
export const defaultWorld = {
  seed: 1,
  events: 60,
  scenario: 'city',
  now: '2030-01-07T12:00:00Z',
} as const

/** The default pattern for the path of a site's REST root. */
export const defaultRoot = '/:site'

/**
 * The default time zone of sites. Its records have the zone `UTC`, but only a site whose zone is called `UTC`
 * compares instants (15.1a).
 */
export const defaultTimezone = 'Etc/UTC'

/** The options of sites that have a default. */
export interface SitePlace {
  readonly root?: string
  readonly timezone?: string
}

/** The default namespace, which is part of every path. */
export const defaultNamespace = 'cal/events/v1'

/**
 * Creates the site of a language. `root` is the path of its REST root, such as `/:site/wp-json`. The home of
 * the site is the path up to `:site`; without `:site`, it is the parent of the root.
 */
export function createSite(
  language: LanguageCode,
  readMessages: ReadMessages,
  { root = defaultRoot, timezone = defaultTimezone }: SitePlace = {},
): Site {
  const path = root.replace(/\/$/, '')
  const [beforeSite = '', afterSite] = path.split(':site')
  return {
    language,
    accepts: limitedLanguages[language] ?? languages,
    home: afterSite === undefined ? path.replace(/\/[^/]*$/, '') : `${beforeSite}${language}`,
    root: path.replace(':site', language),
    zone: timezone === defaultTimezone ? 'UTC' : timezone,
    comparesInstants: timezone === 'UTC',
    get messages() {
      return readMessages(language)
    },
  }
}

/** Returns the site of a language, else the first site that accepts it. */
export const findSite = (language: string, sites: readonly Site[]): Site | undefined =>
  sites.find((site) => site.language === language) ??
  sites.find(({ accepts }) => accepts.some((code) => code === language))
