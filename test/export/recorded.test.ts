import { expect, test } from 'vitest'
import { defineScenario } from '../../fixtures/scenario.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { exportWorld } from '../../src/cli/export-world.ts'
import { messages } from '../../src/contract/messages/index.ts'
import { createMock } from '../../src/create-mock.ts'
import { type ExportedLanguage, exportedSource } from '../../src/export/exported-seed.ts'
import type { Options } from '../../src/options/options.ts'
import { createSeed } from '../../src/seed/create-seed.ts'
import { type Call, fresh, NOW, over } from '../call.ts'

const recorded = new Map<Options, ReturnType<typeof exportWorld>>()

/** Returns an export after it was written and read. Creates it once. */
function exportOnce(options: Options): ReturnType<typeof exportWorld> {
  const known = recorded.get(options)
  if (known) return known
  const written = JSON.parse(JSON.stringify(exportWorld(options, new Date(NOW))))
  recorded.set(options, written)
  return written
}

/** A mock of an export whose files are read from memory, and the names of those that were. */
function exported(options: Options, more: Options = {}) {
  const { manifest, languages } = exportOnce(options)
  const files = new Map<string, ExportedLanguage>(languages)
  const read: string[] = []
  const source = exportedSource({
    manifest,
    messagesFor: (code) => messages[code],
    language: async (code) => {
      read.push(code)
      return files.get(code) ?? Promise.reject(new Error(`no file of ${code}`))
    },
    pools: async () => {
      read.push('pools')
      return { createSeed }
    },
    systemNow: () => Date.parse('2031-03-15T08:00:00Z'),
  })
  return { call: over(createMock({ ...manifest.options, ...more }, source)), read, manifest }
}

const SITES = ['de', 'hi']
const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags']
const everything = 'per_page=50&start_date=2000-01-01&end_date=2100-01-01'

async function textOf(call: Call): Promise<string> {
  const texts: string[] = []
  for (const site of SITES) {
    for (const collection of COLLECTIONS) {
      const query = collection === 'events' ? everything : 'per_page=50'
      texts.push((await call('GET', `/${site}/cal/events/v1/${collection}?${query}`)).text)
    }
  }
  return texts.join('\n')
}

const small = { events: 16, sites: SITES }
const bound = ['dst', 'leap-day', 'year-end']

test.each(scenarios.filter(({ name }) => name !== 'huge'))(
  'an export of $name returns the same bytes as other mocks on any day',
  async ({ name }) => {
    const options = { ...small, scenario: name }
    const days = [NOW, '2030-01-11T12:00:00Z', '2029-10-28T23:00:00Z']
    for (const now of days) {
      const { call, read, manifest } = exported(options, { now })
      expect(await textOf(call)).toBe(await textOf(fresh({ ...options, now })))
      expect(manifest.canShift).toBe(!bound.includes(name))
      expect(read.includes('pools')).toBe(bound.includes(name) && now !== NOW)
    }
  },
)

test('its page is on the day on which it is loaded', async () => {
  const { call } = exported(small)
  expect((await call('GET', '/__calmock/clock')).body.now).toBe('2031-03-15T12:00:00.000Z')
})

test('only what is asked for is read: a list its language, a record also its translations', async () => {
  const { call, read } = exported(small)
  await call('GET', '/de/cal/events/v1/events')
  await call('GET', '/de/cal/events/v1/venues')
  expect(read).toEqual(['de'])
  await call('GET', '/de/cal/events/v1/events?i18n_language=en')
  expect(read).toEqual(['de', 'en'])
  const { headers } = await call('GET', '/hi/cal/events/v1/events/105')
  expect(headers.get('link')?.match(/hreflang/g)).toHaveLength(6)
  expect(read.toSorted()).toEqual(['ar', 'de', 'en', 'es', 'fr', 'hi', 'zh-hans'])
})

