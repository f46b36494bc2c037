import { Response } from 'miragejs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCalendar } from './calendar.js'
import { startMirage } from './server.js'

const calendar = createCalendar()
let server

beforeEach(() => {
  server = startMirage('test')
  server.create('user', { name: 'Ada' })
})
afterEach(() => server.shutdown())

test('lists two events', async () => {
  server.create('event', { title: 'Paper marbling' })
  server.create('event', { title: 'Open studio' })
  expect(await calendar.listEvents()).toEqual([
    '2030-01-10 18:00 Paper marbling',
    '2030-01-11 18:00 Open studio',
  ])
})

test('counts ten events', async () => {
  server.createList('event', 10)
  expect(await calendar.countEvents()).toBe(10)
})

test('stores a new event', async () => {
  await calendar.addEvent({
    title: 'Ink making',
    start: '2030-01-20T17:00:00',
    end: '2030-01-20T19:00:00',
  })
  expect(server.schema.events.findBy({ title: 'Ink making' }).startsAt).toBe('2030-01-20T17:00:00')
})

test('sends the title of a new event', async () => {
  await calendar.addEvent({
    title: 'Ink making',
    start: '2030-01-20T17:00:00',
    end: '2030-01-20T19:00:00',
  })
  const [request] = server.pretender.handledRequests
  expect(JSON.parse(request.requestBody).title).toBe('Ink making')
})

test('shows that the service is down', async () => {
  server.get('/events', () => new Response(503))
  await expect(calendar.listEvents()).rejects.toThrow('Not now (503)')
})

test('shows the name of the user', async () => {
  expect(await calendar.readUserName()).toBe('Ada')
})
