import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../fixtures/languages/messages.ts'
import { listen, type RunningServer } from '../../src/http/server.ts'
import { createTestMock, fresh, over } from '../call.ts'
import { DE } from '../http/world.ts'
import { raw } from './raw.ts'

/** The headers of a browser in a request that a page of another site sends without CORS. */
const form = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  origin: 'https://evil.example',
}
const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
const cors = { ...form, 'sec-fetch-mode': 'cors' }

const create = { form: 'name=Evil' }
const mayNot = { code: 'calmock_cross_site', data: { status: 403 } }

describe('a page of another site', () => {
  test.each([
    ['a form', 'POST', `${DE}/tags`, form],
    ['a form without a referrer', 'POST', `${DE}/tags`, { ...form, origin: 'null' }],
    ['fetch without CORS', 'POST', `${DE}/tags`, { ...form, 'sec-fetch-mode': 'no-cors' }],
    ['a form with an override', 'POST', `${DE}/tags/1?_method=DELETE`, form],
    ['a form to a control route', 'POST', '/__calmock/reset', form],
    ['a form in a new world', 'POST', `/~new${DE}/tags`, form],
    ['an image in a new world', 'GET', `/~new${DE}/tags`, image],
    ['a link to a new world', 'GET', `/~new${DE}/tags`, { ...image, 'sec-fetch-mode': 'navigate' }],
    ['an image of a control route', 'GET', '/~new/__calmock/health', image],
  ])('%s is rejected with 403: %s %s', async (_, method, target, headers) => {
    const call = fresh({ empty: true })
    const answer = await call(method, target, { ...create, headers })
    expect([answer.status, answer.body]).toEqual([403, expect.objectContaining(mayNot)])
    expect(answer.body.message).toMatch(/Send the request with fetch, or open the URL directly\.$/)
    expect((await call('GET', '/__calmock/worlds')).body.worlds).toHaveLength(1)
    expect((await call('GET', `${DE}/tags?hide_empty=false`)).body.total).toBe(0)
  })

  test.each([image, form, cors])('reads an existing world with %o', async (headers) => {
    const call = fresh({ empty: true })
    await call('GET', `/~mine${DE}/tags`)
    for (const world of ['', '/~mine'])
      expect((await call('GET', `${world}${DE}/tags`, { headers })).status).toBe(200)
  })

  test('writes and creates worlds by CORS requests', async () => {
    const call = fresh({ empty: true })
    const answer = await call('POST', `/~new${DE}/tags`, { ...create, headers: cors })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      201,
      'https://evil.example',
    ])
  })
})

test.each([
  {},
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
  { ...form, origin: 'http://localhost:3000' },
  { ...form, origin: 'http://app.localhost:3000' },
  { ...image, referer: 'http://localhost:3000/page' },
  { origin: 'http://app.example:3000' },
])('a client or a page that is not of another site writes with %o', async (headers) => {
  const answer = await fresh({ empty: true })('POST', `/~new${DE}/tags`, { ...create, headers })
  expect(answer.status).toBe(201)
})

describe('an override of the method', () => {
  test.each([
    ['GET', '?_method=DELETE', {}],
    ['GET', '?_method=post&name=A', {}],
    ['HEAD', '?_method=PUT', {}],
    ['GET', '', { 'x-http-method-override': 'DELETE' }],
    ['GET', '', { 'x-http-method-override': 'PATCH' }],
  ])('%s%s %o is rejected with 403 and changes nothing', async (method, query, headers) => {
    const call = fresh({ empty: true })
    const { body: tag } = await call('POST', `${DE}/tags`, create)
    const answer = await call(method, `${DE}/tags/${tag.id}${query}`, { headers })
    expect(answer.status).toBe(403)
    expect((await call('GET', `${DE}/tags/${tag.id}`)).body.name).toBe('Evil')
  })

  test('the error is in the language of the site', async () => {
    const { body } = await fresh({ empty: true })('GET', '/hi/cal/events/v1/tags/1?_method=DELETE')
    const message = messages.hi.overrideOnRead
      .replaceAll('{given}', 'GET')
      .replaceAll('{method}', 'DELETE')
    expect(body).toEqual({ code: 'calmock_override_on_read', message, data: { status: 403 } })
  })

  test.each(['GET', 'HEAD', 'OPTIONS'])('of GET to %s is still a read', async (override) => {
    const answer = await fresh({ empty: true })('GET', `${DE}/tags?_method=${override}`)
    expect(answer.status).toBe(200)
  })
})

describe('over HTTP', () => {
  let server: RunningServer
  let state: string
  const mock = createTestMock({ maxWorlds: 3, empty: true })
  const readState = async () =>
    (await over(mock)('GET', '/__calmock/worlds')).text +
    (await over(mock)('GET', '/~mine/__calmock/world')).text

  beforeAll(async () => {
    server = await listen(mock)
    await raw(server.port, `/~mine${DE}/tags`, { method: 'POST' })
    state = await readState()
  })
  afterAll(() => server.close())

  const hosts = ['localhost', '127.0.0.1:4747', '[::1]', 'a.localhost', '10.1.2.3', 'evil.example']
  const pages = [
    ...'http://evil.example|https://localhost.evil.example|http://127.0.0.1.nip.io'.split('|'),
    ...'http://10.1.2.4|http://0.0.0.0|chrome-extension://abcdef|file://|null|'.split('|'),
  ]
  const routes = ['/tags', '/tags/1', '/events'].map((path) => DE + path)
  const controls = ['reset', 'worlds', 'clock'].map((name) => `/__calmock/${name}`)
  const requests = fc.record({
    host: fc.constantFrom(...hosts),
    method: fc.constantFrom('GET', 'HEAD', 'POST'), // the methods of requests without CORS
    mode: fc.constantFrom('no-cors', 'navigate', 'websocket', 'same-origin'),
    page: fc.option(fc.constantFrom(...pages)),
    header: fc.constantFrom('origin', 'referer'),
    world: fc.constantFrom('', '/~mine', '/~other', '/~third', '/~fourth'),
    target: fc.constantFrom(...routes, ...controls, '/'),
    query: fc.constantFrom('', '?_method=DELETE', '?_method=POST&name=A', '?name=A'),
  })

  test('no request without CORS of a page of another site changes the state', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ host, method, mode, page, header, world, ...path }) => {
        const { status, text } = await raw(server.port, world + path.target + path.query, {
          ...{ host, method, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode },
          ...(page !== null && { [header]: page }),
        })
        expect(status, text).toBeLessThan(500)
        expect(await readState()).toBe(state)
      }),
      { numRuns: 300 },
    )
  }, 60_000)
})
