import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { build, dev } from 'astro'

const titles = { en: 'Blue Hour: A Night of Jazz', de: 'Blaue Stunde: Eine Nacht voller Jazz' }
const options = { logLevel: 'error', telemetry: false }

test('the dev server renders events of the mock', async () => {
  const server = await dev({ ...options, server: { port: 0 } })
  const origin = `http://localhost:${server.address.port}`
  const put = (path, body) =>
    fetch(`${origin}/api/__calmock/${path}`, { method: 'PUT', body: JSON.stringify(body) })
  for (const [language, title] of Object.entries(titles)) {
    const page = await (await fetch(`${origin}/${language}`)).text()
    assert.equal(page.match(/<li/g).length, 5)
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
  calmock.kill()
  for (const [language, title] of Object.entries(titles))
    assert.ok((await readFile(`dist/${language}/index.html`, 'utf8')).includes(title))
})
