import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '../../src/contract/site.ts'
import { negotiateLanguage } from '../../src/engine/negotiate-language.ts'
import type { Options } from '../../src/options/options.ts'
import { fresh, ORIGIN } from '../call.ts'

const unknown = async (path: string, accept?: string, options: Options = {}) => {
  const headers: Record<string, string> = accept === undefined ? {} : { 'accept-language': accept }
  const answer = await fresh(options)('GET', path, { headers })
  expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route'])
  return answer
}

describe('a path outside the sites', () => {
  test.each([
    ['/fr/cal/events/v1/events', '/en/cal/events/v1/events', 'en,hi,de,zh-hans,fr'],
    ['/de/events', '/de/cal/events/v1/events', undefined],
    ['/cal/events/v1/events', '/en/cal/events/v1/events', undefined],
    ['/cal/events/v1/events/by-slug/x', '/en/cal/events/v1/events/by-slug/x', undefined],
    ['/events', '/en/cal/events/v1/events', undefined],
    ['/fr/cal/events/v1x', '/en/cal/events/v1', 'en,hi,de,zh-hans,fr'],
    ['/favicon.ico', '/en/cal/events/v1', undefined],
  ])('the message about %s suggests %s, and a way to add the site', async (path, url, sites) => {
    const { body, headers } = await unknown(path)
    const way = ` To add a site, start the mock with --sites ${sites} or the option sites.`
    expect(body.message).toBe(
      `No site answers GET ${path}. Sites of this mock: en, hi, de, zh-hans. A valid URL is ${ORIGIN}${url}.${sites ? way : ''}`,
    )
    expect(headers.get('content-language')).toBe('en')
    expect(headers.get('vary')).toBe('Origin, Accept-Language')
  })

  test.each(['//de/cal/events/v1/events', '/de/cal//events/v1/events', '//wp-json/x//', '//'])(
    '%s has a message about the doubled slash, in all languages (10.1c)',
    async (path) => {
      const url = `${ORIGIN}${path.replaceAll('//', '/')}`
      for (const code of languages) {
        const { message } = (await unknown(path, code)).body
        expect([message.includes(path), message.includes(url), message]).toEqual([
          ...[true, true],
          expect.not.stringMatching(/[{}]|--/),
        ])
      }
      expect((await unknown(path)).body.message).toBe(
        `The path ${path} has a doubled slash. The URL with single slashes is ${url}.`,
      )
    },
  )

  const paths = ['/events', '/favicon.ico', '/en/events']

  test.each(paths)('for %s, suggests no second site without its language', async (path) => {
    const { body } = await unknown(path, undefined, { sites: ['en'] })
    expect(body.message).not.toContain('To add a site')
  })

  test('of a service with a preset has a message that names the preset, in all languages', async () => {
    const path = '/wp-json/tribe/events/v1/events'
    for (const code of languages) {
      const { body } = await unknown(path, code, { sites: ['en'] })
      expect(body.message).toContain('--preset the-events-calendar')
      expect(body.message).not.toMatch(/[{}]/)
    }
    const { body } = await unknown(path, 'en', { preset: 'the-events-calendar' })
    expect(body.message).not.toContain('--preset')
  })

  test('below a root without :site has no message about more sites', async () => {
    const { body } = await unknown('/en/events', undefined, { sites: ['en'], root: '/wp-json' })
    expect(body.message).toBe(
      `No site answers GET /en/events. Sites of this mock: en. A valid URL is ${ORIGIN}/wp-json/cal/events/v1/events.`,
    )
  })

  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['nl, *', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.3, fr;q=0.8, zh-CN;q=0.5', 'fr'],
    ['ZH-tw', 'zh-hans'],
    ['de;q=0, es;q=0.1', 'es'],
    ['hi;q=2, ar;q=0.5', 'hi'],
    [';;;,q=1,-', 'en'],
  ])('is answered for Accept-Language %s in %s', async (accept, language) => {
    const { headers } = await unknown('/events', accept)
    expect(headers.get('content-language')).toBe(language)
  })

  test('is answered in all languages with other words', async () => {
    const messages = await Promise.all(
      languages.map(async (code) => (await unknown('/fr/events', code)).body.message),
    )
    expect(new Set(messages).size).toBe(languages.length)
    for (const message of messages) {
      expect(message).toContain(`${ORIGIN}/en/cal/events/v1/events`)
      expect(message).toContain('--sites en,hi,de,zh-hans,fr')
      expect(message).not.toMatch(/[{}]/)
    }
  })

  test('a suggested URL returns a list', async () => {
    const call = fresh({ root: '/blog/:site/wp-json', sites: ['de', 'en'] })
    for (const path of ['/events', '/blog/en/events', '/blog/fr/wp-json/cal/events/v1/events']) {
      const { body } = await call('GET', path)
      const [url = ''] = /http:\S+(?=\.( |$))/.exec(body.message) ?? []
      expect((await call('GET', url.slice(ORIGIN.length))).body.events).toHaveLength(9)
    }
  })
})

