import { HttpResponse, http, useCalmock } from 'calmock/jest'

const mock = useCalmock()

const events = 'https://api.example/de/cal/events/v1/events?per_page=5'

test('a test in an ES module lists five events', async () => {
  const response = await fetch(events)
  expect((await response.json()).events).toHaveLength(5)
})

test('a handler of the test takes precedence', async () => {
  mock.server.use(http.get('*/events', () => HttpResponse.json({ events: [] }, { status: 503 })))
  expect((await fetch(events)).status).toBe(503)
})
