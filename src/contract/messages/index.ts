import type { LanguageCode } from '../site.ts'
import { arMessages } from './ar.ts'
import { deMessages } from './de.ts'
import { enMessages, type Messages } from './en.ts'
import { esMessages } from './es.ts'
import { frMessages } from './fr.ts'
import { hiMessages } from './hi.ts'
import { zhHansMessages } from './zh-hans.ts'

/** The messages of every language. */
export const messages = {
  ar: arMessages,
  'zh-hans': zhHansMessages,
  en: enMessages,
  fr: frMessages,
  de: deMessages,
  hi: hiMessages,
  es: esMessages,
} as const satisfies Readonly<Record<LanguageCode, Messages>>
