import { connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { toNodeListener } from '../../src/node.ts'

test('a listener supports HTTP/2, and links have the requested host', async () => {
  const bugs: unknown[] = []
  const listener = toNodeListener(createCalmock({ events: 3 }), {
    onError: (bug) => bugs.push(bug),
  })
  const server = createServer(listener as unknown as Parameters<typeof createServer>[1])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening server has an address
  const session = connect(`http://localhost:${port}`)
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
  session.close()
  await new Promise((resolve) => server.close(resolve))
  expect([made.status, list.status, head.status, head.text]).toEqual([201, 200, 200, ''])
  expect(JSON.parse(list.text).next_rest_url).toMatch(`http://localhost:${port}${api}/events/?`)
  expect(made.headers.location).toMatch(`http://localhost:${port}${api}/venues/`)
  expect(bugs).toEqual([])
})
