import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { app } from './app.mjs'

test('the app has the mock below /api, and links lead back to it', async () => {
  const server = app.listen(0)
  await once(server, 'listening')
  const { port } = server.address()
  const response = await fetch(`http://localhost:${port}/api/de/cal/events/v1/events?per_page=1`)
  const { events, next_rest_url } = await response.json()
  assert.equal(events.length, 1)
  assert.match(next_rest_url, /\/\/localhost:\d+\/api\/de\/cal\/events\/v1\/events\/\?/)
  assert.equal((await fetch(next_rest_url)).status, 200)

  const created = await fetch(`http://localhost:${port}/api/de/cal/events/v1/venues`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ venue: 'Stadthalle' }),
  })
  assert.equal(created.status, 201)
  assert.equal((await created.json()).venue, 'Stadthalle')
  server.close()
})
