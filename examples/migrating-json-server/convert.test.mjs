import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createCalmock } from 'calmock'

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'))

test('convert.mjs writes the two files of after/, and says what is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'convert-'))
  const [data, rest] = [join(folder, 'data.json'), join(folder, 'rest.json')]
  const args = ['convert.mjs', 'before/db.json', data, rest]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  assert.equal(stdout, 'not carried over: events.capacity\n')
  assert.deepEqual(await readJson(data), await readJson('after/data.json'))
  assert.deepEqual(await readJson(rest), await readJson('after/rest.json'))
  await rm(folder, { recursive: true })
})

test('calmock lists every event of db.json with its date, venue and cost', async () => {
  const { events, venues } = await readJson('before/db.json')
  const data = await readJson('after/data.json')
  const mock = createCalmock({
    sites: ['en'],
    scenario: 'empty',
    now: '2026-03-01T12:00:00Z',
    data,
  })
  const response = await mock.fetch('/en/cal/events/v1/events')
  const summarize = ({ title, start_date, venue, cost }) => [title, start_date, venue.venue, cost]
  const expected = events
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
    .map(({ title, startsAt, venueId, price }) => [
      title,
      startsAt.replace('T', ' '),
      venues.find(({ id }) => id === venueId).name,
      price === 0 ? 'Free' : `£${price}`,
    ])
  assert.deepEqual((await response.json()).events.map(summarize), expected)
})
