import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type ListenOptions, listen } from '../../src/http/server.ts'
import { createTestMock } from '../call.ts'
import { raw } from './raw.ts'

/** Returns the response to a request with this Host header, from a mock with these options. */
async function requestWithHost(host: string, options: ListenOptions = {}) {
  const { port, close } = await listen(createTestMock({ empty: true }), options)
  const seen = await raw(port, '/de/cal/events/v1/tags', { host, origin: `http://${host}` })
  await close()
  return seen
}

test.each([
  ...'localhost LOCALHOST:4747 app.localhost 127.0.0.1 127.1.2.3:80 [::1]:4747'.split(' '),
  ...'192.168.1.7 [fe80::1]'.split(' '),
])('the host %s is accepted', async (host) => {
  expect((await requestWithHost(host)).status).toBe(200)
})

test.each([
  ...'evil.example evil.example:4747 localhost.evil.example 127.0.0.1.evil.example'.split(' '),
  ...'127.evil.example 1.2.3 evil *'.split(' '),
])('the host %s is rejected, which prevents DNS rebinding', async (host) => {
  const { status, text, headers, lines } = await requestWithHost(host)
  expect(status).toBe(403)
  expect(JSON.parse(text)).toEqual({
    code: 'calmock_unknown_host',
    message: expect.stringMatching(/--allow-host/),
    data: { status: 403 },
  })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).toHaveProperty('x-content-type-options', 'nosniff')
  expect(lines.filter((name) => name === 'Content-Length')).toHaveLength(1)
})

test.each([
  ['api.example', ['api.example'], 200],
  ['API.example:80', ['other', 'api.example'], 200],
  ['sub.api.example', ['api.example'], 403],
  ['whatever.example', ['*'], 200],
])('a request to %s with --allow-host %o returns %d', async (host, allowHost, status) => {
  expect((await requestWithHost(host, { allowHost })).status).toBe(status)
})

test.each([
  [{ allowHost: ['*'] }, {}, [200, 200, 403, 403]],
  [{ allowHost: ['*', 'api.example'] }, {}, [200, 200, 200, 403]],
  [{ allowHost: ['API.example'] }, {}, [200, 200, 200, 403]],
  [{ allowHost: ['*'] }, { token: 's3cret' }, [200, 200, 200, 200]],
])(
  'with %o and %o, control routes trust only names that no page can choose',
  async (listening, options, expected) => {
    const mock = createTestMock({ empty: true, ...options })
    const { port, close } = await listen(mock, listening)
    const statuses: (number | undefined)[] = []
    for (const host of ['localhost', '10.0.0.1', 'api.example', 'rebind.example']) {
      const headers = { host, origin: `http://${host}`, authorization: 'Bearer s3cret' }
      statuses.push((await raw(port, '/__calmock/health', headers)).status)
    }
    await close()
    expect(statuses).toEqual(expected)
  },
)

test('a request with two Host headers is rejected, also if both are accepted', async () => {
  const { port, close } = await listen(createTestMock({ empty: true }))
  const request = httpRequest({ port, setHost: false })
  request.setHeader('host', ['localhost', '127.0.0.1'])
  const [response]: IncomingMessage[] = await once(request.end(), 'response')
  expect([response?.statusCode, response && (await json(response))]).toMatchObject([
    400,
    { code: 'calmock_malformed_request', message: expect.stringContaining('Host') },
  ])
  await close()
})

test('an accepted host does not authorize other hosts on the same connection', async () => {
  const { port, close } = await listen(createTestMock({ empty: true }))
  const statuses: (number | undefined)[] = []
  for (const host of ['localhost', 'evil.example', 'localhost', 'evil.example'])
    statuses.push((await raw(port, '/', { host })).status)
  await close()
  expect(statuses).toEqual([200, 403, 200, 403])
})

test.each([
  ...'127.0.0.1:99999 [::1]:99999 localhost:70000 127.999.1.1 [::1].'.split(' '),
  ...'a.localhost:123456'.split(' '),
])('the host %s, which is not a URL, does not make a control route fail', async (host) => {
  const { port, close } = await listen(createTestMock({ empty: true }))
  const headers = { host, origin: 'http://x.example' }
  const { status } = await raw(port, '/__calmock/health', headers)
  const list = await raw(port, '/de/cal/events/v1/tags', { host })
  await close()
  expect([status, list.status]).toEqual([403, 200])
  expect(JSON.parse(list.text).rest_url).toMatch(`http://127.0.0.1:${port}/de/`)
})
