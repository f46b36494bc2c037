import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { build, dev } from 'astro'

const languages = ['en', 'de']
/** Returns the titles of the first five events of an API. */
async function readTitles(api, language) {
  const response = await fetch(`${api}/${language}/cal/events/v1/events?per_page=5`)
  return (await response.json()).events.map(({ title }) => title)
}
const options = { logLevel: 'error', telemetry: false }

test('the dev server renders events of the mock', async () => {
  const server = await dev({ ...options, server: { port: 0 } })
  const origin = `http://localhost:${server.address.port}`
  const put = (path, body) =>
    fetch(`${origin}/api/__calmock/${path}`, { method: 'PUT', body: JSON.stringify(body) })
  for (const language of languages) {
    const page = await (await fetch(`${origin}/${language}`)).text()
    assert.equal(page.match(/<li/g).length, 5)
    for (const title of await readTitles(`${origin}/api`, language))
      assert.ok(page.includes(title), page)
  }
  await put('scenario', { scenario: 'empty' })
  assert.doesNotMatch(await (await fetch(`${origin}/en`)).text(), /<li/)
  await put('faults', { faults: ['GET /events 503'] })
  assert.equal((await fetch(`${origin}/en`)).status, 500)
  await server.stop()
})

test('a build reads the events of a server beside it', async () => {
  const args = [
    'node_modules/.bin/calmock',
    '--port',
    '0',
    '--sites',
    'en,de',
    '--log-format',
    'json',
  ]
  const calmock = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ready = await new Promise((resolve) => calmock.stdout.once('data', resolve))
  process.env.API = JSON.parse(ready).url
  await build(options)
  for (const language of languages) {
    const page = await readFile(`dist/${language}/index.html`, 'utf8')
    for (const title of await readTitles(process.env.API, language)) assert.ok(page.includes(title))
  }
  calmock.kill()
})
