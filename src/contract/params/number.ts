import type { MessageKey } from '../format-message.ts'
import { invalid, invalidType, type Param, valid } from './param.ts'

/** A whole number, as JSON or as text: `5`, `"5"`, `"5.0"`, `"1e3"`. */
export const integer = (
  doc: MessageKey,
  overrides: Partial<Param<number>> = {},
): Param<number> => ({
  doc,
  declared: { type: 'integer' },
  schema: { type: 'integer' },
  required: false,
  read: (raw) => {
    const value = parseWholeNumber(raw)
    return value === undefined ? invalidType('notInteger', raw) : valid(value)
  },
  ...overrides,
})

/** A whole number above 0. */
export const positive = (doc: MessageKey): Param<number> =>
  integer(doc, {
    schema: { type: 'integer', minimum: 1 },
    read: (raw) => {
      const value = parseWholeNumber(raw)
      return value === undefined || value < 1 ? invalidType('notPositive', raw) : valid(value)
    },
  })

/** A number from `minimum` to `maximum`, in the unit that its description names. */
export const number = (doc: MessageKey, minimum: number, maximum: number): Param<number> => ({
  doc,
  declared: { format: 'double' },
  schema: { type: 'number', format: 'double', minimum, maximum },
  required: false,
  read: (raw) => {
    const value = parseNumber(raw)
    if (value >= minimum && value <= maximum) return valid(value)
    return invalid('notNumber', raw, { values: { least: minimum, most: maximum } })
  },
})

/** Returns the whole number in a JSON number or a text, or undefined. */
export function parseWholeNumber(raw: unknown): number | undefined {
  const value = parseNumber(raw)
  return Number.isSafeInteger(value) ? value : undefined
}

/** Returns the number, or NaN. Objects are not converted, because `Number` throws for some of them. */
function parseNumber(raw: unknown): number {
  const isNumeric = typeof raw === 'number' || (typeof raw === 'string' && NUMERIC.test(raw.trim()))
  return isNumeric ? Number(raw) : Number.NaN
}

const NUMERIC = /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,3})?$/i
