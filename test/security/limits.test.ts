import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen, type RunningServer } from '../../src/http/server.ts'
import { createTestMock } from '../call.ts'

const TAGS = '/de/cal/events/v1/tags'
const KIB = 1024

let listening: RunningServer
const startListening = async (requestTimeout: number) => {
  const service = createTestMock({ empty: true, maxBody: 2 * KIB })
  listening = await listen(service, { requestTimeout })
}
beforeEach(() => startListening(30))
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

/** Returns the statuses of all responses in a text. */
const parseStatuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))

/** Returns the statuses of a rejection, in the head and in the body, with its code. */
function parseRejection(text: string) {
  expect(text).toMatch(/^X-Content-Type-Options: nosniff\r$/m)
  const { code, data } = JSON.parse(text.slice(text.indexOf('\r\n\r\n')))
  return [...parseStatuses(text), code, data.status]
}

/** Checks that the mock still responds. */
async function expectAlive() {
  expect((await fetch(listening.url + TAGS)).status).toBe(200)
}
afterEach(expectAlive)

describe('requests over the size limits', () => {
  test.each([
    [
      'an address',
      `GET ${TAGS}?search=${'a'.repeat(17 * KIB)} HTTP/1.1\r\n${head(bye)}`,
      [414, 'calmock_address_too_long', 414],
    ],
    [
      'an address without an end',
      `GET /${'a'.repeat(40 * KIB)}`,
      [414, 'calmock_address_too_long', 414],
    ],
    [
      'a header',
      `GET ${TAGS} HTTP/1.1\r\n${head(`X-Long: ${'a'.repeat(40 * KIB)}`)}`,
      [431, 'calmock_headers_too_large', 431],
    ],
    [
      'many headers',
      `GET ${TAGS} HTTP/1.1\r\n${head(...Array.from({ length: 3000 }, (_, n) => `X-${n}: some value`))}`,
      [431, 'calmock_headers_too_large', 431],
    ],
  ])('the listener rejects %s', async (_, text, refusal) => {
    expect(parseRejection(await sendText(text))).toEqual(refusal)
  })

  test('a body over the limit is rejected by its declared and by its actual length', async () => {
    const body = JSON.stringify({ name: 'a'.repeat(3 * KIB) })
    const declared = head('Content-Type: application/json', `Content-Length: ${body.length}`, bye)
    const chunks = head('Content-Type: application/json', 'Transfer-Encoding: chunked', bye)
    const size = body.length.toString(16)
    expect(parseRejection(await sendText(`POST ${TAGS} HTTP/1.1\r\n${declared}${body}`))).toEqual([
      413,
      'rest_body_too_large',
      413,
    ])
    expect(
      parseRejection(
        await sendText(`POST ${TAGS} HTTP/1.1\r\n${chunks}${size}\r\n${body}\r\n0\r\n\r\n`),
      ),
    ).toEqual([413, 'rest_body_too_large', 413])
  })
})

describe('a declared length over the limit', () => {
  const declared = (target: string, ...more: readonly string[]) =>
    `POST ${target} HTTP/1.1\r\n${head('Content-Length: 3000', ...more)}`

  test.each([
    [TAGS, 'rest_body_too_large'],
    ['/__calmock/reset', 'calmock_body_too_large'],
  ])('%s rejects it with 413 before the body arrives', async (target, code) => {
    const { socket, shown } = await openConnection()
    socket.write(declared(target))
    await expect.poll(shown).toContain('}')
    socket.destroy()
    expect(parseRejection(shown())).toEqual([413, code, 413])
  })

  test('Expect: 100-continue receives 413 without 100, and the connection is closed', async () => {
    const text = await sendText(declared(TAGS, 'Expect: 100-continue'))
    expect(parseRejection(text)).toEqual([413, 'rest_body_too_large', 413])
    expect(text).toMatch(/^Connection: close\r$/m)
  })

  test('a body that arrives later is discarded, and the connection stays usable', async () => {
    const next = `GET ${TAGS} HTTP/1.1\r\n${head(bye)}`
    const text = await sendText(`${declared(TAGS)}${'a'.repeat(3000)}${next}`)
    expect(parseStatuses(text)).toEqual([413, 200])
  })
})

