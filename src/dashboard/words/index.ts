import { arWords } from './ar.ts'
import { deWords } from './de.ts'
import { enWords, type WordKey, type Words } from './en.ts'
import { esWords } from './es.ts'
import { frWords } from './fr.ts'
import { hiWords } from './hi.ts'
import type { RequestWordKey } from './requests/en.ts'
import { requestWords } from './requests/index.ts'
import type { UiLanguage } from './ui-languages.ts'
import { zhHansWords } from './zh-hans.ts'

/** The phrases of the page by language. The log and the API reference have separate phrases. */
const words: Readonly<Record<UiLanguage, Words>> = {
  ar: arWords,
  de: deWords,
  en: enWords,
  es: esWords,
  fr: frWords,
  hi: hiWords,
  'zh-hans': zhHansWords,
}

export type PhraseKey = WordKey | RequestWordKey

/** Values for the slots of a phrase. */
export type Slots = Readonly<Record<string, string | number>>

export type Translate = (key: PhraseKey, slots?: Slots) => string

/** Returns a phrase, with values in place of its slots: `{count}`. */
export function translate(language: UiLanguage, key: PhraseKey, slots: Slots = {}): string {
  const phrase = { ...words[language], ...requestWords[language] }[key]
  return phrase.replace(/\{(\w+)\}/g, (slot, name: string) => String(slots[name] ?? slot))
}
