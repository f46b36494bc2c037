import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '../../src/http/server.ts'
import { createTestMock } from '../call.ts'

test('chunks of one byte take little memory', async () => {
  const listening = await listen(createTestMock({ empty: true }))
  const socket = connect({ port: listening.port, host: '127.0.0.1' })
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  const start = process.memoryUsage().heapUsed
  const head = 'Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  socket.write(`POST /de/cal/events/v1/tags HTTP/1.1\r\n${head}`)
  const chunk = '1\r\na\r\n'.repeat(1000)
  for (let n = 0; n < 1000; n++) {
    if (!socket.write(chunk)) await new Promise((resolve) => socket.once('drain', resolve))
  }
  expect(process.memoryUsage().heapUsed - start).toBeLessThan(60e6)
  socket.write('0\r\n\r\n')
  await expect.poll(() => text, { timeout: 15_000 }).toContain('rest_missing_callback_param')
  socket.destroy()
  expect((await fetch(`${listening.url}/de/cal/events/v1/tags`)).status).toBe(200)
  await listening.close()
}, 20_000)
