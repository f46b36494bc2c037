import { expect, test } from 'vitest'
import { messages } from '../../fixtures/languages/messages.ts'
import { defineScenario } from '../../fixtures/scenario.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { exportWorld } from '../../src/cli/export-world.ts'
import { createMock } from '../../src/create-mock.ts'
import { type ExportedLanguage, exportedSource } from '../../src/hosts/export/exported-seed.ts'
import type { Options } from '../../src/options/options.ts'
import { createInlineSeed } from '../../src/seed/source/inline-source.ts'
import { bundledDashboard } from '../../src/seed/source/mock-source.ts'
import { openDatabase } from '../../src/store/open-database.ts'
import { type Call, fresh, NOW, over } from '../call.ts'

const recordings = new Map<Options, ReturnType<typeof exportWorld>>()

/** Returns the recording of a world after it was serialized and parsed. Cached by options. */
function readRecording(options: Options): ReturnType<typeof exportWorld> {
  const cached = recordings.get(options)
  if (cached) return cached
  const recording = JSON.parse(JSON.stringify(exportWorld(options, new Date(NOW))))
  recordings.set(options, recording)
  return recording
}

/** Creates a mock from an export in memory. `read` lists the files that the mock has read. */
function createExported(options: Options, more: Options = {}) {
  const { manifest, landmarks, languages } = readRecording(options)
  const files = new Map<string, ExportedLanguage>(languages)
  const read: string[] = []
  const source = exportedSource({
    manifest,
    landmarks: async () => landmarks,
    messages: async (code) => messages[code],
    language: async (code) => {
      read.push(code)
      return files.get(code) ?? Promise.reject(new Error(`no file of ${code}`))
    },
    pools: async () => {
      read.push('pools')
      return { createSeed: createInlineSeed }
    },
    database: async () => openDatabase,
    dashboard: bundledDashboard,
    systemNow: () => Date.parse('2031-03-15T08:00:00Z'),
  })
  return { call: over(createMock({ ...manifest.options, ...more }, source)), read, manifest }
}

const SITES = ['de', 'hi'] as const
const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags']
const everything = 'per_page=50&start_date=2000-01-01&end_date=2100-01-01'

async function readLists(call: Call): Promise<string> {
  const texts: string[] = []
  for (const site of SITES) {
    for (const collection of COLLECTIONS) {
      const query = collection === 'events' ? everything : 'per_page=50'
      texts.push((await call('GET', `/${site}/cal/events/v1/${collection}?${query}`)).text)
    }
  }
  return texts.join('\n')
}

const smallWorld = { events: 16, sites: SITES }
const datedScenarios = ['dst', 'leap-day', 'year-end']

const small = scenarios.filter(({ name }) => name !== 'huge')

test.each(small)('an export of $name equals a generated world on any day', async ({ name }) => {
  const options = { ...smallWorld, scenario: name }
  const days = [NOW, '2030-01-11T12:00:00Z', '2029-10-28T23:00:00Z']
  for (const now of days) {
    const { call, read, manifest } = createExported(options, { now })
    expect(await readLists(call)).toBe(await readLists(fresh({ ...options, now })))
    expect(manifest.canShift).toBe(!datedScenarios.includes(name))
    expect(read.includes('pools')).toBe(datedScenarios.includes(name) && now !== NOW)
  }
})

test('an export of one city equals a generated world of it on any day, and generates other cities', async () => {
  const options = { ...smallWorld, cities: ['berlin'] } as const
  for (const now of [NOW, '2030-06-11T12:00:00Z']) {
    const { call, read, manifest } = createExported(options, { now })
    const lists = await readLists(call)
    expect(lists).toBe(await readLists(fresh({ ...options, now })))
    expect(lists).not.toContain('unlisted')
    const path = '/hi/cal/events/v1/events/203'
    expect((await call('GET', path)).text).toBe(
      (await fresh({ ...options, now })('GET', path)).text,
    )
    expect([manifest.canShift, read.includes('pools')]).toEqual([true, false])
    const other = createExported(options, { cities: ['delhi'], now })
    expect(await readLists(other.call)).toBe(
      await readLists(fresh({ ...smallWorld, cities: ['delhi'], now })),
    )
    expect(other.read).toContain('pools')
  }
})

