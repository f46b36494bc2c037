import type { IncomingMessage } from 'node:http'
import { getResponse } from 'msw'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Calmock, createCalmock } from '../../src/index.ts'
import { handlersFor } from '../../src/intercept/msw/handlers.ts'
import { useCalmock } from '../../src/vitest.ts'
import { serveRequests } from '../free-port.ts'
import { raw } from './raw.ts'

const SCENARIO = '/__calmock/scenario'

afterEach(() => void vi.restoreAllMocks())

/** Returns a web request with the headers of a request, as the adapters of frameworks create it. */
function toRequest({ url = '/', method = 'GET', headers }: IncomingMessage): Request {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)])
  const init = { method, headers: Object.fromEntries(entries) }
  return new Request(`http://${headers.host}${url}`, init)
}

/** Starts a server that passes each request to `fetch` of the mock. Returns its port. */
async function serve(mock: Pick<Calmock, 'fetch'>): Promise<number> {
  const { port, close } = await serveRequests(async (request, response) => {
    const answer = await mock.fetch(toRequest(request))
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(await answer.text())
  })
  onTestFinished(close)
  return port
}

const silenceWarnings = () => vi.spyOn(console, 'warn').mockReturnValue()

test.each([
  ...'mock.example mock.example:8080 192.168.1.5:4747 [2001:db8::1] localhost.example'.split(' '),
])('control routes reject requests to the Host %s without a token', async (host) => {
  silenceWarnings()
  const port = await serve(createCalmock({ events: 3 }))
  const rejected = await raw(port, SCENARIO, { host, method: 'PUT' })
  expect(rejected.status).toBe(403)
  expect(JSON.parse(rejected.text).code).toBe('calmock_control_forbidden')
  expect((await raw(port, '/de/cal/events/v1/events', { host })).status).toBe(200)
})

test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'app.localhost'])(
  'control routes accept requests to the Host %s',
  async (host) => {
    const warn = silenceWarnings()
    const port = await serve(createCalmock({ events: 3 }))
    expect((await raw(port, SCENARIO, { host })).status).toBe(200)
    expect(warn).not.toHaveBeenCalled()
  },
)

test('a world of the mock has the same rule', async () => {
  silenceWarnings()
  const port = await serve(createCalmock({ events: 3 }).world('mine'))
  expect((await raw(port, SCENARIO, { host: 'mock.example' })).status).toBe(403)
})

test('control routes accept requests to any Host with the token', async () => {
  const warn = silenceWarnings()
  const port = await serve(createCalmock({ events: 3, token: 'abc' }))
  const headers = { host: 'mock.example', authorization: 'Bearer abc' }
  expect((await raw(port, SCENARIO, headers)).status).toBe(200)
  expect((await raw(port, SCENARIO, { host: 'mock.example' })).status).toBe(401)
  expect(warn).not.toHaveBeenCalled()
})

test('the first request to a public Host warns once about the option token', async () => {
  const warn = silenceWarnings()
  const port = await serve(createCalmock({ events: 3 }))
  for (const host of ['mock.example', 'other.example'])
    await raw(port, '/de/cal/events/v1/events', { host })
  expect(warn.mock.calls).toEqual([
    [
      '[calmock] a request has the Host "mock.example": everyone who can reach it can read and change the records. Control routes return 403 there; set the option token to use them',
    ],
  ])
})

test('a request that a program creates controls the mock at any URL', async () => {
  const mock = createCalmock({ events: 3 })
  expect((await mock.fetch(`https://mock.example${SCENARIO}`)).status).toBe(200)
})

test('interception ignores the Host', async () => {
  const headers = { host: 'mock.example' }
  const request = new Request(`https://mock.example${SCENARIO}`, { headers })
  const response = await getResponse(handlersFor(createCalmock({ events: 3 })), request)
  expect(response?.status).toBe(200)
})

useCalmock({ events: 3, intercept: 'fetch', onUnhandledRequest: 'bypass' })
test('a patched fetch ignores the Host', async () => {
  const headers = { host: 'mock.example' }
  expect((await fetch(`https://mock.example${SCENARIO}`, { headers })).status).toBe(200)
})
