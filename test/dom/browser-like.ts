import { runInNewContext, runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { setupCalmock as setupInBrowser } from '../../src/browser.ts'
import { bodyText } from '../../src/engine/http-message.ts'
import { createCalmock, type EventList, landmarks } from '../../src/index.ts'
import { useCalmock } from '../../src/vitest.ts'

const SITE = 'https://api.example/de/cal/events/v1'

const { events, venues, organizers, categories, tags } = landmarks

/** A record of each kind. */
const records = Object.entries({
  events: events.jazzNight,
  venues: Object.values(venues)[0],
  organizers: Object.values(organizers)[0],
  categories: Object.values(categories)[0],
  tags: Object.values(tags)[0],
}).map(([kind, landmark]) => ({ kind, path: `${kind}/${landmark?.id.de}`, id: landmark?.id.de }))

const paths = fc.oneof(
  fc.constantFrom(...records.map(({ path }) => path)),
  fc.constantFrom('', 'doc', 'events', 'venues', 'organizers', 'categories', 'tags', 'events/1'),
  fc.integer({ min: 90, max: 400 }).map((id) => `events/${id}`),
)

const queries = fc.constantFrom('', '?_fields=id,title', '?per_page=3&page=2', '?page=x')

/** Declares the tests that hold in every environment with a document. */
export function describeBrowserLike(environment: string): void {
  const mock = useCalmock({ onUnhandledRequest: 'error' })

  describe(`a test in ${environment}`, () => {
    test.each(records)('a single record of $kind has its body', async ({ path, id }) => {
      expect(await (await fetch(`${SITE}/${path}`)).json()).toMatchObject({ id })
      expect(await (await mock.fetch(`${SITE}/${path}`)).json()).toMatchObject({ id })
    })

    test('a web response has the bytes of the mock for any path', async () => {
      const origin = 'https://api.example'
      await fc.assert(
        fc.asyncProperty(paths, queries, async (path, query) => {
          const pathname = `/de/cal/events/v1/${path}`
          const request = { method: 'GET', origin, path: pathname, query: query.slice(1) }
          const { status, body } = await mock.handle({ ...request, header: () => undefined })
          const response = await mock.fetch(`${origin}${pathname}${query}`)
          expect([response.status, await response.text()]).toEqual([status, bodyText(body)])
        }),
      )
    })

    test.each([
      ['a string', (url: string) => url],
      ['a URL', (url: string) => new URL(url)],
      ['a Request', (url: string) => new Request(url)],
    ])('mock.fetch accepts %s', async (_, create) => {
      expect((await mock.fetch(create(`${SITE}/events`))).status).toBe(200)
    })

    test.each([
      ['JSON', () => JSON.stringify({ venue: 'Süd' }), 'application/json'],
      ['a form', () => new URLSearchParams({ venue: 'Süd' }), undefined],
    ])('a body of %s is read', async (_, create, type) => {
      const response = await fetch(`${SITE}/venues`, {
        method: 'POST',
        body: create(),
        ...(type && { headers: { 'Content-Type': type } }),
      })
      expect(response.status).toBe(201)
      expect(await response.json()).toMatchObject({ venue: 'Süd' })
    })

    test('an image has its bytes', async () => {
      const { events }: EventList = await (await fetch(`${SITE}/events`)).json()
      const { url } = events.flatMap(({ image }) => image || [])[0] ?? {}
      expect(await (await fetch(String(url))).text()).toContain('<svg')
    })

    test('a mock for pages patches fetch, and its handlers take precedence', async () => {
      const page = setupInBrowser({ sites: ['en'], namespace: 'page/v1' })
      expect(await page.start({ quiet: true })).toBe('fetch')
      const url = 'https://api.example/en/page/v1/venues'
      expect((await fetch(url)).status).toBe(200)
      page.worker.use(http.get('*/venues', () => HttpResponse.json('mine')))
      expect(await (await fetch(url)).json()).toBe('mine')
      page.worker.resetHandlers()
      expect(await (await fetch(url)).json()).toMatchObject({ total: expect.any(Number) })
      page.stop()
    })

    test('mock.worker throws an error before start()', () => {
      const page = setupInBrowser()
      expect(() => page.worker).toThrow('mock.worker exists after start(): await it')
    })

    test('a mock for pages without MSW patches fetch, whose images are data: URLs', async () => {
      const original = globalThis.fetch
      const page = setupInBrowser({ intercept: 'fetch', sites: ['en'], namespace: 'page/v1' })
      expect(await page.start({ quiet: true })).toBe('fetch')
      const response = await fetch('/en/page/v1/events')
      expect(response.url).toBe(new URL('/en/page/v1/events', document.baseURI).href)
      const { events }: EventList = await response.json()
      expect(events.flatMap(({ image }) => image || [])[0]?.url).toMatch(/^data:/)
      expect(() => Reflect.get(page, 'worker')).toThrow('exists only with MSW')
      page.stop()
      expect(globalThis.fetch).toBe(original)
    })

    test.each([
      ['the environment', () => Date],
      ['Node', () => runInThisContext('Date')],
      ['another realm', () => runInNewContext('Date')],
    ])('the option now accepts a date of %s', (_, findDate) => {
      const now = new (findDate())('2031-02-03T04:05:06Z')
      expect(createCalmock({ now }).clock.now().toISOString()).toBe('2031-02-03T04:05:06.000Z')
    })

    test('mock.fetch accepts a Request of Node', async () => {
      const request = new (runInThisContext('Request'))(`${SITE}/events`)
      expect((await mock.fetch(request)).status).toBe(200)
    })
  })
}
