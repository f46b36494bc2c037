import { readFileSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import { createServer as createSecureServer, get as getSecurely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listen, type RunningServer } from '../../src/http/server.ts'
import { followWorlds, WORLD_COOKIE } from '../../src/ssr.ts'
import { createTestMock, NOW } from '../call.ts'

const API = 'https://api.example'
const TAGS = `${API}/de/cal/events/v1/tags`

followWorlds({ api: API })

/** The function of the process that reaches the network. */
const original = globalThis.fetch

let mock: RunningServer
let app: Server
let handle: (request: IncomingMessage) => Promise<unknown>
beforeAll(async () => {
  mock = await listen(createTestMock({ now: NOW, scenario: 'empty' }))
  app = createServer(async (request, response) => {
    const body = await handle(request).catch((error: unknown) => ({ error: String(error) }))
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  app.close()
  await mock.close()
})
afterEach(() => {
  globalThis.fetch = original
  vi.restoreAllMocks()
})

/** Requests the app over the network, without `fetch`. */
async function callApp(cookie?: string, body = '', agent?: Agent): Promise<unknown> {
  const { port } = app.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = cookie === undefined ? {} : { cookie }
    request({ port, method: 'POST', headers, ...(agent && { agent }) }, resolve)
      .on('error', reject)
      .end(body)
  })
  return json(response)
}

const cookieOf = (world: string): string => `${WORLD_COOKIE}=${mock.url}/~${world}`

/** Starts a service that is no calmock, or answers its health only as a calmock does. Returns its address and the requests that it gets. */
async function startService(answers: Readonly<Record<string, object>>) {
  const requests: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    requests.push(`${url} ${headers.authorization ?? 'without credentials'}`)
    const { location } = Object(answers[url])
    if (location) return response.writeHead(302, { location }).end()
    return response.end(JSON.stringify(answers[url] ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, requests }
}

const HEALTH = { status: 'ok', seed: 1, uptime: 1 }

/** Replaces what reaches the network. Returns the addresses that it is called with. */
function stubNetwork(): readonly string[] {
  const addresses: string[] = []
  globalThis.fetch = async (input) => {
    addresses.push(input instanceof Request ? `${input.method} ${input.url}` : String(input))
    return Response.json({})
  }
  return addresses
}

describe('what a server fetches', () => {
  test('forty requests at the same time write to and read from the world of their cookie', async () => {
    handle = async (request) => {
      const name = await text(request)
      const made = await fetch(TAGS, { method: 'POST', body: new URLSearchParams({ name }) })
      const list = await fetch(new URL(`${TAGS}?hide_empty=false`))
      const { tags } = await list.json()
      return [made.status, tags.map((tag: { name: string }) => tag.name)]
    }
    const numbers = Array.from({ length: 40 }, (_, n) => n)
    const bodies = await Promise.all(
      numbers.map((n) => callApp(`session=a; ${cookieOf(`world-${n}`)}; b=c`, `Tag ${n}`)),
    )
    expect(bodies).toEqual(numbers.map((n) => [201, [`Tag ${n}`]]))
  })

  test('a Request keeps its method, headers and body', async () => {
    handle = async () => {
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ name: 'Als Objekt' })
      const made = await fetch(new Request(TAGS, { method: 'POST', headers, body }))
      return (await made.json()).name
    }
    expect(await callApp(cookieOf('request'))).toBe('Als Objekt')
  })

  test('a request without the cookie changes nothing, also on a connection that had it', async () => {
    const addresses = stubNetwork()
    handle = () => fetch(`${API}/tags`)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await callApp(cookieOf('first'), '', agent)
    await callApp(undefined, '', agent)
    await callApp('session=a', '', agent)
    await callApp(cookieOf('last'), '', agent)
    agent.destroy()
    const unchanged = `${API}/tags`
    expect(addresses).toEqual([
      `${mock.url}/~first/tags`,
      unchanged,
      unchanged,
      `${mock.url}/~last/tags`,
    ])
  })

  test('the world is known after timers, in listeners of the request and after the response', async () => {
    const addresses = stubNetwork()
    let ended: Promise<unknown> = Promise.resolve()
    handle = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      await fetch(`${API}/timer`)
      await new Promise<void>((resolve) => {
        request.on('data', () => fetch(`${API}/data`)).on('end', resolve)
      })
      ended = new Promise((resolve) => setTimeout(() => resolve(fetch(`${API}/after`)), 2))
      return 'responded'
    }
    await callApp(cookieOf('late'), 'body')
    await ended
    const world = `${mock.url}/~late`
    expect(addresses).toEqual([`${world}/timer`, `${world}/data`, `${world}/after`])
  })

  test('a server for HTTPS is followed too', async () => {
    const addresses = stubNetwork()
    const read = (name: string) =>
      readFileSync(join(import.meta.dirname, '../cli/certificates', name))
    const certificate = { cert: read('own.cert.pem'), key: read('own.key.pem') }
    const server = createSecureServer(certificate, async (_, response) => {
      await fetch(`${API}/tags`)
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const { port } = server.address() as AddressInfo
    const options = { port, rejectUnauthorized: false, headers: { cookie: cookieOf('tls') } }
    await new Promise<void>((resolve) => {
      getSecurely(options, (response) => response.resume().on('end', resolve))
    })
    server.close()
    expect(addresses).toEqual([`${mock.url}/~tls/tags`])
  })

  test.each<[what: string, input: string | URL | Request, expected: string]>([
    ['a URL object', new URL(`${API}/a?b=c#d`), '<mock>/~w/a?b=c'],
    ['a Request', new Request(`${API}/a`, { method: 'DELETE' }), 'DELETE <mock>/~w/a'],
    ['another origin', 'https://api.example.org/a', 'https://api.example.org/a'],
    ['another scheme', 'http://api.example/a', 'http://api.example/a'],
    ['a relative address', '/a', '/a'],
    ['the address of another world', `${API}/~other/a`, `${API}/~other/a`],
  ])('%s is sent to the right place', async (_, input, expected) => {
    const addresses = stubNetwork()
    handle = () => fetch(input)
    await callApp(cookieOf('w'))
    expect(addresses).toEqual([expected.replace('<mock>', mock.url)])
  })

  test('a base path of the mock stays before the world, and other paths are not redirected', async () => {
    const addresses = stubNetwork()
    handle = () => Promise.all([fetch(`${API}/v2/tags`), fetch(`${API}/v22/tags`)])
    const { url } = await startService({ '/v2/__calmock/health': HEALTH })
    await callApp(`${WORLD_COOKIE}=${url}/v2/~w`)
    expect(addresses.toSorted()).toEqual([`${url}/v2/~w/tags`, `${API}/v22/tags`])
  })
})

test('a framework that replaces fetch sees the address of the world, also as the key of its cache', async () => {
  const addresses = stubNetwork()
  const inner = globalThis.fetch
  const cache = new Map<string, Promise<Response>>()
  const patched: typeof fetch = async (input, init) => {
    const key = String(input)
    const response = cache.get(key) ?? inner(input, init)
    cache.set(key, response)
    return (await response).clone()
  }
  globalThis.fetch = Object.assign(patched, { isPatched: true })
  expect(globalThis.fetch).toHaveProperty('isPatched', true)
  const outer = globalThis.fetch
  globalThis.fetch = outer // what a framework restores
  expect(globalThis.fetch).toBe(outer)
  handle = () => fetch(`${API}/tags`)
  await Promise.all(['a', 'b', 'a', 'b'].map((world) => callApp(cookieOf(world))))
  const worlds = [`${mock.url}/~a/tags`, `${mock.url}/~b/tags`]
  expect([[...cache.keys()].sort(), [...addresses].sort()]).toEqual([worlds, worlds])
})

test('a cookie with another address than a world on this machine is ignored, with one warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const addresses = stubNetwork()
  handle = () => fetch(`${API}/tags`)
  const values = [
    'http://evil.example/~w',
    'https://127.0.0.1/~w',
    'http://127.0.0.1@evil.example/~w',
    'http://127.0.0.1:80@evil.example/~w',
    'http://127.0.0.1.evil.example/~w',
    'http://localhost\\.evil.example/~w',
    'http://127.0.0.1:99999/~w',
    'http://127.0.0.1:4747/admin',
    'http://127.0.0.1:4747/~w/admin',
    'http://127.0.0.1:4747/~w?a=b',
    'http://127.0.0.1:4747/~W',
    '/~w',
    '',
  ]
  for (const value of values) await callApp(`${WORLD_COOKIE}=${value}`)
  expect(addresses).toEqual(values.map(() => `${API}/tags`))
  expect(warn.mock.calls).toEqual([
    [
      '[calmock] invalid cookie calmock_url "http://evil.example/~w"; accepted: the address of a world on this machine, such as http://127.0.0.1:4747/~mine; it is ignored',
    ],
  ])
})

