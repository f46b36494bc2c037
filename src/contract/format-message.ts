import type { MessageKey, Messages } from './messages/en.ts'

export type { MessageKey, Messages } from './messages/en.ts'

/** The values of the slots of a phrase; a list is joined with the separator of the language. */
export type MessageValues = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** Returns a phrase with its slots filled; the slot `kind` is itself a phrase. */
export function formatMessage(
  spoken: Messages,
  phrase: MessageKey,
  slots: MessageValues = {},
): string {
  return spoken[phrase].replace(/\{(\w+)\}/g, (slot, name) => {
    const value = slots[name] ?? slot
    if (typeof value === 'object') return value.join(spoken.listSeparator)
    return name === 'kind' && isMessageKey(value, spoken) ? spoken[value] : String(value)
  })
}

const isMessageKey = (value: string | number, spoken: Messages): value is MessageKey =>
  Object.hasOwn(spoken, value)

/** Joins sentences to a text. Chinese has no space after its full stop. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.reduce((text, next) => (text.endsWith('。') ? text + next : `${text} ${next}`))
