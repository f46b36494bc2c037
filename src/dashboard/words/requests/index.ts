import type { UiLanguage } from '../ui-languages.ts'
import { arRequestWords } from './ar.ts'
import { deRequestWords } from './de.ts'
import { enRequestWords, type RequestWords } from './en.ts'
import { esRequestWords } from './es.ts'
import { frRequestWords } from './fr.ts'
import { hiRequestWords } from './hi.ts'
import { zhHansRequestWords } from './zh-hans.ts'

/** The phrases of the request log and the API reference by language. */
export const requestWords: Readonly<Record<UiLanguage, RequestWords>> = {
  ar: arRequestWords,
  de: deRequestWords,
  en: enRequestWords,
  es: esRequestWords,
  fr: frRequestWords,
  hi: hiRequestWords,
  'zh-hans': zhHansRequestWords,
}
