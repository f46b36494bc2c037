import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Options } from '../../src/options/options.ts'
import { type Answer, createTestMock, fresh, ORIGIN, over } from '../call.ts'

/** Returns the start of the links in a response, which is the client's URL of the mock. */
async function linkStart(options: Options, headers: Record<string, string> = {}, prefix = '') {
  const { body } = await fresh(options)('GET', `${prefix}/de/cal/events/v1`, { headers })
  return body._links.up[0].href.replace(/\/de\/$/, '')
}

describe('publicUrl', () => {
  test.each([
    { publicUrl: 'https://example.com', starts: 'https://example.com' },
    { publicUrl: 'https://example.com/', starts: 'https://example.com' },
    { publicUrl: 'http://example.com:8080/a/mock/', starts: 'http://example.com:8080/a/mock' },
    { publicUrl: 'https://EXAMPLE.com:443/Mock', starts: 'https://example.com/Mock' },
    { publicUrl: 'https://example.com/a"b<c>', starts: 'https://example.com/a%22b%3Cc%3E' },
  ])('$publicUrl starts all links with $starts', async ({ publicUrl, starts }) => {
    expect(await linkStart({ publicUrl })).toBe(starts)
  })

  test('replaces the base path, and the prefix of a world follows it', async () => {
    const options = { publicUrl: 'https://example.com/mock', baseUrl: '/api' }
    expect(await linkStart(options, {}, '/api')).toBe('https://example.com/mock')
    expect(await linkStart(options, {}, '/api/~a')).toBe('https://example.com/mock/~a')
  })

  test('starts images, Location, Link, global_id and the URLs of worlds', async () => {
    const call = fresh({ publicUrl: 'https://example.com/mock' })
    const { body, headers } = await call('GET', '/de/cal/events/v1/events')
    expect(headers.get('link')).toMatch('<https://example.com/mock/de/>; rel="https://api.w.org/"')
    const event = body.events.find(({ image }: { image: unknown }) => image)
    expect(event.image.url).toMatch('https://example.com/mock/__calmock/')
    expect(event.global_id).toBe(`example.com/mock/de?id=${event.id}`)
    const tag = await call('POST', '/de/cal/events/v1/tags', { json: { name: 'neu' } })
    expect(tag.headers.get('location')).toMatch('https://example.com/mock/de/cal/events/v1/tags/')
    const world = await call('POST', '/__calmock/worlds', { json: { name: 'a' } })
    expect(world.body.url).toBe('https://example.com/mock/~a')
  })

  test('takes precedence over the headers of a proxy', async () => {
    const options = { publicUrl: 'https://example.com', trustProxy: true }
    const headers = { 'x-forwarded-host': 'other.example' }
    expect(await linkStart(options, headers)).toBe('https://example.com')
  })

  test.each([
    ...'|/mock|example.com|ftp://example.com|https://a:b@example.com'.split('|'),
    ...'https://example.com?x|https://example.com/#x|javascript:alert(1)'.split('|'),
  ])('cannot be "%s"', (publicUrl) => {
    expect(() => createTestMock({ publicUrl })).toThrow(
      `invalid publicUrl "${publicUrl}"; accepted: a URL such as https://example.com/mock`,
    )
  })
})

describe('trustProxy', () => {
  /** Returns headers from a text such as `a: 1 | b: 2`. */
  const readHeaders = (text: string): Record<string, string> =>
    Object.fromEntries(text.split(' | ').map((line) => line.split(/: (.*)/)))

  test.each([
    ['accept: */*', ORIGIN],
    ['x-forwarded-proto: https', 'https://calmock.test'],
    ['x-forwarded-proto: HTTPS, http', 'https://calmock.test'],
    ['x-forwarded-host: a.example:8080, b', 'http://a.example:8080'],
    ['x-forwarded-host: a.example | x-forwarded-port: 8443', 'http://a.example:8443'],
    ['x-forwarded-host: a.example:1 | x-forwarded-port: 2', 'http://a.example:1'],
    ['x-forwarded-proto: https | x-forwarded-port: 443', 'https://calmock.test'],
    ['x-forwarded-prefix: /mock/', `${ORIGIN}/mock`],
    ['forwarded: for=1.2.3.4;proto=https;host=a.example', 'https://a.example'],
    [
      'forwarded: For="[::1]:5";HOST="a.example:8443"; Proto=https, host=b.example',
      'https://a.example:8443',
    ],
    ['forwarded: proto=https | x-forwarded-host: a.example', 'https://a.example'],
  ])('%s starts links with %s', async (headers, start) => {
    expect(await linkStart({ trustProxy: true }, readHeaders(headers))).toBe(start)
    expect(await linkStart({}, readHeaders(headers))).toBe(ORIGIN)
  })

  test.each([
    'x-forwarded-proto: javascript',
    'x-forwarded-host: a.example/evil',
    'x-forwarded-host: user@a.example',
    'x-forwarded-host: a.example"><script>',
    'x-forwarded-host: a.example:99999',
    'x-forwarded-host: [::1',
    'x-forwarded-port: 99999',
    'x-forwarded-port: 80 Set-Cookie: a=b',
    'x-forwarded-prefix: //evil.example',
    'x-forwarded-prefix: /a>; rel="x"',
    'x-forwarded-prefix: mock',
    'forwarded: host="a.example/evil";proto="java script"',
    'forwarded: ,;="',
  ])('ignores the invalid header %s', async (header) => {
    expect(await linkStart({ trustProxy: true }, readHeaders(header))).toBe(ORIGIN)
  })

  test('closes the control routes to proxied requests without the token', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const reset = (options: Options, sent: Record<string, string>) =>
      fresh({ trustProxy: true, ...options })('POST', '/__calmock/reset', { headers: sent })
    expect((await reset({}, {})).status).toBe(204)
    expect((await reset({}, headers)).status).toBe(403)
    const token = { ...headers, authorization: 'Bearer t0ken' }
    expect((await reset({ token: 't0ken' }, token)).status).toBe(204)
  })
})

