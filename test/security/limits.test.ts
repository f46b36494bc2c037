import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listen, type RunningServer } from '../../src/http/server.ts'
import { createTestMock } from '../call.ts'

const TAGS = '/de/cal/events/v1/tags'
const KIB = 1024

let listening: RunningServer
beforeEach(async ({ task }) => {
  const requestTimeout = task.suite?.name.includes('time limit of a second') ? 1 : 30
  listening = await listen(createTestMock({ empty: true, maxBody: 2 * KIB }), { requestTimeout })
})
afterEach(() => listening.close())

/** Opens a connection and collects its data up to its end. */
async function openConnection() {
  const socket = connect({ port: listening.port, host: '127.0.0.1', allowHalfOpen: true })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  socket.on('error', () => {}) // the server closes the connection
  const ended = new Promise<string>((resolve) => {
    socket.on('end', () => resolve(text))
    socket.on('close', () => resolve(text))
  })
  return { socket, ended, shown: () => text }
}

/** Sends a text on a new connection and returns all data up to its end. */
async function sendText(text: string | Buffer, after: (socket: Socket) => void = () => {}) {
  const { socket, ended } = await openConnection()
  socket.write(text)
  after(socket)
  const answer = await ended
  socket.destroy()
  return answer
}

const head = (...lines: readonly string[]) =>
  `${['Host: localhost', ...lines].join('\r\n')}\r\n\r\n`
const bye = 'Connection: close'
const asJson = 'Content-Type: application/json'
const chunked = 'Transfer-Encoding: chunked'

const get = (...lines: readonly string[]) => `GET ${TAGS} HTTP/1.1\r\n${head(...lines)}`
const post = (...lines: readonly string[]) => `POST ${TAGS} HTTP/1.1\r\n${head(...lines)}`

/** Returns the statuses of all responses in a text. */
const parseStatuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))

/** Returns the statuses of a rejection, in the head and in the body, with its code. */
function parseRejection(text: string) {
  expect(text).toMatch(/^X-Content-Type-Options: nosniff\r$/m)
  const { code, data } = JSON.parse(text.slice(text.indexOf('\r\n\r\n')))
  return [...parseStatuses(text), code, data.status]
}

/** Sends a text on twenty connections, and resets each after up to three turns of the event loop. */
async function resetOften(text: string) {
  for (let n = 0; n < 20; n++) {
    const { socket } = await openConnection()
    socket.write(text)
    for (let turn = 0; turn < n % 4; turn++) await setImmediate()
    socket.resetAndDestroy()
  }
}

afterEach(async () => {
  expect((await fetch(listening.url + TAGS)).status).toBe(200) // the mock still responds
})

describe('requests over the size limits', () => {
  const long = 'a'.repeat(40 * KIB)
  const getLong = get(bye).replace(TAGS, `${TAGS}?search=${'a'.repeat(17 * KIB)}`)
  const many = Array.from({ length: 3000 }, (_, n) => `X-${n}: some value`)
  const large = JSON.stringify({ name: 'a'.repeat(3 * KIB) })
  const withLength = `${post(asJson, `Content-Length: ${large.length}`, bye)}${large}`
  const inChunks = `${post(asJson, chunked, bye)}${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`

  test.each([
    ['an address', getLong, 414, 'calmock_address_too_long'],
    ['an address without an end', `GET /${long}`, 414, 'calmock_address_too_long'],
    ['a header', get(`X-Long: ${long}`), 431, 'calmock_headers_too_large'],
    ['many headers', get(...many), 431, 'calmock_headers_too_large'],
    ['a body with its length', withLength, 413, 'rest_body_too_large'],
    ['a body in chunks', inChunks, 413, 'rest_body_too_large'],
  ])('the listener rejects %s', async (_, text, status, code) => {
    expect(parseRejection(await sendText(text))).toEqual([status, code, status])
  })
})

