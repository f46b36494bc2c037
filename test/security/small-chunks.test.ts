import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { listen } from '../../src/http/server.ts'
import { createTestMock } from '../call.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** The bytes that are in use, without garbage: how much of it lies around differs from run to run. */
function measureHeap(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('chunks of one byte take little memory', async () => {
  const listening = await listen(createTestMock({ empty: true }))
  const socket = connect({ port: listening.port, host: '127.0.0.1' })
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  const start = measureHeap()
  const head = 'Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  socket.write(`POST /de/cal/events/v1/tags HTTP/1.1\r\n${head}`)
  const chunk = '1\r\na\r\n'.repeat(1000)
  for (let n = 0; n < 1000; n++) {
    if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve))
  }
  expect(measureHeap() - start).toBeLessThan(30e6)
  socket.write('0\r\n\r\n')
  await expect.poll(() => text, { timeout: 15_000 }).toContain('rest_missing_callback_param')
  socket.destroy()
  expect((await fetch(`${listening.url}/de/cal/events/v1/tags`)).status).toBe(200)
  await listening.close()
}, 20_000)
