import type { MessageKey } from '../format-message.ts'
import { invalid, invalidType, type Param, valid } from './param.ts'

/** A boolean: true, false, 1 and 0, in any letter case (14.1). */
export const boolean = (
  doc: MessageKey,
  overrides: Partial<Param<boolean>> = {},
): Param<boolean> => ({
  doc,
  declared: { type: 'boolean' },
  schema: { type: 'boolean' },
  required: false,
  read: (raw) => {
    const value = parseBoolean(raw, ['true', '1'], ['false', '0'])
    return value === undefined ? invalidType('notBoolean', raw) : valid(value)
  },
  ...overrides,
})

/** A boolean without a declared type, which also accepts yes, no, on and off. */
export const flag = (doc: MessageKey, overrides: Partial<Param<boolean>> = {}): Param<boolean> => ({
  ...boolean(doc),
  declared: {},
  read: (raw) => {
    const value = parseBoolean(raw, ['true', '1', 'yes', 'on'], ['false', '0', 'no', 'off'])
    return value === undefined ? invalid('notFlag', raw) : valid(value)
  },
  ...overrides,
})

/** A flag that the index declares as text (2.2). JSON booleans are accepted too, and empty text means false (14.1c, 14.5). */
export const textFlag = (doc: MessageKey): Param<boolean> =>
  flag(doc, {
    declared: { type: 'string' },
    schema: { type: ['boolean', 'string'] },
    read: (raw, context) => (raw === '' ? valid(false) : flag(doc).read(raw, context)),
  })

function parseBoolean(
  raw: unknown,
  trueWords: readonly string[],
  falseWords: readonly string[],
): boolean | undefined {
  if (typeof raw === 'object') return undefined
  const word = String(raw).toLowerCase()
  if (trueWords.includes(word)) return true
  return falseWords.includes(word) ? false : undefined
}
