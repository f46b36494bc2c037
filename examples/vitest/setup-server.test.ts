import { createCalmock } from 'calmock'
import { handlersFor } from 'calmock/msw'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

const mock = createCalmock({ sites: ['en'] })
const weather = http.get('https://weather.example/today', () => HttpResponse.json({ sun: true }))
const server = setupServer(weather, ...handlersFor(mock))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  mock.reset()
})
afterAll(() => server.close())

test('one server answers requests of the calendar and of the weather', async () => {
  const events = await fetch('https://api.example/en/cal/events/v1/events?per_page=5')
  expect((await events.json()).events).toHaveLength(5)
  const today = await fetch('https://weather.example/today')
  expect(await today.json()).toEqual({ sun: true })
})

test('a handler of a test takes precedence', async () => {
  server.use(http.get('*/events', () => HttpResponse.error()))
  await expect(fetch('https://api.example/en/cal/events/v1/events')).rejects.toThrow()
})
