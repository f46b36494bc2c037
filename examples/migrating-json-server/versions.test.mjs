import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startJsonServer } from './start.mjs'

const servers = [
  await startJsonServer('before/db.json', 0),
  await startJsonServer('before/db.json', 1),
]
for (const { stop } of servers) after(stop)

/** Returns the answers of json-server 0.17.4 and 1.0.0-beta.15 to a GET request. */
const ask = (path) =>
  Promise.all(
    servers.map(async ({ url }) => {
      const response = await fetch(`${url}${path}`)
      return { response, body: await response.json() }
    }),
  )

test('0.17 returns a page as a list with headers, 1.x as an object', async () => {
  const [{ response, body }] = await ask('/events?_page=1&_limit=2')
  assert.equal(body.length, 2)
  assert.equal(response.headers.get('X-Total-Count'), '3')
  assert.match(response.headers.get('Link'), /_page=2&_limit=2>; rel="next"/)
  const [, { body: page }] = await ask('/events?_page=1&_per_page=2')
  const { data, ...counts } = page
  assert.equal(data.length, 2)
  assert.deepEqual(counts, { first: 1, prev: null, next: 2, last: 2, pages: 2, items: 3 })
})

for (const parameter of ['_limit=2', 'q=paper', 'title_like=paper', '_expand=venue', 'color=red'])
  test(`1.x reads ${parameter} as a filter that no record matches`, async () => {
    const [old, beta] = await ask(`/events?${parameter}`)
    assert.ok(old.body.length > 0)
    assert.deepEqual(beta.body, [])
  })

test('a page after the last one is empty in 0.17, and the last one in 1.x', async () => {
  assert.deepEqual((await ask('/events?_page=9&_limit=2'))[0].body, [])
  assert.equal((await ask('/events?_page=9&_per_page=2'))[1].body.data.length, 1)
})

test('_embed with the singular returns the venue in 1.x', async () => {
  const [, { body }] = await ask('/events?_embed=venue')
  assert.equal(body[0].venue.name, 'Print Works')
})

test('nested routes exist in 0.17 only', async () => {
  const [old, beta] = await ask('/venues/1/events')
  assert.equal(old.body.length, 2)
  assert.equal(beta.response.status, 404)
})

test('an unknown record is {} in 0.17, and an error in 1.x', async () => {
  const answers = await ask('/events/99')
  assert.deepEqual(
    answers.map(({ response }) => response.status),
    [404, 404],
  )
  assert.deepEqual(
    answers.map(({ body }) => body),
    [{}, { error: 'Not Found' }],
  )
})

test('both accept an event without a title', async () => {
  const statuses = servers.map(async ({ url }) => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"color":"red"}',
    }
    return (await fetch(`${url}/events`, init)).status
  })
  assert.deepEqual(await Promise.all(statuses), [201, 201])
})
