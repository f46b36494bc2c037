import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byText, sorted } from '../../src/contract/order.ts'
import type { Row } from '../../src/contract/resource.ts'

const byId = (a: Row, b: Row): number => a.id - b.id
const byStart = byText('start', byText('made', byId))
const text = fc.constantFrom(
  '',
  '2030-01-07 19:00:00',
  '2030-01-07 20:00:00',
  'é',
  '\ud83c\udf89',
  '\uffff',
)
const rows = fc.uniqueArray(
  fc.record({
    id: fc.nat(),
    start: fc.oneof({ weight: 20, arbitrary: text }, { weight: 1, arbitrary: fc.nat(3) }),
    made: text,
  }),
  { selector: ({ id }) => id },
) as unknown as fc.Arbitrary<Row[]>

test('rows that are put together by a text stand as comparing all of them puts them', () => {
  fc.assert(
    fc.property(rows, (rows) => {
      const before = [...rows]
      const wanted = [...rows].sort(byStart)
      expect(sorted(rows, byStart)).toEqual(wanted)
      expect(rows).toEqual(before)
    }),
  )
})

test('an order without a text that decides first is asked of each pair', () => {
  const rows = [3, 1, 2].map((id) => ({ id }) as Row)
  expect(sorted(rows, byId).map(({ id }) => id)).toEqual([1, 2, 3])
})

test.each([
  [{ start: 'a' }, { start: 'b' }, -1],
  [{ start: 'b' }, { start: 'a' }, 1],
  [{ start: 'a', made: 'b' }, { start: 'a', made: 'a' }, 1],
  [{ start: 'a', made: 'a', id: 1 }, { start: 'a', made: 'a', id: 3 }, -1],
])('%j and %j: %d', (a, b, wanted) => {
  expect(Math.sign(byStart(a as unknown as Row, b as unknown as Row))).toBe(wanted)
})
