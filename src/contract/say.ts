import type { Phrase, Words } from './words/en.ts'

export type { Phrase, Words } from './words/en.ts'

export type Slots = Readonly<Record<string, string | number>>

/** A phrase with its slots filled; the slot `kind` is itself a phrase. */
export function say(spoken: Words, phrase: Phrase, slots: Slots = {}): string {
  return spoken[phrase].replace(/\{(\w+)\}/g, (slot, name) => {
    const value = slots[name] ?? slot
    return name === 'kind' && isPhrase(value, spoken) ? spoken[value] : String(value)
  })
}

const isPhrase = (value: string | number, spoken: Words): value is Phrase =>
  Object.hasOwn(spoken, value)
