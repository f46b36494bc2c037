import type { LanguageCode } from '../site.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import { zhHans } from './zh-hans.ts'

/** The words of every language there is. */
export const words = { ar, 'zh-hans': zhHans, en, fr, de, hi, es } as const satisfies Readonly<
  Record<LanguageCode, Words>
>
