import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { toNodeListener } from '../../src/http/server.ts'
import type { Options } from '../../src/options/options.ts'
import { createTestMock } from '../call.ts'

const TAGS = '/de/cal/events/v1/tags'

/** What stands before the mock in a server of one's own. */
type Before = (
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
) => Promise<void>

/** The address of a mock in a server of one's own, behind something else. */
async function behind(before: Before, options: Options = { empty: true }): Promise<string> {
  const listener = toNodeListener(createTestMock(options))
  const server = createServer((request, response) => {
    before(request, response).then(() => listener(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}

/** As older versions of `on-headers` do, which compression and loggers use. */
const takesOverHead: Before = async (_, response) => {
  const { writeHead } = response
  response.writeHead = ((status: number, headers?: object) => {
    for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value)
    response.setHeader('X-Seen', 'yes')
    return writeHead.call(response, status)
  }) as typeof writeHead
}

test('what has taken over the head of answers sees them', async () => {
  const url = await behind(takesOverHead)
  const response = await fetch(url + TAGS)
  expect([response.status, response.headers.get('x-seen')]).toEqual([200, 'yes'])
  expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8')
  expect((await response.json()).total).toBe(0)
})

/** Reads the body, as parsers do, and leaves what `made` makes of it. */
const reads =
  (made: (text: string) => unknown): Before =>
  async (request) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    request.body = made(text)
  }

test.each([
  ['JSON', JSON.parse, JSON.stringify({ name: 'Größe' }), 'application/json'],
  ['text', (text: string) => text, JSON.stringify({ name: 'Größe' }), 'application/json'],
  [
    'bytes',
    (text: string) => Buffer.from(text),
    JSON.stringify({ name: 'Größe' }),
    'application/json',
  ],
  [
    'a form',
    (text: string) => Object.fromEntries(new URLSearchParams(text)),
    'name=Gr%C3%B6%C3%9Fe',
    'application/x-www-form-urlencoded',
  ],
] as const)('a body that was read before as %s is taken over', async (_, made, body, type) => {
  const url = await behind(reads(made))
  const response = await fetch(url + TAGS, {
    method: 'POST',
    body,
    headers: { 'Content-Type': type },
  })
  expect([response.status, (await response.json()).slug]).toEqual([201, 'groesse'])
})

test('a body of which nothing was left is refused, and nobody waits for it', async () => {
  const url = await behind(reads(() => undefined))
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url + TAGS, { method: 'POST', body: '{"name":"A"}', headers })
  expect(response.status).toBe(400)
})

/** Lists that are all different, of some 40 kB each. */
const lists = Array.from(
  { length: 24 },
  (_, n) => `/de/cal/events/v1/events?page=1&per_page=${9 + n}`,
)

/** What each list is when nothing else is asked for. */
async function oneByOne(url: string): Promise<readonly string[]> {
  const texts: string[] = []
  for (const list of lists) texts.push(await (await fetch(url + list)).text())
  return texts
}

test('answers that something holds back are whole, though others are made meanwhile', async () => {
  const url = await behind(
    async (_, response) => {
      const { end } = response
      response.end = ((body: Uint8Array) => {
        setTimeout(() => end.call(response, body, 'utf8'), 20)
        return response
      }) as typeof end
    },
    { seed: 3, events: 60 },
  )
  const texts = await oneByOne(url)
  const atOnce = await Promise.all(lists.map(async (list) => (await fetch(url + list)).text()))
  expect(atOnce.every((text, n) => text === texts[n])).toBe(true)
})

test('answers to a client that reads late are whole', async () => {
  const url = await behind(async () => {}, { seed: 3, events: 60 })
  const texts = await oneByOne(url)
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
  const head = `Host: ${new URL(url).host}\r\n`
  for (const list of lists) socket.write(`GET ${list} HTTP/1.1\r\n${head}\r\n`)
  socket.write(`GET ${TAGS} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
  // more than the system takes without a reader has to wait in the server
  await Promise.all(lists.map(async (list) => (await fetch(url + list)).text()))
  let got = ''
  for await (const part of socket.setEncoding('utf8')) got += part
  const bodies = got.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s).slice(1)
  expect(bodies.length).toBe(lists.length + 1)
  expect(texts.every((text, n) => text === bodies[n])).toBe(true)
})
