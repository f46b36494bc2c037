import type { Messages } from './format-message.ts'

/** One language site: a root address of its own, over the same records as all others. */
export interface Site {
  /** The language of the site, of its messages and of its index. */
  readonly language: string
  /** The codes its `i18n_language` accepts (4.1). */
  readonly accepts: readonly string[]
  /** Path of the site's pages, `/de`. */
  readonly home: string
  /** Path of its REST root, `/de` or `/de/wp-json`. */
  readonly root: string
  /** The site's own time zone. */
  readonly zone: string
  readonly messages: Messages
}

/** Every language records exist in, in the order of the specification (4.1). Its place here is part of an ID: append only. */
export const languages = ['ar', 'zh-hans', 'en', 'fr', 'de', 'hi', 'es'] as const
/** The code of a language. */
export type LanguageCode = (typeof languages)[number]

/** What a site accepts where it is not all languages. */
const narrower: Readonly<Record<string, readonly LanguageCode[]>> = { de: ['en', 'de'] }

/** The sites of the specification; any other language can have one too. */
export const defaultSites = ['hi', 'de', 'zh-hans'] as const satisfies readonly LanguageCode[]

/** Where a site's REST root is unless an option says otherwise. */
export const defaultRoot = '/:site'

/** The segment of the namespace in every path. */
export const defaultNamespace = 'cal/events/v1'

/** The site of a language, which speaks these words, under a root pattern such as `/:site/wp-json`. */
export function createSite(
  language: LanguageCode,
  words: Messages,
  pattern: string = defaultRoot,
): Site {
  const [before = ''] = pattern.split(':site')
  return {
    language,
    accepts: narrower[language] ?? languages,
    home: `${before}${language}`,
    root: pattern.replace(':site', language).replace(/(?<!\/)\/+$/, ''),
    zone: 'UTC',
    messages: words,
  }
}
