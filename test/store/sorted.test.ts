import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '../../src/contract/resource.ts'
import type { Test } from '../../src/store/cut.ts'
import { sortedOf } from '../../src/store/sorted.ts'

const order = (a: Row, b: Row): number => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.id - b.id)

const instant = (n: number): string => String(n).padStart(5, '0')

/** Few take long, so that a long one can stand among short ones. */
const rowOf = (id: number, from: number, length: number): Row => ({
  id,
  slug: '',
  language: 'en',
  group: id,
  from: instant(from),
  to: instant(from + length),
})

const length = fc.oneof({ weight: 9, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: fc.nat(500) })
const write = fc.record({ isNew: fc.boolean(), from: fc.nat(300), length, place: fc.nat() })
const span = fc.record({
  from: fc.option(fc.nat(320), { nil: undefined }),
  to: fc.option(fc.nat(320), { nil: undefined }),
  odd: fc.boolean(),
  page: fc.nat(60),
})

const goingAlong = (column: string, passes: (text: string) => boolean): Test => ({
  along: { column, passes },
  keeps: (row) => passes(row[column]),
})

const testsOf = ({
  from,
  to,
  odd,
}: {
  from?: number | undefined
  to?: number | undefined
  odd: boolean
}) => {
  const tests: Test[] = []
  if (from !== undefined) tests.push(goingAlong('from', (text) => text >= instant(from)))
  if (to !== undefined) tests.push(goingAlong('to', (text) => text <= instant(to)))
  if (odd) tests.push({ keeps: (row) => row.id % 2 === 1 })
  return tests
}

test('a cut holds the rows that pass, in their order, after any writes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2500 }),
      fc.array(write, { maxLength: 200 }),
      fc.array(span, { minLength: 1, maxLength: 6 }),
      (count, writes, spans) => {
        let rows = Array.from({ length: count }, (_, n) =>
          rowOf(n + 1, (n * 7919) % 300, n % 50 === 0 ? 400 : n % 6),
        ).sort(order)
        const sorted = sortedOf(rows, order)
        let nextId = count + 1
        for (const { isNew, from, length, place } of writes) {
          const row = rows[place % Math.max(rows.length, 1)]
          if (isNew || !row) {
            const made = rowOf(nextId++, from, length)
            sorted.add(made)
            rows = [...rows, made].sort(order)
          } else {
            expect(sorted.remove({ ...row })).toBe(true)
            expect(sorted.remove(row)).toBe(false)
            rows = rows.filter((other) => other !== row)
          }
        }
        expect(sorted.size).toBe(rows.length)
        // what is asked for again is found another way
        for (const span of [...spans, ...spans, ...spans, ...spans]) {
          const tests = testsOf(span)
          const passed = rows.filter((row) => tests.every(({ keeps }) => keeps(row)))
          const cut = sorted.cut(tests)
          const [from, to] = [span.page * 9, span.page * 9 + 9]
          expect([cut.total, cut.rows(from, to)]).toEqual([passed.length, passed.slice(from, to)])
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('rows go one by one until none is left, and others come', () => {
  const rows = Array.from({ length: 3000 }, (_, n) => rowOf(n + 1, n % 40, 1)).sort(order)
  const sorted = sortedOf(rows, order)
  for (const row of rows) expect(sorted.remove(row)).toBe(true)
  expect([sorted.size, sorted.cut([]).rows(0, 9)]).toEqual([0, []])
  for (const row of rows.toReversed()) sorted.add(row)
  expect(sorted.cut([]).rows(0, 3000)).toEqual(rows)
})

test('values that are no texts pass or fail by the rule alone', () => {
  const rows = [rowOf(1, 1, 1), { ...rowOf(2, 2, 1), to: null }, rowOf(3, 3, 1)]
  const sorted = sortedOf(rows, order)
  const isNull = goingAlong('to', (text) => text === null)
  expect(sorted.cut([isNull]).rows(0, 9)).toEqual([rows[1]])
})

test('a cut along columns looks at few rows, wherever its edges lie', () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => rowOf(n + 1, n, n % 500 === 0 ? 2000 : 2))
  const sorted = sortedOf(rows, order)
  let asked = 0
  const counted = (test: (text: string) => boolean) => (text: string) => {
    asked += 1
    return test(text)
  }
  const cut = sorted.cut([
    goingAlong(
      'from',
      counted((text) => text >= instant(20_000)),
    ),
    goingAlong(
      'to',
      counted((text) => text <= instant(40_000)),
    ),
  ])
  expect(cut.rows(9000, 9001)).toEqual([rows[29_000]])
  expect(asked).toBeLessThan(2000)
})
