import { landmarks } from 'calmock'
import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'

const mock = useCalmock({ sites: ['en'] }) // resets the mock after each test

const events = 'https://api.example/en/cal/events/v1/events' // any host name: the path counts
const { id, title } = landmarks.events.jazzNight

test('an empty list', async () => {
  mock.setScenario('empty')
  expect(await (await fetch(events)).json()).toMatchObject({ events: [], total: 0 })
})

test('a record with a known ID and title', async () => {
  const response = await fetch(`${events}/${id.en}`)
  expect(await response.json()).toMatchObject({ title: title.en })
})

test('the third page fails', async () => {
  mock.faults = 'GET /events?page=3 503'
  expect((await fetch(`${events}?page=2`)).status).toBe(200)
  expect((await fetch(`${events}?page=3`)).status).toBe(503)
})

test('an event that is over in two weeks', async () => {
  mock.clock.advance('P2W')
  const list = await (await fetch(events)).json()
  expect(list.events).not.toContainEqual(expect.objectContaining({ id: id.en }))
})

test('what was wrong with a request', async () => {
  await fetch(`${events}?serach=jazz`)
  const [note] = mock.requests[0]?.notes ?? []
  expect(note?.message).toBe('GET /events ignores "serach"; did you mean "search"?')
})
