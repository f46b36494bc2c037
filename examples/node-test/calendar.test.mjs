import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { landmarks } from 'calmock'
import { listen, setupCalmock } from 'calmock/node'
import { HttpResponse, http, passthrough } from 'msw'

const mock = setupCalmock({ events: 12 })
const api = 'https://api.example/zh-hans/cal/events/v1'

before(() => mock.start({ onUnhandledRequest: 'error' }))
afterEach(() => {
  mock.server.resetHandlers()
  mock.reset()
})
after(() => mock.stop())

const { jazzNight } = landmarks.events
const id = jazzNight.id['zh-hans']

/** Returns the IDs of the next events. */
async function listIds(from = api) {
  const response = await fetch(`${from}/events`)
  const { events } = await response.json()
  return events.map((event) => event.id)
}

test('the list contains an event', async () => {
  assert.ok((await listIds()).includes(id))
})

test('the list does not contain a deleted event', async () => {
  assert.equal((await fetch(`${api}/events/${id}`, { method: 'DELETE' })).status, 200)
  assert.ok(!(await listIds()).includes(id))
})

test('the next test sees the event again', async () => {
  assert.ok((await listIds()).includes(id))
})

test('a request fails if a handler says so', async () => {
  mock.server.use(http.get('*/events', () => HttpResponse.error()))
  await assert.rejects(listIds(), TypeError)
})

test('the mock listens on a port for other programs', async () => {
  mock.clock.advance('P1W')
  const { url, close } = await listen(mock)
  mock.server.use(http.all(`${url}/*`, () => passthrough()))
  assert.deepEqual(await listIds(`${url}/zh-hans/cal/events/v1`), await listIds())
  await close()
})
