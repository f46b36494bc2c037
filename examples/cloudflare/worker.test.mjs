import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startWorker } from './start-worker.mjs'

const events = 'hi/cal/events/v1/events'
const headers = { Authorization: 'Bearer secret', 'Content-Type': 'application/json' }
const read = async (url, init) => (await fetch(url, init)).json()

const create = (url, title) =>
  read(`${url}/${events}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ title, start_date: 'tomorrow 7pm', end_date: 'tomorrow 9pm' }),
  })

test('the worker keeps worlds apart, and their writes and clocks after a kill', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'calmock-worker-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const worker = await startWorker({ folder, token: 'secret' })
  t.after(worker.stop)

  const list = await read(`${worker.url}/${events}?per_page=5`)
  assert.equal(list.events.length, 5)
  assert.match(list.events[0].title, /\p{Script=Devanagari}/u)

  const created = await create(`${worker.url}/~pr-1`, 'पूर्वाभ्यास')
  assert.match(created.url, RegExp(`^${worker.url}/~pr-1/hi/event/`))
  const clock = `${worker.url}/~pr-1/__calmock/clock`
  const moved = { method: 'PUT', headers, body: '{"now":"2031-05-01T12:00:00Z"}' }
  assert.equal((await fetch(clock, moved)).status, 200)
  assert.equal((await fetch(clock, { ...moved, headers: {} })).status, 401)
  const other = `${worker.url}/~pr-2/${events}`
  assert.equal((await read(other)).total, list.total)
  assert.equal((await fetch(`${other}/${created.id}`)).status, 404)

  await worker.stop()
  const again = await startWorker({ folder, token: 'secret' })
  t.after(again.stop)
  const kept = await read(`${again.url}/~pr-1/${events}/${created.id}`)
  assert.deepEqual(JSON.parse(JSON.stringify(kept).replaceAll(again.url, worker.url)), created)
  const { now } = await read(`${again.url}/~pr-1/__calmock/clock`, { headers })
  assert.equal(now, '2031-05-01T12:00:00.000Z')
  const next = await create(`${again.url}/~pr-1`, 'दूसरा')
  assert.equal(next.id, created.id + 1)
})