const segment = fc.stringMatching(/^[A-Za-z0-9]([\w.~-]{0,4}\w)?$/) // a final dot is not part of a URL in a sentence
const path = fc.array(segment, { maxLength: 2 }).map((parts) => parts.map((p) => `/${p}`).join(''))
const host = fc.constantFrom('example.com', 'example.com:8443', '127.0.0.1', '[::1]:3000')
const scheme = fc.constantFrom('http', 'https')
const fronts = fc.record({
  ...{ scheme, host, prefix: path, baseUrl: path, mountPath: path },
  root: fc.constantFrom('/:site', '/:site/wp-json', '/blog/:site', '/wp-json'),
  world: fc.constantFrom('', '/~a-1'),
  by: fc.constantFrom('publicUrl', 'X-Forwarded', 'Forwarded'),
  sites: fc.constantFrom(['en'], ['hi', 'de'], ['zh-hans', 'ar', 'en']),
  list: fc.constantFrom('events', 'venues', 'organizers', 'categories', 'tags', 'nothing', ''),
})
type Front = typeof fronts extends fc.Arbitrary<infer T> ? T : never

/** Creates a mock behind a proxy that removes a prefix, and a function that requests URLs of the proxy. */
function createFront(front: Front) {
  const { scheme, host, prefix, baseUrl, mountPath, root, by } = front
  const sites = root.includes(':site') ? front.sites : (['en'] as const)
  const mount = by === 'publicUrl' ? '' : mountPath
  const outside = `${scheme}://${host}${prefix}`
  const address = outside + mount + baseUrl
  const mock = createTestMock({
    ...{ root, sites, events: 3, baseUrl, trustProxy: by !== 'publicUrl' },
    ...(by === 'publicUrl' && { publicUrl: address }),
  })
  const headers = {
    publicUrl: {},
    'X-Forwarded': { 'x-forwarded-proto': scheme, 'x-forwarded-host': host },
    Forwarded: { forwarded: `for=1.2.3.4;host="${host}";proto=${scheme}` },
  }[by]
  const sent = { ...headers, ...(prefix && { 'x-forwarded-prefix': prefix }) }
  const handle: typeof mock.handle = (request) => mock.handle({ ...request, mountPath: mount })
  const call = over({ ...mock, handle } as typeof mock)
  const get = async (url: string) => {
    expect(url.startsWith(outside + mount)).toBe(true)
    return call('GET', url.slice((outside + mount).length), { headers: sent })
  }
  return { get, mock, address }
}

/** Returns the URLs of a front in the headers and the body of a response. */
function listUrls({ headers, text }: Answer, front: string): string[] {
  const urls = `${headers.get('link')} ${headers.get('location')} ${text}`.matchAll(
    /https?:\/\/[^\s"<>\u2069。]+/g,
  )
  return [...new Set([...urls].map(([url]) => url.replace(/\.$/, '')))].filter((url) =>
    url.startsWith(front),
  )
}

test('every URL in a response leads through the proxy to a response', async () => {
  await fc.assert(
    fc.asyncProperty(fronts, async (front) => {
      const { get, mock, address } = createFront(front)
      const [site] = mock.sites
      const api = `${address}${front.world}${site?.root}/cal/events/v1`
      const first = await get(`${api}/${front.list}`)
      expect(listUrls(first, address).length).toBeGreaterThan(0)
      const answers = [first, await get(`${address}${front.world}${site?.root}/`)]
      for (const url of listUrls(first, address)) answers.push(await get(url))
      for (const answer of answers) expect(answer.text).not.toContain(ORIGIN)
      const outside = `${front.scheme}://${front.host}`
      const urls = new Set(answers.flatMap((answer) => listUrls(answer, outside)))
      for (const url of urls) {
        expect(url.startsWith(address + front.world), url).toBe(true)
        expect((await get(url)).status, url).toBe(200)
      }
    }),
    { numRuns: 12 },
  )
}, 60_000)

test('the page after the first, a record and its picture are what their URLs name', async () => {
  await fc.assert(
    fc.asyncProperty(fronts, async (front) => {
      const { get, mock, address } = createFront(front)
      const site = address + front.world + mock.sites[0]?.root
      const { body, headers } = await get(`${site}/cal/events/v1/events?per_page=1`)
      expect(headers.get('link')).toContain(`<${site}/>; rel="https://api.w.org/"`)
      expect((await get(body.next_rest_url)).body.events).toHaveLength(1)
      expect((await get(body.events[0].image.url)).headers.get('content-type')).toMatch(/^image/)
      expect((await get(body.events[0].url)).headers.get('content-type')).toMatch(/^text\/html/)
      expect((await get(body.events[0].rest_url)).body.id).toBe(body.events[0].id)
    }),
    { numRuns: 40 },
  )
})
