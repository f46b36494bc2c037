import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addEvent, listEvents, readTitle, readUserName } from '../calendar.ts'
import { eventHandlers, resetEvents, userHandlers } from './handlers.ts'

const requests: Request[] = []
const server = setupServer(...eventHandlers, ...userHandlers)
server.events.on('request:start', ({ request }) => void requests.push(request))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  resetEvents()
  requests.length = 0
})
afterAll(() => server.close())

test('lists the first page', async () => {
  expect(await listEvents(1)).toEqual({
    lines: ['2030-01-09 18:00 Paper marbling', '2030-01-10 18:30 Screen printing for beginners'],
    pages: 2,
  })
})

test('asks for two events', async () => {
  await listEvents(1)
  expect(new URL(requests[0]?.url ?? '').search).toBe('?page=1&per_page=2')
})

test('reads and lists a new event', async () => {
  const id = await addEvent({
    title: 'Ink making',
    start_date: '2030-01-20 17:00:00',
    end_date: '2030-01-20 19:00:00',
  })
  expect(await readTitle(id)).toBe('Ink making')
  expect((await listEvents(2)).lines).toContain('2030-01-20 17:00 Ink making')
})

test('shows that the service is down', async () => {
  const down = http.get('*/events', () => new HttpResponse(null, { status: 503 }))
  server.use(down)
  await expect(listEvents(1)).rejects.toThrow('Not now (503)')
})

test('shows the name of the user', async () => {
  expect(await readUserName()).toBe('Ada')
})
