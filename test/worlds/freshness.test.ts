import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyText } from '../../src/engine/http-message.ts'
import type { Landmark } from '../../src/seed/landmarks.ts'
import { landmarks } from '../../src/seed/source/inline-source.ts'
import { type Call, createTestMock, fresh, NOW, over } from '../call.ts'
import { make, options, textOf, write } from './writes.ts'

/** Returns the responses for single records. */
async function readItems(call: Call): Promise<string> {
  const texts: string[] = []
  for (const [collection, named] of Object.entries(landmarks)) {
    for (const { id } of Object.values<Landmark>(named).slice(0, 7)) {
      for (const target of [
        `/de/cal/events/v1/${collection}/${id.de}`,
        `/hi/cal/events/v1/${collection}/${id.hi}`,
      ]) {
        const { status, text, headers } = await call('GET', target)
        texts.push(`${status} ${headers.get('link')} ${text}`)
      }
    }
  }
  return texts.join('\n')
}

const readEverything = async (call: Call): Promise<string> =>
  `${await textOf(call)}\n${await readItems(call)}`

test('reads between writes do not change later responses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
      const [read, unread] = [fresh(options), fresh(options)]
      await readEverything(read)
      for (const step of writes) {
        await make(read, step)
        await readEverything(read)
        await make(unread, step)
      }
      expect((await readEverything(read)) === (await readEverything(unread))).toBe(true)
    }),
    { numRuns: 12 },
  )
}, 60_000)

test('a write through the database is in the next response of every record that embeds the row', async () => {
  const service = createTestMock({ ...options, now: NOW })
  const call = over(service)
  const { jazzNight } = landmarks.events
  const event = async () => (await call('GET', `/de/cal/events/v1/events/${jazzNight.id.de}`)).body
  const before = await event()
  service.db.venue.update({ where: { id: { equals: before.venue.id } }, data: { city: 'Bonn' } })
  expect((await event()).venue.city).toBe('Bonn')
  service.db.venue.delete({ where: { id: { equals: before.venue.id } } })
  expect((await event()).venue).toEqual([])
})

test('a row without links from the database does not change the counts of categories', async () => {
  const service = createTestMock({ ...options, now: NOW })
  const counts = async () => {
    const { body } = await over(service)('GET', '/de/cal/events/v1/categories')
    return body.categories.map(({ count }: { count: number }) => count)
  }
  const before = await counts()
  const links = { categories: null, tags: null } as object // which the types forbid
  service.db.event.create({ id: 999_999, language: 'de', ...links })
  expect(await counts()).toEqual(before)
})

test('an advanced clock changes the next response', async () => {
  const call = fresh({ ...options, now: 'real' })
  const link = async () => (await call('GET', '/de/cal/events/v1/events?per_page=1')).body.rest_url
  const before = await link()
  await call('PUT', '/__calmock/clock', { json: { advance: 'P1D' } })
  expect(await link()).not.toBe(before)
})

test.each([
  { what: 'a list', path: '/de/cal/events/v1/events' },
  { what: 'a record', path: `/de/cal/events/v1/events/${landmarks.events.jazzNight.id.de}` },
])('GET of $what returns the same body until a write', async ({ path }) => {
  const service = createTestMock({ ...options, now: NOW })
  const url = { origin: 'http://localhost', path, query: '' }
  const send = (world?: string) =>
    service.handle({ method: 'GET', ...url, header: () => undefined }, world)
  const readSixTimes = async () => {
    const bodies = new Set<string>()
    for (let n = 0; n < 6; n++) bodies.add(bodyText((await send()).body))
    expect(bodies.size).toBe(1)
    return [...bodies].join()
  }
  const before = await readSixTimes()
  await over(service)('POST', path, { json: { ...soon, title: 'Anderer Titel' } })
  const after = await readSixTimes()
  expect(before).not.toContain('Anderer Titel')
  expect(after).toContain('Anderer Titel')
  expect(bodyText((await send('other')).body)).toBe(before)
})

const soon = { start_date: '2030-01-08 19:00:00', end_date: '2030-01-08 21:00:00' }
