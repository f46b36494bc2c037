import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePath } from '../../src/faults/path-pattern.ts'

test.each([
  ['/events', ['/events', '/events/', '/EVENTS'], ['/events/5', '/event', '/venues']],
  ['/events/{id}', ['/events/5', '/events/5/'], ['/events', '/events/by-slug/a']],
  ['/events/by-slug/{slug}', ['/events/by-slug/a'], ['/events/by-slug', '/events/5']],
  ['/events*', ['/events', '/events/5', '/events/by-slug/a'], ['/venues']],
  ['/*/by-slug/*', ['/tags/by-slug/jazz'], ['/tags/5']],
  ['*', ['/events', '/'], []],
  ['/tags/by-slug/जैज़', ['/tags/by-slug/%E0%A4%9C%E0%A5%88%E0%A4%9C%E0%A4%BC'], []],
] as const)('the path %s of a rule matches the paths it describes', (pattern, paths, others) => {
  const matches = compilePath(pattern)
  expect(paths.filter((path) => !matches(path))).toEqual([])
  expect(others.filter((path) => matches(path))).toEqual([])
})

test('a path with many * is compared in little time', () => {
  const matches = compilePath(`${'*a'.repeat(40)}*b`)
  expect(matches(`/${'a'.repeat(4000)}`)).toBe(false)
  expect(matches(`/${'a'.repeat(4000)}b`)).toBe(true)
})

test('* matches as the regular expression .* does', () => {
  const characters = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 })
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 6 })
  fc.assert(
    fc.property(patterns, characters, (pattern, path) => {
      const [asked, sent] = [`/${pattern}a`, `/${path}a`] // no final slash, which does not matter
      const expected = new RegExp(`^${asked.replaceAll('*', '.*')}$`).test(sent)
      expect(compilePath(asked)(sent)).toBe(expected)
    }),
  )
})
