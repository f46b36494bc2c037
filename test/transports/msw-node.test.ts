import { createRequire } from 'node:module'
import { bypass, HttpResponse, http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listen } from '../../src/http/server.ts'
import { createCalmock } from '../../src/index.ts'
import { handlersFor } from '../../src/intercept/msw/handlers.ts'
import { setupCalmock } from '../../src/node.ts'
import type { Options } from '../../src/options/options.ts'
import { NOW } from '../call.ts'
import { leastOf } from '../http/world.ts'

const HOST = 'https://anything.example'
const DE = `${HOST}/de/cal/events/v1`

let server: ReturnType<typeof setupServer> | undefined

/**
 * Intercepts the requests of this process until the test ends; a request without a handler is an
 * error.
 */
function intercept(options: Options = {}, ...first: Parameters<typeof setupServer>) {
  const calmock = createCalmock({ now: NOW, events: 12, ...options })
  server = setupServer(...first, ...handlersFor(calmock))
  server.listen({ onUnhandledRequest: 'error' })
  return calmock
}

afterEach(() => {
  server?.close()
  server = undefined
})

const jsonInit = (method: string, fields: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(fields),
})

test('the mock of calmock/node intercepts from start() to stop(), as in pages', async () => {
  const mock = setupCalmock({ sites: ['de'], events: 3 })
  expect(() => mock.server).toThrow('mock.server exists after start(): await it')
  await mock.start({ onUnhandledRequest: 'error' })
  await mock.start()
  expect((await fetch(`${DE}/events`)).status).toBe(200)
  await expect(fetch(`${HOST}/elsewhere`)).rejects.toThrow()
  mock.stop()
  mock.stop()
  await expect(fetch(`${DE}/events`)).rejects.toThrow('fetch failed')
})

test.each(['bun', 'deno'])(
  'start() patches fetch in %s, with the handlers of server.use()',
  async (name) => {
    const versions = { ...process.versions, [name]: '1.0.0' }
    vi.stubGlobal('process', Object.create(process, { versions: { value: versions } }))
    const network = vi.fn(async () => new Response('network'))
    vi.stubGlobal('fetch', network)
    const mock = setupCalmock({ sites: ['de'], events: 3 })
    await mock.start({ onUnhandledRequest: 'error' })
    mock.server.use(
      http.get(`${HOST}/own`, () => HttpResponse.text('own')),
      http.get(`${HOST}/passed`, () => passthrough()),
      http.get(`${HOST}/changed`, async ({ request }) => {
        const response = await fetch(bypass(request))
        return HttpResponse.text(`changed ${await response.text()}`)
      }),
    )
    await mock.start()
    const response = await fetch(new Request(`${DE}/events`))
    expect(response.url).toBe(`${DE}/events`)
    const [event] = (await response.json()).events
    expect(event.image.url).toMatch(/^https:/)
    const readText = async (path: string) => (await fetch(`${HOST}${path}`)).text()
    expect(await readText('/own')).toBe('own')
    expect(await readText('/passed')).toBe('network')
    expect(await readText('/changed')).toBe('changed network')
    await expect(fetch(`${HOST}/elsewhere`)).rejects.toThrow("onUnhandledRequest is 'error'")
    mock.faults = ['GET /events drop']
    await expect(fetch(`${DE}/events`)).rejects.toThrow(TypeError)
    mock.stop()
    expect(fetch).toBe(network)
    vi.unstubAllGlobals()
  },
)

test('a request to a site that the mock lacks is reported once, with the sites that it has', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const others = ['/fr/cal/events/v1/events', '/cal/events/v1/events', '/elsewhere'].map((path) =>
    http.get(`${HOST}${path}`, () => HttpResponse.text('theirs')),
  )
  server = setupServer(...handlersFor(createCalmock({ events: 3 })), ...others)
  server.listen({ onUnhandledRequest: 'error' })
  for (const path of ['/elsewhere', '/fr/cal/events/v1/events', '/cal/events/v1/events'])
    expect(await (await fetch(HOST + path)).text()).toBe('theirs')
  expect((await fetch(`${DE}/events`)).status).toBe(200)
  expect(warn.mock.calls).toEqual([
    [
      `[calmock] ${HOST}/fr/cal/events/v1/events is not handled: this mock has the sites en, hi, de, zh-hans, such as /en/cal/events/v1; see the options sites and root`,
    ],
  ])
  warn.mockRestore()
})

