import { expect, test } from 'vitest'
import { createCalendar } from './calendar.js'
import { startMirage } from './server.js'

const calendar = createCalendar()

test('in development, Mirage loads the seeds and waits 400 ms', async () => {
  const server = startMirage()
  server.logging = false
  const start = Date.now()
  expect(await calendar.countEvents()).toBe(12)
  expect(Date.now() - start).toBeGreaterThanOrEqual(390)
  server.shutdown()
})

test('in the environment test, Mirage has no records and does not wait', async () => {
  const server = startMirage('test')
  const start = Date.now()
  expect(await calendar.countEvents()).toBe(0)
  expect(Date.now() - start).toBeLessThan(390)
  server.shutdown()
})

test('Mirage throws an error for a request without a route', async () => {
  const server = startMirage('test')
  await expect(fetch('/elsewhere')).rejects.toThrow("Your app tried to GET '/elsewhere'")
  server.shutdown()
})