test('the URL in the message has a route for any path', async () => {
  const words = ['fr', 'de', 'cal', 'events', 'v1', 'tags', '7', 'by-slug', 'x', 'doc', 'wp-json']
  const segments = fc.array(fc.constantFrom(...words), { maxLength: 6 })
  const call = fresh({ sites: ['en', 'hi'], root: '/:site/wp-json', events: 3 })
  await fc.assert(
    fc.asyncProperty(segments, async (segments) => {
      const { body } = await call('GET', `/${segments.join('/')}`)
      if (body.code !== 'rest_no_route') return
      const [url = ''] = /http:\S+(?=\.( |$))/.exec(body.message) ?? []
      const answer = await call('GET', url.slice(ORIGIN.length))
      expect(answer.body.code, url).not.toBe('rest_no_route')
    }),
    { numRuns: 100 },
  )
})

test('the language with the greatest weight is chosen from any header', () => {
  const tag = fc.constantFrom(...languages, 'nl', 'it')
  const ranges = fc.array(fc.record({ tag, weight: fc.nat(10) }), { maxLength: 5 })
  fc.assert(
    fc.property(ranges, (ranges) => {
      const header = ranges.map(({ tag, weight }) => `${tag};q=${weight / 10}`).join(', ')
      const known = ranges.filter(
        ({ tag, weight }) => weight > 0 && languages.some((l) => l === tag),
      )
      const best = Math.max(...known.map(({ weight }) => weight))
      const expected = known.find(({ weight }) => weight === best)?.tag
      expect(negotiateLanguage(header, languages)).toBe(expected)
    }),
  )
})

test('the control path without a route lists sites and control routes, where a browser receives the dashboard', async () => {
  const { status, body } = await fresh()('GET', '/__calmock')
  expect([status, body.name]).toEqual([200, 'calmock'])
  expect(body.sites[0].url).toContain('/cal/events/v1')
  const { url } = body.routes.find(({ method }: { method: string }) => method === 'PUT')
  expect((await fresh()('PUT', new URL(url).pathname, { json: { now: 'today' } })).status).toBe(200)
})

test('the page of the sites is in English, with links that work', async () => {
  const call = fresh()
  const headers = { accept: 'text/html' }
  const { text, headers: sent } = await call('GET', '/', { headers })
  expect(text).toContain('<html lang="en" dir="ltr">')
  expect(sent.get('content-security-policy')).toMatch(/^default-src 'none'/)
  const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
  expect(links).toHaveLength(28)
  for (const link of links)
    expect((await call('GET', link.slice(ORIGIN.length))).status, link).toBe(200)
})

test.each(['//events', '/events//104', '/events//'])(
  'the path %s of a site has a message about the doubled slash (10.1c)',
  async (below) => {
    const path = `/de/cal/events/v1${below}`
    const { body } = await unknown(path)
    expect(body.message).toBe(
      `Der Pfad ${path} enthält einen doppelten Schrägstrich. Die URL mit einfachen ist ${ORIGIN}${path.replaceAll('//', '/')}.`,
    )
  },
)
