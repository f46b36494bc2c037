import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { toNodeListener } from '../../src/http/listener.ts'

/** Starts a server whose answers have 8 MB, of which 24 MB may wait. Returns its port. */
async function listen(): Promise<number> {
  const response = { status: 200, headers: {}, body: 'x'.repeat(8_000_000) }
  const handler = { handle: async () => response, settings: { maxBody: 1, maxMemory: 24 } }
  const server = createServer(toNodeListener(handler)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Sends a request on a connection, and reads no more than the start of its answer. */
async function request(port: number): Promise<{ socket: Socket; status: number }> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'readable')
  return { socket, status: Number(String(socket.read(12)).slice(9)) }
}

test('beyond the maximum of bytes that clients do not read, an answer is 503, and the oldest connection ends', async () => {
  const port = await listen()
  const waiting = [await request(port), await request(port), await request(port)]
  expect(waiting.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await request(port)).status).toBe(503)
  const [first, second] = waiting
  const closed = first && once(first.socket, 'close')
  first?.socket.resume()
  await closed
  expect(first?.socket.bytesRead).toBeLessThan(8_000_000)
  expect((await request(port)).status).toBe(200)
  expect((await request(port)).status).toBe(503)
  expect(second?.socket.destroyed).toBe(false)
})

test('answers that are read, or whose clients leave, wait no longer', async () => {
  const port = await listen()
  for (let n = 0; n < 4; n++) {
    const response = await fetch(`http://127.0.0.1:${port}`)
    expect([response.status, (await response.text()).length]).toEqual([200, 8_000_000])
  }
  for (let n = 0; n < 4; n++) {
    const { socket, status } = await request(port)
    expect(status).toBe(200)
    socket.destroy()
    await once(socket, 'close')
    await fetch(`http://127.0.0.1:${port}`, { method: 'HEAD' })
  }
}, 60_000)
