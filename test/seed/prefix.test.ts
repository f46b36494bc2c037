import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateAll } from '../../src/contract/seed.ts'
import { languages } from '../../src/contract/site.ts'
import { createInlineSeed } from '../../src/seed/source/inline-source.ts'

const anchor = new Date('2030-01-07T12:00:00Z')
const seedWith = (seed: number, events: number) =>
  createInlineSeed({ seed, events, scenario: [], anchor })

test('a larger world starts with the records of a smaller world, for any seed and size', () => {
  const sizes = fc.record({
    seed: fc.nat(1000),
    small: fc.nat(60),
    more: fc.nat(60),
    language: fc.constantFrom(...languages),
  })
  fc.assert(
    fc.property(sizes, ({ seed, small, more, language }) => {
      const [less, all] = [
        generateAll(seedWith(seed, small), language),
        generateAll(seedWith(seed, small + more), language),
      ]
      for (const [kind, rows] of Object.entries(less)) {
        expect(all[kind]?.slice(0, rows.length)).toEqual(rows)
      }
    }),
    { numRuns: 25, seed: 20300107 },
  )
})

test('every link of a record refers to a record of the world, for any size', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.nat(120),
      fc.constantFrom(...languages),
      (seed, events, language) => {
        const rows = generateAll(seedWith(seed, events), language)
        const ids = new Set(Object.values(rows).flatMap((ofKind) => ofKind.map(({ id }) => id)))
        for (const event of rows.event ?? []) {
          const links = [...event.venue, ...event.organizer, ...event.categories, ...event.tags]
          expect(links.every((id) => ids.has(id))).toBe(true)
          expect(event.post_parent === 0 || ids.has(event.post_parent)).toBe(true)
        }
      },
    ),
    { numRuns: 25, seed: 20300107 },
  )
})

test('the order of generated languages has no influence', () => {
  const [forward, backward] = [seedWith(5, 40), seedWith(5, 40)]
  const backwards = [...languages].reverse()
  const planted = new Map(backwards.map((code) => [code, generateAll(backward, code)]))
  for (const code of languages) expect(generateAll(forward, code)).toEqual(planted.get(code))
})
