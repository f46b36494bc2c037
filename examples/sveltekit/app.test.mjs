import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createServer } from 'vite'

let server
let origin
before(async () => {
  server = await createServer({ server: { port: 0 }, logLevel: 'error' })
  await server.listen()
  origin = server.resolvedUrls.local[0]
})
after(() => server.close())

/** Returns the status of a page, and the items of its list. */
async function read(language) {
  const response = await fetch(origin + language)
  const items = [...(await response.text()).matchAll(/<li>(.*?)<\/li>/g)].map(([, title]) => title)
  return { status: response.status, items }
}

const put = (path, body) =>
  fetch(`${origin}api/__calmock/${path}`, { method: 'PUT', body: JSON.stringify(body) })

test('the server renders five events in each language', async () => {
  for (const language of ['en', 'de']) {
    const { items } = await read(language)
    const response = await fetch(`${origin}api/${language}/cal/events/v1/events?per_page=5`)
    const { events } = await response.json()
    assert.deepEqual(
      items,
      events.map(({ title }) => title),
    )
  }
  assert.notDeepEqual((await read('de')).items, (await read('en')).items)
})

test('the list is empty, and the service is down', async () => {
  await put('scenario', { scenario: 'empty' })
  assert.deepEqual(await read('en'), { status: 200, items: [] })
  await put('faults', { faults: ['GET /events 503'] })
  assert.equal((await read('en')).status, 503)
})
