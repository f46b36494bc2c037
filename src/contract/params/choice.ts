import type { MessageKey } from '../format-message.ts'
import { readAll, splitList } from './list.ts'
import { invalid, type Param, type ReadResult, valid } from './param.ts'

/** One of the accepted words, in the same letter case. */
export const oneOf = <T extends string>(doc: MessageKey, accepted: readonly T[]): Param<T> => ({
  doc,
  declared: { type: 'string' },
  schema: { type: 'string', enum: accepted },
  required: false,
  read: (raw) => readOneOf(raw, accepted),
})

/** One or more of the accepted words, as a list or joined by commas. */
export const someOf = <T extends string>(
  doc: MessageKey,
  accepted: readonly T[],
): Param<readonly T[]> => ({
  doc,
  declared: { format: 'string' },
  schema: { type: 'array', items: { type: 'string', enum: accepted }, minItems: 1 },
  required: false,
  list: true,
  read: (raw) => {
    const words = splitList(raw)
    return readAll(words.length > 0 ? words : [''], (word) => readOneOf(word, accepted))
  },
})

function readOneOf<T extends string>(raw: unknown, accepted: readonly T[]): ReadResult<T> {
  const word = accepted.find((word) => word === raw)
  if (word) return valid(word)
  return invalid('notOneOf', raw, { code: 'rest_not_in_enum', values: { accepted } })
}