test('a request with a path before the site is reported with the option baseUrl', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const theirs = http.get(`${HOST}/api/v2/de/*`, () => HttpResponse.text('theirs'))
  server = setupServer(...handlersFor(createCalmock({ events: 3 })), theirs)
  server.listen()
  expect(await (await fetch(`${HOST}/api/v2/de/cal/events/v1/events`)).text()).toBe('theirs')
  expect(warn.mock.calls).toEqual([
    [
      `[calmock] ${HOST}/api/v2/de/cal/events/v1/events is not handled: this mock has /de/cal/events/v1 without /api/v2 before it; set the option baseUrl to '/api/v2'`,
    ],
  ])
  warn.mockRestore()
})

test('a request whose path begins with two slashes is reported with what to do', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  for (const options of [{}, { baseUrl: '/' }]) {
    const theirs = http.get(`${HOST}//de/*`, () => HttpResponse.text('theirs'))
    const own = setupServer(...handlersFor(createCalmock({ events: 3, ...options })), theirs)
    own.listen()
    await fetch(`${HOST}//de/cal/events/v1/events`)
    own.close()
  }
  const message = `[calmock] ${HOST}//de/cal/events/v1/events is not handled: the path begins with two slashes; begin it with one`
  expect(warn.mock.calls).toEqual([[message], [message]])
  warn.mockRestore()
})

describe('handlers of the user', () => {
  const mine = () => http.get('*/events', () => HttpResponse.json({ mine: true }))

  test('earlier handlers take precedence, but only for their routes', async () => {
    intercept({}, mine())
    expect(await (await fetch(`${DE}/events`)).json()).toEqual({ mine: true })
    expect((await (await fetch(`${DE}/venues`)).json()).venues).toHaveLength(9)
    expect((await fetch(`${DE}/events`, jsonInit('POST', leastOf('events')))).status).toBe(201)
  })

  test('handlers added with use() take precedence until resetHandlers()', async () => {
    intercept()
    server?.use(mine())
    expect(await (await fetch(`${DE}/events`)).json()).toEqual({ mine: true })
    server?.resetHandlers()
    expect((await (await fetch(`${DE}/events`)).json()).events).toHaveLength(9)
  })

  test('a one-time error is followed by responses of the mock', async () => {
    intercept()
    server?.use(http.get('*/events', () => HttpResponse.error(), { once: true }))
    await expect(fetch(`${DE}/events`)).rejects.toThrow(TypeError)
    expect((await fetch(`${DE}/events`)).status).toBe(200)
  })

  test('a handler without a response falls through to the mock', async () => {
    intercept(
      {},
      http.get('*/events', () => undefined),
    )
    expect((await fetch(`${DE}/events`)).status).toBe(200)
  })

  test('a handler can serve an address that the mock ignores', async () => {
    intercept(
      {},
      http.get('https://api.example/other', () => HttpResponse.text('other')),
    )
    expect(await (await fetch('https://api.example/other')).text()).toBe('other')
  })
})

test('requests to other addresses reach a real server', async () => {
  const answer = { status: 200, headers: {}, body: 'elsewhere' }
  const real = await listen({ handle: async () => answer })
  const unhandled: string[] = []
  server = setupServer(...handlersFor(createCalmock()))
  const { version }: { version: string } = createRequire(import.meta.url)('msw/package.json')
  const onUnhandledRequest = ({ url }: Request) => void unhandled.push(url)
  // the second name is for msw 3, which passes the request in a frame
  const onUnhandledFrame = ({ frame }: { frame: { data: { request: Request } } }) =>
    onUnhandledRequest(frame.data.request)
  server.listen(version.startsWith('2.') ? { onUnhandledRequest } : Object({ onUnhandledFrame }))
  try {
    const response = await fetch(`${real.url}/other`)
    expect(await response.text()).toBe('elsewhere')
    expect(unhandled).toEqual([`${real.url}/other`])
  } finally {
    await real.close()
  }
})

test('reset discards all writes, also during interception', async () => {
  const { reset } = intercept()
  const before = await (await fetch(`${DE}/tags?hide_empty=false`)).text()
  expect((await fetch(`${DE}/tags`, jsonInit('POST', { name: 'A' }))).status).toBe(201)
  expect(await (await fetch(`${DE}/tags?hide_empty=false`)).text()).not.toBe(before)
  reset()
  expect(await (await fetch(`${DE}/tags?hide_empty=false`)).text()).toBe(before)
})

test('the handlers and fetch of one mock have the same state', async () => {
  const calmock = intercept({ empty: true })
  await fetch(`${DE}/tags`, jsonInit('POST', { name: 'By fetch' }))
  const init = jsonInit('POST', { name: 'In process' })
  expect((await calmock.fetch(`${DE}/tags`, init)).status).toBe(201)
  const target = `${DE}/tags?hide_empty=false&orderby=id`
  const [one, two] = [await fetch(target), await calmock.fetch(target)]
  expect(await one.text()).toBe(await two.text())
})