test('a service that is no calmock is asked once for its health, and gets no request or header of the app', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const addresses = stubNetwork()
  const { url, requests } = await startService({})
  handle = () => fetch(`${API}/tags`, { headers: { authorization: 'Bearer key' } })
  for (const world of ['a', 'b']) await callApp(`${WORLD_COOKIE}=${url}/~${world}`)
  expect(addresses).toEqual([`${API}/tags`, `${API}/tags`])
  expect(requests).toEqual(['/__calmock/health without credentials'])
  expect(warn.mock.calls).toEqual([[`[calmock] ${url} is no calmock; its cookie is ignored`]])
})

test('a redirect of a world is followed within its origin only', async () => {
  const other = await startService({})
  const { url, port, requests } = await startService({
    '/__calmock/health': HEALTH,
    '/~w/inside': { location: '/~w/moved' },
    '/~w/outside': { location: `${other.url}/stolen` },
  })
  const headers = { authorization: 'Bearer key' }
  handle = async () => (await fetch(`${API}/inside`, { headers })).url
  const cookie = `${WORLD_COOKIE}=${url}/~w`
  expect(await callApp(cookie)).toBe(`${url}/~w/moved`)
  handle = () => fetch(`${API}/outside`, { headers })
  expect(await callApp(cookie)).toEqual({
    error: `TypeError: [calmock] http://127.0.0.1:${port} redirects to ${other.url}, which is not followed`,
  })
  expect(requests.slice(1)).toEqual(
    ['inside', 'moved', 'outside'].map((path) => `/~w/${path} Bearer key`),
  )
  expect(other.requests).toEqual([])
})

test('where NODE_ENV is production no world is followed', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const addresses = stubNetwork()
  handle = () => fetch(`${API}/tags`)
  await callApp(cookieOf('built'))
  expect(addresses).toEqual([`${API}/tags`])
})

test('an api that is no address is rejected with the accepted form', () => {
  expect(() => followWorlds({ api: 'api.example' })).toThrow(
    '[calmock] invalid api "api.example"; accepted: an address such as https://api.example',
  )
})
