import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
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

const scratch = await mkdtemp(join(tmpdir(), 'calmock-worker-'))
after(() => rm(scratch, { recursive: true, force: true }))

/** Starts the worker with the worlds of a folder, and kills it after the test. */
async function start(t, folder) {
  const worker = await startWorker({ folder, token: 'secret' })
  t.after(worker.kill)
  return worker
}

const createFolder = () => mkdtemp(join(scratch, 'state-'))

test('the worker lists Hindi events, and a write in one world is not in another', async (t) => {
  const { url } = await start(t, await createFolder())
  const list = await read(`${url}/${events}?per_page=5`)
  assert.equal(list.events.length, 5)
  for (const { title } of list.events) assert.match(title, /\p{Script=Devanagari}/u)

  const created = await create(`${url}/~pr-1`, 'पूर्वाभ्यास')
  assert.match(created.url, RegExp(`^${url}/~pr-1/hi/event/`))
  assert.equal((await read(`${url}/~pr-1/${events}`)).total, list.total + 1)
  assert.equal((await read(`${url}/~pr-2/${events}`)).total, list.total)
  assert.equal((await fetch(`${url}/~pr-2/${events}/${created.id}`)).status, 404)
})

test('control routes need the token', async (t) => {
  const { url } = await start(t, await createFolder())
  const change = { method: 'PUT', body: '{"scenario":"empty"}' }
  const scenario = `${url}/~pr-1/__calmock/scenario`
  assert.equal((await fetch(scenario, change)).status, 401)
  assert.equal((await fetch(scenario, { ...change, headers })).status, 200)
  assert.equal((await read(`${url}/~pr-1/${events}`)).total, 0)
  assert.notEqual((await read(`${url}/${events}`)).total, 0)
})

test('writes and the clock of a world survive a kill of the worker', async (t) => {
  const folder = await createFolder()
  const first = await start(t, folder)
  const { id } = await create(`${first.url}/~pr-1`, 'पूर्वाभ्यास')
  const moved = { method: 'PUT', headers, body: '{"advance":"P1D"}' }
  const clock = await read(`${first.url}/~pr-1/__calmock/clock`, moved)
  const path = `~pr-1/${events}/${id}`
  const before = await (await fetch(`${first.url}/${path}`)).text()
  await first.kill()

  const second = await start(t, folder)
  const after = await (await fetch(`${second.url}/${path}`)).text()
  const [oldHost, newHost] = [first, second].map(({ url }) => new URL(url).host)
  assert.equal(after.replaceAll(newHost, oldHost), before)
  assert.deepEqual(await read(`${second.url}/~pr-1/__calmock/clock`, { headers }), clock)
  assert.equal((await create(`${second.url}/~pr-1`, 'दूसरा')).id, id + 1)
})
