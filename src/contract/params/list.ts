import type { MessageKey } from '../format-message.ts'
import { parseWholeNumber } from './number.ts'
import { invalid, type Param, type ReadResult, valid } from './param.ts'

/** Positive whole numbers, as a list or joined by commas. */
export const integers = (
  doc: MessageKey,
  overrides: Partial<Param<readonly number[]>> = {},
): Param<readonly number[]> => ({
  doc,
  declared: { items: { type: 'integer' } },
  schema: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 },
  required: false,
  list: true,
  read: (raw) => {
    const values = splitList(raw).map(parseWholeNumber)
    return values.length > 0 && values.every(isPositive) ? valid(values) : invalid('notList', raw)
  },
  ...overrides,
})

const isPositive = (value: number | undefined): value is number => value !== undefined && value > 0

/** Returns the elements of a list. JSON, `a[]=1&a[]=2`, `a=1,2` and `a=1&a=2` are all accepted (14.1a). */
export function splitList(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw)) return raw
  if (typeof raw === 'string')
    return raw.trim() === '' ? [] : raw.split(',').map((item) => item.trim())
  return raw === null || raw === undefined ? [] : [raw]
}

/** Reads the elements of a list. Returns their values, or the first error. */
export function readAll<A, B>(
  items: readonly A[],
  read: (item: A) => ReadResult<B>,
): ReadResult<readonly B[]> {
  const values: B[] = []
  for (const item of items) {
    const reading = read(item)
    if (!reading.ok) return reading
    values.push(reading.value)
  }
  return valid(values)
}
