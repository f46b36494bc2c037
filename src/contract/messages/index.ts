import type { LanguageCode } from '../site.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Messages } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import { zhHans } from './zh-hans.ts'

/** The messages of every language. */
export const messages = { ar, 'zh-hans': zhHans, en, fr, de, hi, es } as const satisfies Readonly<
  Record<LanguageCode, Messages>
>
