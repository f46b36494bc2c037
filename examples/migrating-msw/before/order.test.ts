import { createCalmock } from 'calmock'
import { handlersFor } from 'calmock/msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEvents } from '../calendar.ts'
import { eventHandlers, userHandlers } from './handlers.ts'

const mock = createCalmock({ sites: ['en'], scenario: 'empty' })
const server = setupServer(...eventHandlers, ...userHandlers, ...handlersFor(mock))

beforeAll(() => server.listen())
afterAll(() => server.close())

test('a handler of the app answers before the mock', async () => {
  expect((await listEvents(1)).lines).toHaveLength(2)
  expect(mock.requests).toEqual([])
})

test('the mock answers what the app has no handler for', async () => {
  const response = await fetch('https://api.example/en/cal/events/v1/venues')
  expect(await response.json()).toMatchObject({ venues: [], total: 0 })
  expect(mock.requests).toMatchObject([{ path: '/venues' }])
})
