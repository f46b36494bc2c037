import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, test } from 'node:test'

let server
let origin
before(async () => {
  const env = { ...process.env, NITRO_PORT: '0', NITRO_HOST: '127.0.0.1' }
  server = spawn(process.execPath, ['.output/server/index.mjs'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  origin = await new Promise((resolve) => {
    server.stdout.on('data', (output) => {
      const [url] = /http:\/\/[\d.]+:\d+/.exec(output) ?? []
      if (url) resolve(url)
    })
  })
})
after(() => server.kill())

/** Returns the page in a language as HTML. */
const read = async (language) => (await fetch(`${origin}/${language}`)).text()

const put = (path, body) =>
  fetch(`${origin}/api/__calmock/${path}`, { method: 'PUT', body: JSON.stringify(body) })

test('the server renders five events in each language', async () => {
  for (const language of ['en', 'de']) {
    const page = await read(language)
    const response = await fetch(`${origin}/api/${language}/cal/events/v1/events?per_page=5`)
    const { events } = await response.json()
    assert.equal(page.match(/<li>/g)?.length, 5)
    for (const { title } of events) assert.ok(page.includes(`<li>${title}</li>`), page)
  }
})

test('the list is empty, and the service is down', async () => {
  await put('scenario', { scenario: 'empty' })
  assert.match(await read('en'), /<ul>(<!--.*?-->)*<\/ul>/)
  await put('faults', { faults: ['GET /events 503'] })
  assert.match(await read('en'), /<p role="alert">503<\/p>/)
})
