import { connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Calmock, createCalmock } from '../../src/index.ts'
import { toNodeListener } from '../../src/node.ts'

/** Serves a mock by HTTP/2, and connects to it. `bugs` are the errors of the listener. */
async function openSession(mock: Calmock) {
  const bugs: unknown[] = []
  const listener = toNodeListener(mock, { onError: (bug) => bugs.push(bug) })
  const server = createServer(listener as unknown as Parameters<typeof createServer>[1])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening server has an address
  const session = connect(`http://localhost:${port}`)
  onTestFinished(async () => {
    session.close()
    await new Promise((resolve) => server.close(resolve))
    expect(bugs).toEqual([])
  })
  return { session, port }
}

test('a listener supports HTTP/2, and links have the requested host', async () => {
  const { session, port } = await openSession(createCalmock({ events: 3 }))
  async function ask(method: string, path: string, body = '') {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const stream = session.request({ ':method': method, ':path': path, ...(body && form) })
    if (!stream.writableEnded) stream.end(body)
    const headers = await new Promise<Record<string, unknown>>((resolve) => {
      stream.on('response', (given) => resolve({ ...given }))
    })
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part)
    return { status: headers[':status'], headers, text: Buffer.concat(parts).toString() }
  }
  const api = '/de/cal/events/v1'
  const made = await ask('POST', `${api}/venues`, 'venue=Größe')
  const list = await ask('GET', `${api}/events?per_page=1`)
  const head = await ask('HEAD', `${api}/events`)
  expect([made.status, list.status, head.status, head.text]).toEqual([201, 200, 200, ''])
  expect(JSON.parse(list.text).next_rest_url).toMatch(`http://localhost:${port}${api}/events/?`)
  expect(made.headers.location).toMatch(`http://localhost:${port}${api}/venues/`)
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a listener ends a stream of HTTP/2 for drop, truncate and a client that leaves', async () => {
  const mock = createCalmock({ events: 12, fault: ['* drop 1x', '* truncate 1x', '* timeout 1x'] })
  const { session } = await openSession(mock)
  /** Returns the status, and whether the body is whole JSON. */
  async function ask(isLeaving = false): Promise<readonly [number | undefined, boolean]> {
    const stream = session.request({ ':path': '/de/cal/events/v1/events' })
    let [text, status] = ['', 0]
    stream.on('error', () => {})
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0
    })
    stream.on('data', (part) => {
      text += part
    })
    const closed = new Promise((resolve) => stream.on('close', resolve))
    while (isLeaving && mock.requests.length < 3) await setImmediate()
    if (isLeaving) stream.close()
    await closed
    return [status, isJson(text)]
  }
  expect(await ask()).toEqual([0, false])
  expect((await ask())[1]).toBe(false)
  expect(await ask(true)).toEqual([0, false])
  expect(await ask()).toEqual([200, true])
})