test('a write waits for all it may touch, and is done once', async () => {
  const { call, read } = exported(small)
  const json = {
    title: 'Neu',
    start_date: '2031-04-01',
    end_date: '2031-04-01',
    venue: { venue: 'Ort' },
  }
  const { status, body } = await call('POST', '/de/cal/events/v1/events', { json })
  expect([status, body.venue.venue, read.length]).toEqual([201, 'Ort', 7])
  const venues = await call('GET', '/de/cal/events/v1/venues?search=Ort&per_page=50')
  expect(venues.body.venues.filter(({ venue }: { venue: string }) => venue === 'Ort')).toHaveLength(
    1,
  )
})

test.each([
  ['another scenario', { scenario: 'rtl' }],
  ['another seed', { seed: 2 }],
  ['another size', { events: 5 }],
])('%s is planted from the pools, as everywhere', async (_, more) => {
  const { call, read } = exported(small, { ...more, now: NOW })
  expect(await textOf(call)).toBe(await textOf(fresh({ ...small, ...more })))
  expect(read).toEqual(['pools'])
})

test('a scenario that is set later is planted from the pools, a state that is put back too', async () => {
  const { call, read } = exported(small, { now: NOW })
  await call('POST', '/de/cal/events/v1/tags', { form: 'name=Neu' })
  const state = (await call('GET', '/__calmock/world')).text
  expect((await call('PUT', '/__calmock/scenario', { json: { scenario: 'one' } })).status).toBe(200)
  expect((await call('GET', '/de/cal/events/v1/events')).body.total).toBe(1)
  expect(read.at(-1)).toBe('pools')
  expect((await call('PUT', '/__calmock/world', { raw: state })).status).toBe(204)
  expect((await call('GET', '/__calmock/world')).text).toBe(state)
})

const own = defineScenario({
  name: 'sold-out',
  about: 'Every title says so.',
  change: (drafts) => ({
    ...drafts,
    event: (drafts.event ?? []).map((event) => ({ ...event, title: `${event.title} (0)` })),
  }),
})

test('a scenario of the user is there as it was exported, on any day, and no other way', async () => {
  const options = { ...small, scenario: ['city', own] }
  const { call } = exported(options)
  const now = '2031-03-15T12:00:00Z'
  expect(await textOf(call)).toBe(await textOf(fresh({ ...options, now })))
  const put = await call('PUT', '/__calmock/scenario', { json: { scenario: 'rtl+sold-out' } })
  expect([put.status, put.body.message]).toEqual([
    400,
    'scenario "sold-out" exists only as exported: city+sold-out with seed 1, 16 events, dates around 2030-01-07',
  ])
  expect((await call('GET', '/__calmock/scenario')).body.scenario).toBe('city+sold-out')
})

test('a scenario of the user that cannot be moved stays on its day', async () => {
  const dated = defineScenario({
    name: 'dated',
    about: 'The names of tags tell the month.',
    change: (drafts, stage) => ({
      ...drafts,
      tag: (drafts.tag ?? []).map((tag) => ({ ...tag, name: stage.wall(0, 0).slice(0, 7) })),
    }),
  })
  const { call, manifest } = exported({ ...small, scenario: dated })
  expect([manifest.canShift, manifest.options.now]).toEqual([false, '2030-01-07T12:00:00.000Z'])
  const { tags } = (await call('GET', '/de/cal/events/v1/tags?hide_empty=false')).body
  expect(tags[0].name).toBe('2030-01')
})

test('a file that cannot be read fails the request, and the next one tries again', async () => {
  let tries = 0
  const files = exportWorld(small, new Date(NOW))
  const source = exportedSource({
    manifest: files.manifest,
    messagesFor: (code) => messages[code],
    language: async (code) => {
      if (tries++ === 0) throw new Error('offline')
      return files.languages.find(([other]) => other === code)?.[1] ?? Promise.reject()
    },
    pools: async () => ({ createSeed }),
    systemNow: () => Date.parse(NOW),
  })
  const call = over(createMock(small, source))
  await expect(call('GET', '/de/cal/events/v1/events')).rejects.toThrow('offline')
  expect((await call('GET', '/de/cal/events/v1/events')).status).toBe(200)
})