const data = {
  venues: [{ venue: 'Alte Feuerwache', city: 'Köln', language: 'de' }],
  tags: [{ name: 'काग़ज़', language: 'hi' }],
  events: [
    {
      title: 'Siebdruck',
      start_date: 'tomorrow 6pm',
      end_date: 'tomorrow 8pm',
      venue: { venue: 'Alte Feuerwache' },
      language: 'de',
    },
  ],
}

test.each([{}, { scenario: 'rtl' }, { seed: 2 }, { empty: true }])(
  "an export with the user's records and %o returns the same bytes as a mock with them on any day",
  async (more) => {
    for (const now of [NOW, '2030-01-11T12:00:00Z']) {
      const { call } = createExported({ ...smallWorld, data }, { ...more, now })
      const served = fresh({ ...smallWorld, data, ...more, now })
      const list = await call('GET', '/de/cal/events/v1/events?search=Siebdruck')
      const path = `/de/cal/events/v1/events/${list.body.events[0].id}`
      expect((await call('GET', path)).text).toBe((await served('GET', path)).text)
      expect(await readLists(call)).toBe(await readLists(served))
      for (const each of [call, served]) await each('DELETE', path)
      const created = await call('POST', '/hi/cal/events/v1/tags', { json: { name: 'A' } })
      const other = await served('POST', '/hi/cal/events/v1/tags', { json: { name: 'A' } })
      expect(created.text).toBe(other.text)
    }
  },
)

test("invalid records of the user are rejected when they are exported, and when a page's mock reads them", async () => {
  const wrong = { events: [{ title: 'A' }] }
  const message = 'data: events[0]: Missing parameter(s): start_date, end_date.'
  expect(() => exportWorld({ data: wrong }, new Date(NOW))).toThrow(message)
  const { call } = createExported(smallWorld, { data: wrong })
  const { status, body } = await call('GET', '/de/cal/events/v1/events')
  expect([status, body.message]).toEqual([400, message])
})

test('an exported page starts on the day of the system clock', async () => {
  const { call } = createExported(smallWorld)
  expect((await call('GET', '/__calmock/clock')).body.now).toBe('2031-03-15T12:00:00.000Z')
})

test('an export reads one language for a list and for a record with links to its translations', async () => {
  const { call, read } = createExported(smallWorld)
  await call('GET', '/de/cal/events/v1/events')
  await call('GET', '/de/cal/events/v1/venues')
  expect(read).toEqual(['de'])
  await call('GET', '/de/cal/events/v1/events?i18n_language=en')
  expect(read).toEqual(['de', 'en'])
  const { headers } = await call('GET', '/hi/cal/events/v1/events/105')
  expect(headers.get('link')?.match(/hreflang/g)).toHaveLength(6)
  expect(read).toEqual(['de', 'en', 'hi'])
})

test('a write to an export loads the language of the record and is applied once', async () => {
  const { call, read } = createExported(smallWorld)
  const dates = { start_date: '2031-04-01', end_date: '2031-04-01' }
  const json = { title: 'Neu', ...dates, venue: { venue: 'Ort' } }
  const { status, body } = await call('POST', '/de/cal/events/v1/events', { json })
  expect([status, body.venue.venue, read]).toEqual([201, 'Ort', ['de']])
  const venues = await call('GET', '/de/cal/events/v1/venues?search=Ort&per_page=50')
  const names = venues.body.venues.map(({ venue }: { venue: string }) => venue)
  expect(names.filter((name: string) => name === 'Ort')).toHaveLength(1)
})

test.each([
  ['another scenario', { scenario: 'rtl' }],
  ['another seed', { seed: 2 }],
  ['another size', { events: 5 }],
])('an export with %s is generated from the pools, like any world', async (_, more) => {
  const { call, read } = createExported(smallWorld, { ...more, now: NOW })
  expect(await readLists(call)).toBe(await readLists(fresh({ ...smallWorld, ...more })))
  expect(read).toEqual(['pools'])
})