test('a URL may have 16 KiB, and URL and headers together 32 KiB', async () => {
  const pad = (length: number) => 'a'.repeat(length)
  const url = (length: number) => get(bye).replace(TAGS, `${TAGS}?_=`.padEnd(length, 'a'))
  expect(parseStatuses(await sendText(url(16 * KIB)))).toEqual([200])
  expect(parseStatuses(await sendText(url(16 * KIB + 1)))).toEqual([414])
  // the names and the other headers take less than 200 bytes
  expect(parseStatuses(await sendText(get(`X-A: ${pad(32 * KIB - 200)}`, bye)))).toEqual([200])
  expect(parseStatuses(await sendText(get(`X-A: ${pad(32 * KIB)}`, bye)))).toEqual([431])
})

describe('a declared length over the limit', () => {
  const length = 'Content-Length: 3000'

  test.each([
    [TAGS, 'rest_body_too_large'],
    ['/__calmock/reset', 'calmock_body_too_large'],
  ])('%s rejects it with 413 before the body arrives', async (target, code) => {
    const { socket, shown } = await openConnection()
    socket.write(post(length).replace(TAGS, target))
    await expect.poll(shown).toContain('}')
    socket.destroy()
    expect(parseRejection(shown())).toEqual([413, code, 413])
  })

  test('Expect: 100-continue receives 413 without 100, and the connection is closed', async () => {
    const text = await sendText(post(length, 'Expect: 100-continue'))
    expect(parseRejection(text)).toEqual([413, 'rest_body_too_large', 413])
    expect(text).toMatch(/^Connection: close\r$/m)
  })

  test('Expect: 100-continue of an unknown host receives 403 without 100', async () => {
    const waiting = post('Content-Length: 9', 'Expect: 100-continue')
    const text = await sendText(waiting.replace('localhost', 'evil'))
    expect(parseRejection(text)).toEqual([403, 'calmock_unknown_host', 403])
  })

  test('a body that arrives later is discarded, and the connection stays usable', async () => {
    const text = await sendText(`${post(length)}${'a'.repeat(3000)}${get(bye)}`)
    expect(parseStatuses(text)).toEqual([413, 200])
  })
})

describe('input that is not plain HTTP', () => {
  const noProxy = `CONNECT example.org:443 HTTP/1.1\r\n${head()}`

  test.each<[string, string | Buffer, number?, string?]>([
    ['TLS', Buffer.from('16030100a50100', 'hex')],
    ['a word', 'hello\r\n\r\n'],
    ['a malformed header line', get('no colon')],
    ['a request with two lengths', `${post('Content-Length: 1', 'Content-Length: 2')}a`],
    ['a chunked request with a length', `${post('Content-Length: 5', chunked)}0\r\n\r\n`],
    ['a request with two hosts', get('Host: localhost', bye)],
    ['a negative length', post('Content-Length: -1')],
    ['a malformed chunk size', `${post(chunked)}zz\r\n`],
    ['CONNECT', noProxy, 405, 'calmock_no_proxy'],
    ['an unknown Expect header', get('Expect: miracles', bye), 417, 'calmock_not_expected'],
  ])('%s is rejected with an explanation', async (...row) => {
    const [, text, status = 400, code = 'calmock_malformed_request'] = row
    expect(parseRejection(await sendText(text))).toEqual([status, code, status])
  })

  test('a reset connection after CONNECT does not harm the server', () => resetOften(noProxy))

  test('an Upgrade header is ignored', async () => {
    const text = await sendText(get('Connection: Upgrade, close', 'Upgrade: websocket'))
    expect(parseStatuses(text)).toEqual([200])
  })
})

describe('a client that exceeds the time limit of a second', () => {
  test.each([
    ['nothing', ''],
    ['half of the headers', `GET ${TAGS} HTTP/1.1\r\nHost: local`],
    ['half of the body', `${post(asJson, 'Content-Length: 100')}{"name"`],
  ])('a client that sends %s is rejected with 408', async (_, text) => {
    expect(parseRejection(await sendText(text))).toEqual([408, 'calmock_request_timeout', 408])
  })

  test('a client that sends headers slowly is rejected with 408', async () => {
    const { socket, ended } = await openConnection()
    socket.write(`GET ${TAGS} HTTP/1.1\r\nHost: localhost\r\n`)
    const drip = setInterval(() => socket.write('X-Drop: 1\r\n'), 100)
    const text = await ended
    clearInterval(drip)
    socket.destroy()
    expect(parseRejection(text)).toEqual([408, 'calmock_request_timeout', 408])
  })
})

