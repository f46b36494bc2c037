const { HttpResponse, http, landmarks, useCalmock } = require('calmock/jest')
const { createEvent, readTitles } = require('./calendar.js')

const mock = useCalmock()

const api = 'https://api.example/de/cal/events/v1'

test('lists five events', async () => {
  expect(await readTitles(api)).toHaveLength(5)
})

test('shows a new event first', async () => {
  await createEvent(api, 'Hausmusik')
  expect((await readTitles(api))[0]).toBe('Hausmusik')
})

test('does not show the event of another test', async () => {
  expect(await readTitles(api)).not.toContain('Hausmusik')
})

test('reads one event', async () => {
  const id = landmarks.events.jazzNight.id.de
  const response = await fetch(`${api}/events/${id}`)
  expect((await response.json()).id).toBe(id)
})

test('shows an error while the service is down', async () => {
  mock.server.use(http.get('*/events', () => new HttpResponse(null, { status: 503 })))
  expect(await readTitles(api)).toEqual(['Not now (503)'])
})

test('is empty without events', async () => {
  mock.setScenario('empty')
  expect(await readTitles(api)).toEqual([])
})
