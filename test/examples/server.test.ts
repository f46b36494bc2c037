import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../free-port.ts'

const root = new URL('../..', import.meta.url).pathname

test('the example of node:http serves events that start today', async () => {
  const port = await findFreePort()
  const env = { ...process.env, PORT: String(port) }
  const child = spawn(process.execPath, ['examples/server/node-http.mjs'], { cwd: root, env })
  onTestFinished(() => void child.kill())
  const url = `http://127.0.0.1:${port}/de/cal/events/v1/events?per_page=1`
  const read = () => fetch(url).then((response) => response.json())
  const readTotal = () => read().then(({ total }) => total)
  await expect.poll(readTotal, { timeout: 10_000 }).toBeGreaterThan(30)
  const [event] = (await read()).events
  const days = (Date.parse(event.start_date) - Date.now()) / 86_400_000
  expect(Math.abs(days)).toBeLessThan(5)
}, 30_000)
