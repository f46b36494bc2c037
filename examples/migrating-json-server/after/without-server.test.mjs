import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import { setupCalmock } from 'calmock/node'
import { HttpResponse, http } from 'msw'
import { testCalendar } from '../app-tests.mjs'
import { createCalendar } from './calendar.mjs'

const read = async (name) => JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'))
const { news } = await read('rest.json')

const mock = setupCalmock({
  sites: ['en'],
  scenario: 'empty',
  now: '2026-03-01T12:00:00Z',
  data: await read('data.json'),
})
before(async () => {
  await mock.start()
  mock.server.use(http.get('*/news', () => HttpResponse.json(news)))
})
afterEach(() => mock.reset())
after(() => mock.stop())

const calendar = createCalendar('https://api.example')

testCalendar(calendar)

test('the event of the test before is gone', async () => {
  assert.equal((await calendar.list(2)).lines.length, 1)
})

test('the page says that the service is down', async () => {
  mock.faults = 'GET /events 503'
  await assert.rejects(calendar.list(1), { message: 'Not now (503)' })
})

test('the page asks for two events', async () => {
  await calendar.list(1)
  const [{ path, query }] = mock.requests
  assert.deepEqual({ path, query }, { path: '/events', query: { page: '1', per_page: '2' } })
})
