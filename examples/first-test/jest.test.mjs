import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { setupCalmock } from 'calmock/node'

const mock = setupCalmock()
beforeAll(() => mock.server.listen())
afterEach(() => mock.reset())
afterAll(() => mock.server.close())

test('lists five events', async () => {
  const response = await fetch('https://api.example/de/cal/events/v1/events?per_page=5')
  expect((await response.json()).events).toHaveLength(5)
})
