import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'

const mock = useCalmock()

test('lists five events', async () => {
  const response = await fetch('https://api.example/de/cal/events/v1/events?per_page=5')
  expect((await response.json()).events).toHaveLength(5)
})

test('the third page fails', async () => {
  mock.faults = 'GET /events?page=3 503'
  const response = await fetch('https://api.example/de/cal/events/v1/events?page=3')
  expect(response.status).toBe(503)
})
