import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { toNodeListener } from '../../src/http/listener.ts'
import type { Options } from '../../src/options/options.ts'
import { createTestMock } from '../call.ts'

const TAGS = '/de/cal/events/v1/tags'

/** Middleware that runs before the mock in a custom server. */
type Middleware = (
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
) => Promise<void>

/** Starts a custom server with middleware before the mock and returns its address. */
async function serveBehind(
  before: Middleware,
  options: Options = { empty: true },
): Promise<string> {
  const listener = toNodeListener(createTestMock(options))
  const server = createServer((request, response) => {
    before(request, response).then(() => listener(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a listening server has an address
}

/** Wraps `writeHead` as older versions of `on-headers` do, which compression and loggers use. */
const wrapWriteHead: Middleware = async (_, response) => {
  const { writeHead } = response
  response.writeHead = ((status: number, headers?: object) => {
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
    response.setHeader('X-Seen', 'yes')
    return writeHead.call(response, status)
  }) as typeof writeHead
}

test('middleware that wraps writeHead sees the headers', async () => {
  const url = await serveBehind(wrapWriteHead)
  const response = await fetch(url + TAGS)
  expect([response.status, response.headers.get('x-seen')]).toEqual([200, 'yes'])
  expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8')
  expect((await response.json()).total).toBe(0)
})

/** Mounts the mock at a path as connect does: it cuts `url`, and keeps `originalUrl`. */
const mountAt =
  (path: string, added: object = {}): Middleware =>
  async (request) => {
    const originalUrl = request.url ?? ''
    const rest = originalUrl.slice(path.length)
    Object.assign(request, { originalUrl, ...added })
    request.url = rest.startsWith('/') ? rest : `/${rest}`
  }

test.each([
  ['connect', {}, {}],
  ['Express', { baseUrl: '/api' }, {}],
  ['connect and the base URL', {}, { baseUrl: '/api' }],
  ['Express and the base URL', { baseUrl: '/api' }, { baseUrl: '/api' }],
])('links contain the path at which %s mounts the mock', async (_, added, options) => {
  const url = await serveBehind(mountAt('/api', added), { events: 6, ...options })
  const read = async (address: string) => (await fetch(address)).json()
  const { next_rest_url, events } = await read(`${url}/api/de/cal/events/v1/events?per_page=1`)
  expect(next_rest_url).toMatch(`${url}/api/de/cal/events/v1/events/?`)
  expect((await read(next_rest_url)).events).toHaveLength(1)
  expect((await read(events[0].rest_url)).id).toBe(events[0].id)
  for (const front of ['/api', '/api?x=1', '/api/'])
    expect((await read(url + front)).sites[0].url).toBe(`${url}/api/en/cal/events/v1`)
})

/** Reads the body as a body parser does, and stores the result of `made`. */
const parseBody =
  (made: (text: string) => unknown): Middleware =>
  async (request) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    request.body = made(text)
  }

const json = ['{"name":"Größe"}', 'application/json'] as const
const form = ['name=Gr%C3%B6%C3%9Fe', 'application/x-www-form-urlencoded'] as const

test.each([
  ['JSON', JSON.parse, ...json],
  ['text', (text: string) => text, ...json],
  ['bytes', (text: string) => Buffer.from(text), ...json],
  ['a form', (text: string) => Object.fromEntries(new URLSearchParams(text)), ...form],
] as const)('a body that middleware has parsed as %s is used', async (_, made, body, type) => {
  const url = await serveBehind(parseBody(made))
  const headers = { 'Content-Type': type }
  const response = await fetch(url + TAGS, { method: 'POST', body, headers })
  expect([response.status, (await response.json()).slug]).toEqual([201, 'groesse'])
})

test('a form that middleware has left unread is read, although Express 4 sets an empty body', async () => {
  const url = await serveBehind(async (request) => {
    request.body = {}
  })
  const response = await fetch(url + TAGS, { method: 'POST', body: new URLSearchParams('name=A') })
  expect([response.status, (await response.json()).slug]).toEqual([201, 'a'])
})

test('a body that middleware has decoded may have a Content-Encoding', async () => {
  const decode: Middleware = async (request) => {
    for await (const _ of request);
    request.body = { name: 'Größe' }
  }
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
  const url = await serveBehind(decode)
  const response = await fetch(url + TAGS, { method: 'POST', body: 'gzip', headers })
  expect(response.status).toBe(201)
})

test('a body that middleware has consumed is rejected without delay', async () => {
  const url = await serveBehind(parseBody(() => undefined))
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url + TAGS, { method: 'POST', body: '{"name":"A"}', headers })
  expect(response.status).toBe(400)
})

test.each(['/de/cal/events/v1/events', '/de/cal/events/v1/nothing', '/__calmock/health', '/'])(
  'HEAD %s has the Content-Length of GET',
  async (path) => {
    const url = await serveBehind(async () => {}, { events: 3 })
    const [get, head] = await Promise.all([
      fetch(url + path),
      fetch(url + path, { method: 'HEAD' }),
    ])
    const bytes = await get.arrayBuffer()
    expect(bytes.byteLength).toBeGreaterThan(0)
    expect(head.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(await head.text()).toBe('')
  },
)

/** Different lists of about 40 kB each. */
const lists = Array.from(
  { length: 24 },
  (_, n) => `/de/cal/events/v1/events?page=1&per_page=${9 + n}`,
)

/** Returns the text of each list, fetched sequentially. */
async function fetchSequentially(url: string): Promise<readonly string[]> {
  const texts: string[] = []
  for (const list of lists) texts.push(await (await fetch(url + list)).text())
  return texts
}

test('delayed responses are complete while other responses are created', async () => {
  const url = await serveBehind(
    async (_, response) => {
      const { end } = response
      response.end = ((body: Uint8Array) => {
        setTimeout(() => end.call(response, body, 'utf8'), 20)
        return response
      }) as typeof end
    },
    { seed: 3, events: 60 },
  )
  const texts = await fetchSequentially(url)
  const atOnce = await Promise.all(lists.map(async (list) => (await fetch(url + list)).text()))
  expect(atOnce.every((text, n) => text === texts[n])).toBe(true)
})

test('a delay is longer than the time after which the server ends connections without traffic', async () => {
  const url = await serveBehind(async (_, response) => void response.socket?.setTimeout(50))
  const response = await fetch(url + TAGS, { headers: { 'X-Calmock-Delay': '300' } })
  expect(response.status).toBe(200)
})

test('responses to a slow client are complete', async () => {
  const url = await serveBehind(async () => {}, { seed: 3, events: 60 })
  const texts = await fetchSequentially(url)
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
  const head = `Host: ${new URL(url).host}\r\n`
  for (const list of lists) socket.write(`GET ${list} HTTP/1.1\r\n${head}\r\n`)
  socket.write(`GET ${TAGS} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  // responses beyond the socket buffers wait in the server
  await Promise.all(lists.map(async (list) => (await fetch(url + list)).text()))
  let got = ''
  for await (const part of socket.setEncoding('utf8')) got += part
  const bodies = got.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s).slice(1)
  expect(bodies.length).toBe(lists.length + 1)
  expect(texts.every((text, n) => text === bodies[n])).toBe(true)
})
