import { defaultSites, type LanguageCode, languages } from '../contract/site.ts'

/** The sites in all languages, default sites first. */
export const everySite: readonly LanguageCode[] = [...new Set([...defaultSites, ...languages])]

const names: Readonly<Record<LanguageCode, string>> = {
  ar: 'العربية',
  'zh-hans': '简体中文',
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  hi: 'हिन्दी',
  es: 'Español',
}

/** Returns the name of a language in that language. Returns an unknown code unchanged; the mock rejects it later. */
export const languageName = (code: string): string =>
  Object.hasOwn(names, code) ? names[code as LanguageCode] : code // a key of the names
