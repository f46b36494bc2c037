import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesOf } from '../../src/contract/names.ts'
import { numbering, slugOf, slugsOfParts, withSuffix } from '../../src/contract/slug.ts'

/** Letters of all scripts, and what is hard to join. */
const part = fc.oneof(
  fc.constantFrom('a', 'Jazz ', ' – ', '-', ': ', ' ', '', 'Größe', 'संगीत की रात', '音乐会', 'حفل'),
  fc.constantFrom('\u0301', 'e', 'i', '\u0307', 'ΟΔΟΣ', '<b', 'x>', 'İ', '\u1100', '\u1161', '!'),
  fc.constantFrom('\ud83c', '\udf89', 'x'.repeat(90), 'शब्द '.repeat(9), '़', 'ß', '_.'),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

test('the slug of a title in parts is that of the whole, whatever the parts', () => {
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 9 }),
      fc.constantFrom('de', 'en', 'hi'),
      (parts, code) => {
        const slugs = slugsOfParts(code)
        expect(slugs(parts)).toBe(slugOf(parts.join(''), code))
        expect(slugs(parts)).toBe(slugOf(parts.join(''), code)) // from what is remembered
      },
    ),
    { numRuns: 3000 },
  )
})

describe('numbers of equal slugs', () => {
  test.each([
    [
      ['a', 'a', 'a', 'b'],
      ['a', 'a-2', 'a-3', 'b'],
    ],
    [
      ['a-2', 'a', 'a'],
      ['a-2', 'a', 'a-3'],
    ],
    [
      ['a', 'a', 'a-2', 'a'],
      ['a', 'a-2', 'a-2-2', 'a-3'],
    ],
  ])('of %j are %j', (given, numbered) => {
    expect(given.map(numbering())).toEqual(numbered)
  })

  test('leave long slugs as long as they may be', () => {
    const long = slugOf('शब्द'.repeat(20), 'hi')
    const [, second, third] = [long, long, long].map(numbering())
    expect([second, third]).toEqual([withSuffix(long, '-2'), withSuffix(long, '-3')])
  })
})

test('a slug needs those of earlier records alone, and each record is named once', () => {
  const named: number[] = []
  const names = namesOf({
    language: 'en',
    count: 6,
    parts(ordinal) {
      named.push(ordinal)
      return ['Night ', ordinal < 4 ? 'out' : 'in']
    },
    has: (ordinal) => ordinal !== 1,
  })
  expect([names.slug(2), named]).toEqual(['night-out-2', [0, 2]])
  expect([names.slug(0), names.title(2), named]).toEqual(['night-out', 'Night out', [0, 2]])
  expect([names.slug(5), names.slug(1), names.slug(6), named]).toEqual([
    'night-in-2',
    undefined,
    undefined,
    [0, 2, 3, 4, 5],
  ])
  expect(names.title(1)).toBe('Night out')
  expect(['night-out', 'night-in-2', 'night', 'night-in-9'].map(names.ordinalOf)).toEqual([
    0,
    5,
    undefined,
    undefined,
  ])
})

test('a slug that bears its ordinal tells who has it, and no other is named', () => {
  const named: number[] = []
  const names = namesOf({
    language: 'en',
    count: 6000,
    parts(ordinal) {
      named.push(ordinal)
      return [ordinal < 5000 ? `Early ${ordinal}` : 'Late']
    },
    has: () => true,
  })
  expect(names.slug(5998)).toBe('late-5999')
  expect(named).toEqual([5998])
  const slugs = [
    'late-5999',
    'late-5001',
    'late-5000',
    'late-6001',
    'early-7',
    'late',
    'early-5999',
  ]
  expect(slugs.map(names.ordinalOf)).toEqual([
    5998,
    5000,
    undefined,
    undefined,
    7,
    undefined,
    undefined,
  ])
})
