import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setupCalmock } from 'calmock/node'

const mock = setupCalmock({ sites: ['en'] })
const events = 'https://api.example/en/cal/events/v1/events?per_page=5'

before(() => mock.start())
afterEach(() => mock.reset())
after(() => mock.stop())

test('the service is down', async () => {
  mock.faults = 'GET /events 503'
  assert.equal((await fetch(events)).status, 503)
})

test('the service is available again in the next test', async () => {
  assert.equal((await fetch(events)).status, 200)
})

test('the service cannot be reached', async () => {
  mock.faults = '* offline'
  await assert.rejects(fetch(events), TypeError)
  assert.equal(mock.requests[0].fault, 'offline')
})

test('the service is slow', async () => {
  mock.delay = 50
  const start = performance.now()
  await fetch(events)
  assert.ok(performance.now() - start > 45)
})

test('the list is empty', async () => {
  mock.setScenario('empty')
  assert.deepEqual((await (await fetch(events)).json()).events, [])
})

test('the request is logged', async () => {
  await fetch(events)
  const [{ method, path, query, status }] = mock.requests
  assert.deepEqual([method, path, query.per_page, status], ['GET', '/events', '5', 200])
})