test('a scenario that is set later and a restored state are generated from the pools', async () => {
  const { call, read } = createExported(smallWorld, { now: NOW })
  await call('POST', '/de/cal/events/v1/tags', { form: 'name=Neu' })
  const state = (await call('GET', '/__calmock/world')).text
  expect((await call('PUT', '/__calmock/scenario', { json: { scenario: 'one' } })).status).toBe(200)
  expect((await call('GET', '/de/cal/events/v1/events')).body.total).toBe(1)
  expect(read.at(-1)).toBe('pools')
  expect((await call('PUT', '/__calmock/world', { raw: state })).status).toBe(204)
  expect((await call('GET', '/__calmock/world')).text).toBe(state)
})

const soldOut = defineScenario({
  name: 'sold-out',
  about: 'Every title ends with (0).',
  change: (drafts) => ({
    ...drafts,
    event: (drafts.event ?? []).map((event) => ({ ...event, title: `${event.title} (0)` })),
  }),
})

test('a page with little memory returns the same lists in several worlds and scenarios', async () => {
  const { call } = createExported(smallWorld, { maxMemory: 1 })
  const generated = fresh({ ...smallWorld, now: '2031-03-15T12:00:00Z' })
  for (const prefix of ['/~a', '/~b', '/~a', '/~b'])
    for (const scenario of ['city', 'rtl', 'nulls']) {
      const path = `${prefix}/de/cal/events/v1/events?${everything}`
      const headers = { 'x-calmock-scenario': scenario }
      const answers = [call, generated].map(
        async (send) => (await send('GET', path, { headers })).text,
      )
      const [shown, expected] = await Promise.all(answers)
      expect(shown).toBe(expected)
    }
})

test('a user scenario exists only in the exported combination, on any day', async () => {
  const options = { ...smallWorld, scenario: ['city', soldOut] }
  const { call } = createExported(options)
  const now = '2031-03-15T12:00:00Z'
  expect(await readLists(call)).toBe(await readLists(fresh({ ...options, now })))
  const put = await call('PUT', '/__calmock/scenario', { json: { scenario: 'rtl+sold-out' } })
  expect([put.status, put.body.message]).toEqual([
    400,
    'Scenario "sold-out" exists only as exported: city+sold-out with seed 1, 16 events, dates around 2030-01-07; a right body: {"scenario":"empty"}.',
  ])
  expect((await call('GET', '/__calmock/scenario')).body.scenario).toBe('city+sold-out')
})

test('a user scenario whose texts depend on the date stays on its day', async () => {
  const dated = defineScenario({
    name: 'dated',
    about: 'The names of tags are the month.',
    change: (drafts, context) => ({
      ...drafts,
      tag: (drafts.tag ?? []).map((tag) => ({ ...tag, name: context.wall(0, 0).slice(0, 7) })),
    }),
  })
  const { call, manifest } = createExported({ ...smallWorld, scenario: dated })
  expect([manifest.canShift, manifest.options.now]).toEqual([false, '2030-01-07T12:00:00.000Z'])
  const { tags } = (await call('GET', '/de/cal/events/v1/tags?hide_empty=false')).body
  expect(tags[0].name).toBe('2030-01')
})

test('a request fails if a file cannot be read, and the next request tries again', async () => {
  let tries = 0
  const { manifest, landmarks, languages } = exportWorld(smallWorld, new Date(NOW))
  const source = exportedSource({
    manifest,
    landmarks: async () => landmarks,
    messages: async (code) => messages[code],
    language: async (code) => {
      if (tries++ === 0) throw new Error('offline')
      return languages.find(([other]) => other === code)?.[1] ?? Promise.reject()
    },
    pools: async () => ({ createSeed: createInlineSeed }),
    database: async () => openDatabase,
    dashboard: bundledDashboard,
    systemNow: () => Date.parse(NOW),
  })
  const call = over(createMock(smallWorld, source))
  await expect(call('GET', '/de/cal/events/v1/events')).rejects.toThrow('offline')
  expect((await call('GET', '/de/cal/events/v1/events')).status).toBe(200)
})
