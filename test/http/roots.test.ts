import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handlersFor } from '../../src/intercept/msw/handlers.ts'
import { createTestMock, fresh, ORIGIN, over } from '../call.ts'

describe('a root without :site', () => {
  const options = { sites: ['en'], root: '/wp-json', events: 12 } as const

  test('serves its only site without the language in the path', async () => {
    const { status, body, headers } = await fresh(options)('GET', '/wp-json/cal/events/v1/events')
    expect(status).toBe(200)
    expect(body.rest_url).toMatch(`${ORIGIN}/wp-json/cal/events/v1/events/?page=1`)
    expect(body.events[0].url).toMatch(new RegExp(`^${ORIGIN}/event/[^/]+/$`))
    expect(headers.get('link')).toBe(`<${ORIGIN}/wp-json/>; rel="https://api.w.org/"`)
  })

  test('is the root of the index and of /doc', async () => {
    const call = fresh(options)
    const { body } = await call('GET', '/wp-json/cal/events/v1')
    expect(body._links.up).toEqual([{ href: `${ORIGIN}/wp-json/` }])
    const doc = await call('GET', '/wp-json/cal/events/v1/doc')
    expect(doc.body.servers[0].url).toBe(`${ORIGIN}/wp-json/cal/events/v1`)
  })

  test('is matched by the MSW handlers, which show it as their path', () => {
    const mock = createTestMock(options)
    expect(mock.matchUrl(new URL(`${ORIGIN}/wp-json/cal/events/v1/events`))).toMatchObject({
      isOurs: true,
      endpoint: { path: '/events' },
    })
    expect(handlersFor(mock)[0]?.info.path).toBe('*/wp-json/cal/events/v1')
  })

  test.each([
    ['/wp-json', ''],
    ['/blog/wp-json', '/blog'],
    ['/blog/wp-json/', '/blog'],
    ['/de/wp-json', '/de'],
  ])('%s has the home "%s"', (root, home) => {
    const { sites } = createTestMock({ sites: ['de'], root })
    expect(sites).toMatchObject([{ home, root: root.replace(/\/$/, '') }])
  })

  test.each([
    ['en', 'de'],
    ['hi', 'de', 'zh-hans'],
  ] as const)('is rejected for several sites', (...sites) => {
    expect(() => createTestMock({ sites, root: '/wp-json' })).toThrow(
      'invalid root "/wp-json"; accepted: a path with :site, such as /:site or /:site/wp-json, for exactly one site also',
    )
  })

  const invalid = ['/', '/~a', '/__calmock', '/../x', '/a b', 'wp-json', '/:site/:site']

  test.each(invalid)('cannot be %s', (root) => {
    expect(() => createTestMock({ sites: ['en'], root })).toThrow(`invalid root "${root}"`)
  })
})

const segment = fc.stringMatching(/^[A-Za-z0-9][\w.~-]{0,6}$/)
const roots = fc.record({
  before: fc.array(segment, { maxLength: 2 }),
  site: fc.constantFrom(':site', ''),
  after: fc.array(segment, { maxLength: 2 }),
})

test('every link of a list leads to what it names, below any root', async () => {
  await fc.assert(
    fc.asyncProperty(roots, async ({ before, site, after }) => {
      const segments = [...before, ...(site ? [site] : []), ...after]
      fc.pre(segments.length > 0)
      const mock = createTestMock({ sites: ['en'], root: `/${segments.join('/')}`, events: 3 })
      const call = over(mock)
      const get = (url: string) => call('GET', url.slice(ORIGIN.length))
      const list = await call('GET', `${mock.sites[0]?.root}/cal/events/v1/events?per_page=1`)
      expect((await get(list.body.events[0].rest_url)).body.id).toBe(list.body.events[0].id)
      expect((await get(list.body.events[0].image.url)).status).toBe(200)
      expect((await get(list.body.next_rest_url)).body.events).toHaveLength(1)
    }),
    { numRuns: 25 },
  )
})
