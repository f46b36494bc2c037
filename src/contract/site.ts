import type { Messages } from './format-message.ts'

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
  readonly zone: string
  readonly messages: Messages
}

/** Returns the messages of a language. Throws `NotLoadedError` if they are not loaded. */
export type ReadMessages = (language: LanguageCode) => Messages

/** The languages of records, in the order of the specification (4.1). Append only: the index of a language is part of the IDs. */
export const languages = ['ar', 'zh-hans', 'en', 'fr', 'de', 'hi', 'es'] as const
/** The code of a language that records exist in. */
export type LanguageCode = (typeof languages)[number]

/** The language of what is answered outside a site. */
export const defaultLanguage: LanguageCode = 'en'

/** Returns the direction of a language's script. */
export const textDirection = (language: string): 'ltr' | 'rtl' =>
  language === 'ar' ? 'rtl' : 'ltr'

/** The languages that a site accepts, if not all. */
const limitedLanguages: Readonly<Record<string, readonly LanguageCode[]>> = { de: ['en', 'de'] }

/** The sites of the specification. Options can add sites for the other languages. */
export const defaultSites = ['hi', 'de', 'zh-hans'] as const satisfies readonly LanguageCode[]

/** The default pattern for the path of a site's REST root. */
export const defaultRoot = '/:site'

/** The default namespace, which is part of every path. */
export const defaultNamespace = 'cal/events/v1'

/**
 * Creates the site of a language. `pattern` is the path of its REST root, such as `/:site/wp-json`. The home of
 * the site is the path up to `:site`; without `:site`, it is the parent of the root.
 */
export function createSite(
  language: LanguageCode,
  readMessages: ReadMessages,
  pattern: string = defaultRoot,
): Site {
  const path = pattern.replace(/\/$/, '')
  const [beforeSite = '', afterSite] = path.split(':site')
  return {
    language,
    accepts: limitedLanguages[language] ?? languages,
    home: afterSite === undefined ? path.replace(/\/[^/]*$/, '') : `${beforeSite}${language}`,
    root: path.replace(':site', language),
    zone: 'UTC',
    get messages() {
      return readMessages(language)
    },
  }
}
