import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPageLinks } from '../../src/engine/actions.ts'
import { anyText } from '../any-text.ts'

const BASE = 'http://localhost/de/cal/events/v1/events/'

test('values in page links are encoded like URLSearchParams does', () => {
  const value = fc.oneof(
    anyText,
    fc.stringMatching(/^[ :!'()*~._+&=%-]{0,12}$/),
    fc.array(fc.integer(), { maxLength: 3 }),
    fc.boolean(),
    fc.integer(),
  )
  fc.assert(
    fc.property(fc.record({ start_date: value, search: value }), (query) => {
      const pairs = Object.entries(query).map(([name, given]) => [name, String(given)])
      const { rest_url } = createPageLinks(BASE, { page: 1, ...query }, 1)
      expect(rest_url).toBe(`${BASE}?page=1&${new URLSearchParams(pairs)}`)
    }),
  )
})

test('page links name the next and the previous page, and omit page=1 of a neighbour', () => {
  const links = (page: number) => createPageLinks(BASE, { page, per_page: 9 }, 3)
  expect(links(1)).toEqual({
    rest_url: `${BASE}?page=1&per_page=9`,
    next_rest_url: `${BASE}?per_page=9&page=2`,
  })
  expect(links(2)).toEqual({
    rest_url: `${BASE}?page=2&per_page=9`,
    next_rest_url: `${BASE}?per_page=9&page=3`,
    previous_rest_url: `${BASE}?per_page=9`,
  })
  expect(links(3)).toEqual({
    rest_url: `${BASE}?page=3&per_page=9`,
    previous_rest_url: `${BASE}?per_page=9&page=2`,
  })
  expect(createPageLinks(BASE, { page: 1 }, 1)).toEqual({ rest_url: `${BASE}?page=1` })
})
