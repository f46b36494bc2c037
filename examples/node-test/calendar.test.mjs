import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { landmarks } from 'calmock'
import { listen, setupCalmock } from 'calmock/node'
import { HttpResponse, http, passthrough } from 'msw'

const mock = setupCalmock({ events: 12 })
const api = 'https://api.example/zh-hans/cal/events/v1'

before(() => mock.server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  mock.server.resetHandlers()
  mock.reset()
})
after(() => mock.server.close())

const { jazzNight } = landmarks.events
const id = jazzNight.id['zh-hans']

/** The IDs of the next events. */
async function next(from = api) {
  const response = await fetch(`${from}/events`)
  const { events } = await response.json()
  return events.map((event) => event.id)
}

test('an event is among the next ones', async () => {
  assert.ok((await next()).includes(id))
})

test('an event that is deleted is not', async () => {
  assert.equal((await fetch(`${api}/events/${id}`, { method: 'DELETE' })).status, 200)
  assert.ok(!(await next()).includes(id))
})

test('it is there again for the next test', async () => {
  assert.ok((await next()).includes(id))
})

test('a request can fail', async () => {
  mock.server.use(http.get('*/events', () => HttpResponse.error()))
  await assert.rejects(next(), TypeError)
})

test('the same mock listens on a port, for programs that are not this process', async () => {
  mock.clock.advance('P1W')
  const { url, close } = await listen(mock)
  mock.server.use(http.all(`${url}/*`, () => passthrough()))
  assert.deepEqual(await next(`${url}/zh-hans/cal/events/v1`), await next())
  await close()
})
