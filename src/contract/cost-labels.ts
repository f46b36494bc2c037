import type { LanguageCode } from './site.ts'

const freeLabels: Readonly<Record<LanguageCode, string>> = {
  ar: 'مجانًا',
  'zh-hans': '免费',
  en: 'Free',
  fr: 'Gratuit',
  de: 'Kostenlos',
  hi: 'निःशुल्क',
  es: 'Gratis',
}

/** Returns the word for free entry in the language of a record, or in English if the language is unknown. */
export const freeLabel = (language: string): string =>
  Object.hasOwn(freeLabels, language) ? freeLabels[language as LanguageCode] : freeLabels.en
