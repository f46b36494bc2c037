import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, test } from 'node:test'

let server
let origin
before(async () => {
  const args = ['node_modules/next/dist/bin/next', 'start', '--port', '0']
  server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  origin = await new Promise((resolve) => {
    server.stdout.on('data', (output) => {
      const [url] = /http:\/\/localhost:\d+/.exec(output) ?? []
      if (url) resolve(url)
    })
  })
})
after(() => server.kill())

const events = '/api/en/cal/events/v1/events'

test('the route handler lists events, and its links lead back to it', async () => {
  const response = await fetch(`${origin}${events}?per_page=1`)
  const { events: list, next_rest_url } = await response.json()
  assert.equal(list.length, 1)
  assert.match(next_rest_url, /^http:\/\/localhost:\d+\/api\/en\/cal\/events\/v1\/events\/\?/)
  assert.equal((await fetch(next_rest_url)).status, 200)
})

test('the server component shows an event that the route handler created', async () => {
  const created = await fetch(`${origin}${events}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Open rehearsal', start_date: 'now', end_date: '+1 hour' }),
  })
  assert.equal(created.status, 201)
  const page = await (await fetch(origin)).text()
  assert.equal(page.match(/<li>/g)?.length, 5)
  assert.match(page, /<li>Open rehearsal<\/li>/)
})