describe('connections', () => {
  const create = (name: string, ...more: readonly string[]) => {
    const body = JSON.stringify({ name })
    return post(asJson, `Content-Length: ${body.length}`, ...more) + body
  }

  test.each([
    [
      'pipelined requests are answered in order',
      create('A') + get().replace(TAGS, `${TAGS}/nothing`) + get() + create('A', bye),
      [201, 404, 200, 400],
    ],
    [
      'a malformed request does not affect the responses to earlier pipelined requests',
      `${get()}${get()}rubbish\r\n\r\n`,
      [200, 200, 400],
    ],
    [
      'a body of GET is read and validated as parameters',
      `${get('Content-Type: application/x-www-form-urlencoded', 'Content-Length: 10', bye)}per_page=0`,
      [400],
    ],
  ])('%s', async (_, text, statuses) => {
    expect(parseStatuses(await sendText(text))).toEqual(statuses)
  })

  test('a half-closed connection still receives its response', async () => {
    const text = await sendText(create('Half'), (socket) => socket.end())
    expect(parseStatuses(text)).toEqual([201])
  })

  test.each([
    ['within the headers', `POST ${TAGS} HTTP/1.1\r\nHost`],
    ['within the body', create('Cut').slice(0, -5)],
    ['before the response', create('Kept')],
  ])('a connection reset %s does not harm the server', async (_, text) => {
    await resetOften(text)
    const { tags } = await (await fetch(listening.url + TAGS)).json()
    expect(tags.map(({ name }: { name: string }) => name)).not.toContain('Cut')
  })

  test('chunks of any size form one body', async () => {
    const bytes = [...Buffer.from(JSON.stringify({ name: 'Größe' }))]
    const chunks = bytes.map((byte) => Buffer.from([...Buffer.from('1\r\n'), byte, 13, 10]))
    const start = Buffer.from(post(asJson, chunked, bye))
    const end = Buffer.from('0\r\nX-Trailer: 1\r\n\r\n')
    const text = await sendText(Buffer.concat([start, ...chunks, end]))
    expect(parseStatuses(text)).toEqual([201])
    expect(text).toContain('groesse')
  })

  test('Expect: 100-continue receives 100 and then the response', async () => {
    const [start = '', body = ''] = create('Waiting', 'Expect: 100-continue', bye).split(
      /(?<=\r\n\r\n)/,
    )
    const { socket, ended, shown } = await openConnection()
    socket.write(start)
    await expect.poll(shown).toContain('100 Continue')
    socket.write(body)
    expect(parseStatuses(await ended)).toEqual([100, 201])
  })
})

test('a closing server finishes open requests and accepts no new ones', async () => {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { handle: respond } = createTestMock({ empty: true })
  const handle = vi.fn((call: Parameters<typeof respond>[0]) => held.then(() => respond(call)))
  const slow = await listen({ handle })
  const asked = fetch(slow.url + TAGS)
  await vi.waitFor(() => expect(handle).toHaveBeenCalled())
  const closed = slow.close()
  await expect(fetch(slow.url + TAGS)).rejects.toThrow()
  release()
  expect((await asked).status).toBe(200)
  await closed
})

test('a closing server stops waiting after a time limit', async () => {
  const handle = vi.fn(() => new Promise<never>(() => {}))
  const stuck = await listen({ handle })
  const asked = fetch(stuck.url + TAGS).catch((error: Error) => error)
  await vi.waitFor(() => expect(handle).toHaveBeenCalled())
  const start = performance.now()
  await stuck.close()
  expect(performance.now() - start).toBeLessThan(2000)
  expect(await asked).toBeInstanceOf(Error)
})
