import type { LanguageCode } from './site.ts'

const free: Readonly<Record<LanguageCode, string>> = {
  ar: 'مجانًا',
  'zh-hans': '免费',
  en: 'Free',
  fr: 'Gratuit',
  de: 'Kostenlos',
  hi: 'निःशुल्क',
  es: 'Gratis',
}

/** What a cost of nothing is called in the language of a record; a row made by hand may have any. */
export const freeLabel = (language: string): string =>
  Object.hasOwn(free, language) ? free[language as LanguageCode] : free.en
