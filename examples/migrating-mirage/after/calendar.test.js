import { useCalmock } from 'calmock/vitest'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { createEvent } from '../create-event.js'
import { createCalendar } from './calendar.js'

const mock = useCalmock({ sites: ['en'], scenario: 'empty' })
const calendar = createCalendar()
const api = '/en/cal/events/v1'

beforeEach(() => {
  mock.server.use(http.get('/api/users/1', () => HttpResponse.json({ user: { name: 'Ada' } })))
})

test('lists two events', async () => {
  await createEvent(api, { title: 'Paper marbling' })
  await createEvent(api, { title: 'Open studio', start_date: '2030-01-11 18:00:00' })
  expect(await calendar.listEvents()).toEqual([
    '2030-01-10 18:00 Paper marbling',
    '2030-01-11 18:00 Open studio',
  ])
})

test('counts ten events', async () => {
  mock.setScenario('page-plus-one')
  expect(await calendar.countEvents()).toBe(10)
})

test('stores a new event', async () => {
  await calendar.addEvent({
    title: 'Ink making',
    start: '2030-01-20T17:00:00',
    end: '2030-01-20T19:00:00',
  })
  const event = mock.db.event.findFirst({ where: { title: { equals: 'Ink making' } } })
  expect(event.start_date).toBe('2030-01-20 17:00:00')
})

test('sends the title of a new event', async () => {
  await calendar.addEvent({
    title: 'Ink making',
    start: '2030-01-20T17:00:00',
    end: '2030-01-20T19:00:00',
  })
  const [request] = mock.requests
  expect(JSON.parse(request.requestBody).title).toBe('Ink making')
})

test('shows that the service is down', async () => {
  mock.faults = 'GET /events 503'
  await expect(calendar.listEvents()).rejects.toThrow('Not now (503)')
})

test('shows the name of the user', async () => {
  expect(await calendar.readUserName()).toBe('Ada')
})
