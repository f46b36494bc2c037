import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Phrase, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import { zhHans } from './zh-hans.ts'

export type { Phrase, Words } from './en.ts'

export type Slots = Readonly<Record<string, string | number>>

/** The words of every language there is. */
export const words = { ar, 'zh-hans': zhHans, en, fr, de, hi, es } as const satisfies Readonly<
  Record<string, Words>
>

/** A phrase with its slots filled; the slot `kind` is itself a phrase. */
export function say(spoken: Words, phrase: Phrase, slots: Slots = {}): string {
  return spoken[phrase].replace(/\{(\w+)\}/g, (slot, name) => {
    const value = slots[name] ?? slot
    return name === 'kind' && isPhrase(value) ? spoken[value] : String(value)
  })
}

const isPhrase = (value: string | number): value is Phrase => Object.hasOwn(en, value)
