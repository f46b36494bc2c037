import type { MessageKey, Messages } from '../../fixtures/languages/en/messages.ts'

export type { MessageKey, Messages } from '../../fixtures/languages/en/messages.ts'

/** Values by the name of their slot in a message. A list is joined with the separator of the language. */
export type MessageValues = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** Returns a message with its slots filled. The value of the slot `kind` is the key of another message. */
export function formatMessage(
  messages: Messages,
  key: MessageKey,
  values: MessageValues = {},
): string {
  return messages[key].replace(/\{(\w+)\}/g, (slot, name) => {
    const value = values[name] ?? slot
    if (typeof value === 'object') return value.join(messages.listSeparator)
    return name === 'kind' && isMessageKey(value, messages) ? messages[value] : String(value)
  })
}

const isMessageKey = (value: string | number, messages: Messages): value is MessageKey =>
  Object.hasOwn(messages, value)

/** Characters that control a terminal, lines or the direction of text. */
export const terminalControls = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Joins sentences to a text. Chinese has no space after its full stop. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.reduce((text, next) => (text.endsWith('。') ? text + next : `${text} ${next}`))
