import { describe, expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { createTestMock, fresh, NOW, ORIGIN, over } from '../call.ts'

const DE = '/de/cal/events/v1'

/** Creates an empty mock and the function that calls it. */
function start(options = {}) {
  const mock = createTestMock({ now: NOW, empty: true, ...options })
  return { mock, call: over(mock) }
}

describe('the log of a world', () => {
  test('a path has no slash at its end, as in the links of lists', async () => {
    const { mock, call } = start()
    for (const path of ['/events', '/events/', '/events/12/', '/']) await call('GET', DE + path)
    expect(mock.requests.map(({ path }) => path)).toEqual(['/events', '/events', '/events/12', '/'])
  })

  test('a request is listed with its response', async () => {
    const { mock, call } = start()
    await call('POST', `${DE}/tags?x=1&x=2`, {
      json: { name: 'Neu' },
      headers: { 'Accept-Language': 'de' },
    })
    const [request] = mock.requests
    expect(request).toEqual({
      id: 1,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      world: 'default',
      method: 'POST',
      url: `${ORIGIN}${DE}/tags?x=1&x=2`,
      path: '/tags',
      site: 'de',
      language: 'de',
      query: { x: ['1', '2'] },
      status: 201,
      ms: expect.any(Number),
      notes: expect.any(Array),
      requestHeaders: { 'accept-language': 'de', 'content-type': 'application/json' },
      requestBody: '{"name":"Neu"}',
      responseHeaders: expect.objectContaining({ 'Content-Language': 'de' }),
      responseBody: expect.stringContaining('"name":"Neu"'),
      curl: `curl '${ORIGIN}${DE}/tags?x=1&x=2' -H 'accept-language: de' -H 'content-type: application/json' --data-raw '{"name":"Neu"}'`,
    })
    expect(Math.abs(Date.parse(request?.time ?? '') - Date.now())).toBeLessThan(60_000)
  })

  test('mock.requests is for assertions: the oldest first, plain and frozen', async () => {
    const mock = createCalmock({ empty: true, sites: ['en'] })
    await mock.fetch('/en/cal/events/v1/events?search=jazz')
    await mock.fetch('/en/cal/events/v1/events/987654')
    const { requests } = mock
    expect(requests.map(({ path }) => path)).toEqual(['/events', '/events/987654'])
    expect(requests).toContainEqual(
      expect.objectContaining({ method: 'GET', path: '/events', query: { search: 'jazz' } }),
    )
    expect(requests[1]).toMatchObject({ status: 404, reason: expect.stringContaining('987654') })
    expect(Object.isFrozen(requests[0])).toBe(true)
    expect(JSON.parse(JSON.stringify(requests))).toEqual(requests)
  })

  test('worlds have separate logs, and the curl line of a request names its world', async () => {
    const { mock, call } = start()
    await call('GET', `/~mine${DE}/tags`)
    await call('GET', `${DE}/tags`, { headers: { Cookie: 'calmock_world=mine; session=abc' } })
    expect(mock.requests).toEqual([])
    const [byPath, byCookie] = mock.world('mine').requests
    expect(byPath).toMatchObject({ world: 'mine', url: `${ORIGIN}/~mine${DE}/tags`, path: '/tags' })
    expect(byPath?.curl).toBe(`curl '${ORIGIN}/~mine${DE}/tags'`)
    expect(byCookie?.curl).toBe(`curl ${ORIGIN}${DE}/tags -H 'x-calmock-world: mine'`)
  })

  test('control routes and images are not listed; paths outside the sites and preflights are', async () => {
    const { mock, call } = start({ events: 1, empty: false })
    await call('GET', '/__calmock/health')
    const { image } = (await call('GET', `${DE}/events?include=${1}`)).body.events[0] ?? {}
    if (image) await call('GET', new URL(image.url).pathname)
    mock.clearRequests()
    await call('GET', '/')
    await call('OPTIONS', `${DE}/events`, { headers: { 'Access-Control-Request-Method': 'POST' } })
    await call('GET', '/nowhere')
    await call('GET', '/de')
    expect(
      mock.requests.map(({ method, url, site, path, status }) => [method, url, site, path, status]),
    ).toEqual([
      ['GET', `${ORIGIN}/`, undefined, undefined, 200],
      ['OPTIONS', `${ORIGIN}${DE}/events`, 'de', '/events', 200],
      ['GET', `${ORIGIN}/nowhere`, undefined, undefined, 404],
      ['GET', `${ORIGIN}/de`, 'de', undefined, 200],
    ])
  })

  test('rest_route at the home of a site has the path that it names', async () => {
    const { mock, call } = start()
    await call('GET', '/de/?rest_route=/cal/events/v1/tags&per_page=2')
    expect(mock.requests[0]).toMatchObject({ site: 'de', path: '/tags', status: 200 })
  })

  test('beyond maxRequests the oldest requests are removed, and numbers go on', async () => {
    const { mock, call } = start({ maxRequests: 2 })
    for (let page = 1; page <= 3; page++) await call('GET', `${DE}/tags?page=${page}`)
    expect(mock.requests.map(({ id }) => id)).toEqual([2, 3])
    mock.maxRequests = 1
    expect(mock.requests.map(({ id }) => id)).toEqual([3])
    mock.maxRequests = 0
    await call('GET', `${DE}/tags`)
    expect(mock.requests).toEqual([])
    expect(() => {
      mock.maxRequests = 1.5
    }).toThrow(/invalid maxRequests "1.5"; accepted: a whole number from 0 to 10000/)
  })

  test('a reset empties the log and restores its maximum', async () => {
    const { mock, call } = start()
    await call('GET', `${DE}/tags`)
    mock.maxRequests = 7
    mock.reset()
    expect([mock.requests, mock.maxRequests]).toEqual([[], 200])
    await call('GET', `${DE}/tags`)
    expect(mock.requests.map(({ id }) => id)).toEqual([2])
  })

  test('an entry has at most 2,000 characters of the URL, 4,000 of headers and 16,000 of each body', async () => {
    const { mock, call } = start()
    await call('POST', `${DE}/tags?_fields=id&q=${'x'.repeat(3000)}`, {
      json: { name: 'Neu', description: 'x'.repeat(20_000), password: 'geheim123' },
      headers: { 'x-long': 'x'.repeat(4001), 'x-short': 'y' },
    })
    await call('GET', `${DE}/tags?hide_empty=false&_fields=tags`)
    const [sent, listed] = mock.requests
    expect(sent?.truncated).toEqual(['url', 'requestHeaders', 'requestBody'])
    expect(sent?.url).toHaveLength(2000)
    expect(sent?.requestHeaders).toEqual({ 'content-type': 'application/json', 'x-short': 'y' })
    expect(sent?.requestBody).toHaveLength(16_000)
    expect(sent?.curl).toMatch(/ # truncated in the log: url, requestHeaders, requestBody$/)
    expect(listed?.truncated).toEqual(['responseBody'])
    expect(listed?.responseBody).toHaveLength(16_000)
    expect(listed?.curl).not.toContain('#')
  })

  test('maxLoggedBody is the maximum of characters of a body', async () => {
    const { mock, call } = start({ maxLoggedBody: 15 })
    await call('POST', `${DE}/tags?_fields=id`, { json: { name: 'Neuer' } })
    expect(mock.requests[0]).toMatchObject({
      requestBody: '{"name":"Neuer"',
      truncated: ['requestBody'],
    })
  })

  test.each(['{"a":"AAA","password":"geheim123"', 'a=AAA&password=geheim123'])(
    'a credential at the end of the truncated body %s is redacted, and where the response quotes it',
    async (raw) => {
      const { mock, call } = start({ maxLoggedBody: raw.length - 4 })
      const type = raw.startsWith('{') ? 'json' : 'x-www-form-urlencoded'
      const headers = { 'content-type': `application/${type}` }
      await call('POST', `${DE}/tags/geheim123?status=geheim123`, { raw, headers })
      expect(JSON.stringify(mock.requests[0]?.requestBody)).not.toContain('geh')
    },
  )

  test('a body that is not a text is omitted', async () => {
    const { mock, call } = start()
    await call('POST', `${DE}/tags`, { raw: new Uint8Array([0xff, 0xfe]) })
    expect(mock.requests[0]).not.toHaveProperty('requestBody')
    expect(mock.requests[0]?.curl).toMatch(/ -X POST .* # the body is not in the log$/)
  })

  test('a request that the mock rejects outside its worlds is in no log', async () => {
    const call = fresh({ empty: true, baseUrl: '/api' })
    expect((await call('GET', '/other')).status).toBe(404)
    expect((await call('GET', `/api${DE}/tags`)).status).toBe(200)
  })

  test('a request lists its fault, its delay and its notes', async () => {
    const { mock, call } = start({ fault: ['POST * drop'] })
    await call('GET', `${DE}/tags?pag=1`, { headers: { 'x-calmock-delay': '200' } })
    await call('GET', `${DE}/tags?pag=1`, { headers: { 'x-calmock-fault': '503' } })
    await call('POST', `${DE}/tags`, { json: { name: 'Neu' } })
    const [noted, failed, dropped] = mock.requests
    expect(noted).toMatchObject({
      delay: 200,
      notes: [{ code: 'unknown-parameter', level: 'warning', parameter: 'pag' }],
    })
    expect(noted?.ms).toBeGreaterThanOrEqual(200)
    expect(failed).toMatchObject({ status: 503, fault: '503', reason: expect.any(String) })
    expect(failed).not.toHaveProperty('rule') // its header asked for the fault
    expect(dropped).toMatchObject({
      status: 0,
      fault: 'drop',
      rule: 'POST * drop',
      responseHeaders: {},
    })
    expect(dropped).not.toHaveProperty('responseBody')
    expect(dropped).not.toHaveProperty('reason')
  })

  test('a value in a note that is a credential is redacted', async () => {
    const { mock, call } = start()
    await call('GET', `${DE}/tags?pasword=geheim123&password=geheim123&search=geheim123`)
    expect(JSON.stringify(mock.requests[0]?.notes)).not.toContain('geheim123')
    expect(mock.requests[0]?.responseHeaders).not.toContain('geheim123')
  })

  test('a snapshot restores the maximum, and has none that the options have', () => {
    const { mock } = start()
    expect(mock.snapshot()).not.toHaveProperty('settings')
    mock.maxRequests = 7
    const snapshot = mock.snapshot()
    expect(snapshot.settings).toEqual({ maxRequests: 7 })
    const other = start().mock
    other.restore(snapshot)
    expect(other.maxRequests).toBe(7)
    expect(other.snapshot()).toEqual(snapshot)
  })

  test('a request is listed as it was, although its headers and its query are read later', async () => {
    const mock = createCalmock({ empty: true, sites: ['en'] })
    const headers = new Headers({ 'X-Test': 'first' })
    await mock.fetch('/en/cal/events/v1/tags', { headers })
    headers.set('X-Test', 'second')
    expect(mock.requests[0]?.requestHeaders).toEqual({ 'x-test': 'first' })
  })
})