describe('input that is not plain HTTP', () => {
  test.each([
    ['TLS', Buffer.from('16030100a50100', 'hex')],
    ['a word', 'hello\r\n\r\n'],
    ['a malformed header line', `GET ${TAGS} HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n`],
    [
      'a request with two lengths',
      `POST ${TAGS} HTTP/1.1\r\n${head('Content-Length: 1', 'Content-Length: 2')}a`,
    ],
    [
      'a chunked request with a length',
      `POST ${TAGS} HTTP/1.1\r\n${head('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    ['a request with two hosts', `GET ${TAGS} HTTP/1.1\r\n${head('Host: localhost', bye)}`],
    ['a negative length', `POST ${TAGS} HTTP/1.1\r\n${head('Content-Length: -1')}`],
    [
      'a malformed chunk size',
      `POST ${TAGS} HTTP/1.1\r\n${head('Transfer-Encoding: chunked')}zz\r\n`,
    ],
  ])('%s is rejected with 400 and an explanation', async (_, text) => {
    expect(parseRejection(await sendText(text))).toEqual([400, 'calmock_malformed_request', 400])
  })

  test('CONNECT is rejected with 405', async () => {
    expect(parseRejection(await sendText(`CONNECT example.org:443 HTTP/1.1\r\n${head()}`))).toEqual(
      [405, 'calmock_no_proxy', 405],
    )
  })

  test('a reset connection after CONNECT does not harm the server', async () => {
    for (let n = 0; n < 20; n++) {
      const { socket } = await openConnection()
      socket.write(`CONNECT example.org:443 HTTP/1.1\r\n${head()}`)
      if (n % 2) await sleep(2)
      socket.resetAndDestroy()
    }
  })

  test('an unknown Expect header is rejected with 417', async () => {
    const text = await sendText(`GET ${TAGS} HTTP/1.1\r\n${head('Expect: miracles', bye)}`)
    expect(parseRejection(text)).toEqual([417, 'calmock_not_expected', 417])
  })

  test('an Upgrade header is ignored', async () => {
    const text = await sendText(
      `GET ${TAGS} HTTP/1.1\r\n${head('Connection: Upgrade, close', 'Upgrade: websocket')}`,
    )
    expect(parseStatuses(text)).toEqual([200])
  })
})

describe('a client that exceeds the time limit of a second', () => {
  beforeEach(async () => {
    await listening.close()
    await startListening(1)
  })

  test.each([
    ['nothing', ''],
    ['half of the headers', `GET ${TAGS} HTTP/1.1\r\nHost: local`],
    [
      'half of the body',
      `POST ${TAGS} HTTP/1.1\r\n${head('Content-Type: application/json', 'Content-Length: 100')}{"name"`,
    ],
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
    return `POST ${TAGS} HTTP/1.1\r\n${head('Content-Type: application/json', `Content-Length: ${body.length}`, ...more)}${body}`
  }

  test('pipelined requests are answered in order', async () => {
    const text = await sendText(
      `${create('A')}GET ${TAGS}/nothing HTTP/1.1\r\n${head()}GET ${TAGS} HTTP/1.1\r\n${head()}${create('A', bye)}`,
    )
    expect(parseStatuses(text)).toEqual([201, 404, 200, 400])
  })

  test('a malformed request does not affect the responses to earlier pipelined requests', async () => {
    const text = await sendText(
      `GET ${TAGS} HTTP/1.1\r\n${head()}GET ${TAGS} HTTP/1.1\r\n${head()}rubbish\r\n\r\n`,
    )
    expect(parseStatuses(text)).toEqual([200, 200, 400])
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
    for (let n = 0; n < 20; n++) {
      const { socket } = await openConnection()
      socket.write(text)
      if (n % 2) await sleep(5)
      socket.resetAndDestroy()
    }
    const { tags } = await (await fetch(listening.url + TAGS)).json()
    expect(tags.map(({ name }: { name: string }) => name)).not.toContain('Cut')
  })

  test('chunks of any size form one body', async () => {
    const body = JSON.stringify({ name: 'Größe' })
    const bytes = [...Buffer.from(body)]
    const chunks = bytes.map((byte) =>
      Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
    )
    const start = `POST ${TAGS} HTTP/1.1\r\n${head('Content-Type: application/json', 'Transfer-Encoding: chunked', bye)}`
    const text = await sendText(
      Buffer.concat([Buffer.from(start), ...chunks, Buffer.from('0\r\nX-Trailer: 1\r\n\r\n')]),
    )
    expect(parseStatuses(text)).toEqual([201])
    expect(text).toContain('groesse')
  })

  test('a body of GET is read and validated as parameters', async () => {
    const body = 'per_page=0'
    const text = await sendText(
      `GET ${TAGS} HTTP/1.1\r\n${head('Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`, bye)}${body}`,
    )
    expect(parseStatuses(text)).toEqual([400])
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
  const service = createTestMock({ empty: true })
  const slow = await listen({
    handle: async (call) => {
      await held
      return service.handle(call)
    },
  })
  const asked = fetch(slow.url + TAGS)
  await sleep(50)
  const closed = slow.close()
  await expect(fetch(slow.url + TAGS)).rejects.toThrow()
  release()
  expect((await asked).status).toBe(200)
  await closed
})

test('a closing server stops waiting after a time limit', async () => {
  const stuck = await listen({ handle: () => new Promise(() => {}) })
  const asked = fetch(stuck.url + TAGS).catch((error: Error) => error)
  await sleep(50)
  const start = performance.now()
  await stuck.close()
  expect(performance.now() - start).toBeLessThan(2000)
  expect(await asked).toBeInstanceOf(Error)
})
