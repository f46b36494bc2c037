import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createCalmock } from 'calmock'
import { toNodeListener } from 'calmock/node'
import express from 'express'
import { app } from './app.mjs'

/** Apps with the mock below /api, each mounted in another way. */
const apps = {
  'app.use': app,
  'app.all with baseUrl': express().all(
    '/api/*path',
    toNodeListener(createCalmock({ baseUrl: '/api' })),
  ),
  'a router after express.json()': express().use(
    express.json(),
    express.Router().use('/api', toNodeListener(createCalmock())),
  ),
}

for (const [name, app] of Object.entries(apps)) {
  test(`the mock responds below /api with ${name}, and links lead back to it`, async () => {
    const server = app.listen(0)
    await once(server, 'listening')
    const api = `http://localhost:${server.address().port}/api/de/cal/events/v1`
    const { events, next_rest_url } = await (await fetch(`${api}/events?per_page=1`)).json()
    assert.equal(events.length, 1)
    assert.ok(next_rest_url.startsWith(`${api}/events/?`), next_rest_url)
    assert.equal((await fetch(next_rest_url)).status, 200)

    const created = await fetch(`${api}/venues`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ venue: 'Stadthalle' }),
    })
    assert.equal(created.status, 201)
    assert.equal((await created.json()).venue, 'Stadthalle')
    server.close()
  })
}

test('the app has routes besides the mock', async () => {
  const server = app.listen(0)
  await once(server, 'listening')
  const url = `http://localhost:${server.address().port}`
  const weather = await fetch(`${url}/api/en/cal/events/v1/weather`)
  assert.deepEqual(await weather.json(), { sun: true })
  assert.equal(await (await fetch(url)).text(), '<h1>My app</h1>')
  server.close()
})
