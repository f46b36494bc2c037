import { expect, test } from 'vitest'
import server from '../../examples/fetch/server.ts'

test('the server for Bun, Deno and edge runtimes responds with a list', async () => {
  const url = 'https://calendar.example/en/cal/events/v1/events'
  const response = await server.fetch(new Request(url))
  const { events } = await response.json()
  expect(events).toHaveLength(9)
})
