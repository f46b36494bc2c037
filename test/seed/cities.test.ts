import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cities, cityNames } from '../../fixtures/facts/cities.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { readEnvironment } from '../../src/config/load-options.ts'
import { createMock } from '../../src/create-mock.ts'
import type { Options } from '../../src/options/options.ts'
import { createInlineSeed, landmarks } from '../../src/seed/source/inline-source.ts'
import { onDemandSource } from '../../src/seed/source/on-demand-source.ts'
import { persistMock } from '../../src/world/persist.ts'
import { type Call, createTestMock, fresh, NOW, over } from '../call.ts'
import { errorOf, start } from '../cli/program.ts'
import { MemoryJournal } from '../worlds/memory-journal.ts'

const API = '/en/cal/events/v1'
const ever = 'start_date=2000-01-01&end_date=2100-01-01&per_page=50'
const sites = ['en', 'de', 'ar'] as const
const berlin = { sites, cities: ['berlin'] } as const satisfies Options

/** Reads all pages of a list. */
async function readAll(call: Call, collection: string) {
  const query = collection === 'events' ? ever : 'per_page=50&hide_empty=false'
  const first = await call('GET', `${API}/${collection}?${query}`)
  const records = first.body[collection]
  for (let page = 2; page <= first.body.total_pages; page++)
    records.push(
      ...(await call('GET', `${API}/${collection}?${query}&page=${page}`)).body[collection],
    )
  return { records, total: Number(first.headers.get('x-cal-total')) }
}

const generate = (options: Partial<Parameters<typeof createInlineSeed>[0]>, kind: string) =>
  createInlineSeed({ seed: 1, events: 60, scenario: [], anchor: new Date(NOW), ...options })
    .generate(kind, 'en')
    .map((row) => ({ ...row }))

describe('lists', () => {
  test.each(cityNames)('show as many events as without the option, all in %s', async (city) => {
    const { records, total } = await readAll(fresh({ sites, cities: [city] }), 'events')
    expect([total, records.length]).toEqual([60, 60])
    const zones = records.map(({ timezone }: { timezone: string }) => timezone)
    expect(new Set(zones)).toEqual(new Set([cities[city].zone]))
  })

  test('show venues and organizers of the chosen cities only, each with a phone number of its own', async () => {
    const call = fresh({ sites, cities: ['paris', 'berlin'] })
    const venues = await readAll(call, 'venues')
    expect(new Set(venues.records.map(({ city }: { city: string }) => city))).toEqual(
      new Set(['Berlin', 'Paris']),
    )
    const organizers = await readAll(call, 'organizers')
    expect([venues.total, organizers.total]).toEqual([24, 26])
    const phones = [...venues.records, ...organizers.records].map(({ phone }) => phone)
    expect(phones.every((phone) => /^\+(49 30|33 1) /.test(phone))).toBe(true)
    expect(new Set(phones).size).toBe(50)
  })

  test('have the number of events of the scenario, and all are upcoming', async () => {
    for (const city of cityNames)
      for (const [scenario, events] of [
        ['one', 1],
        ['exact-page', 9],
        ['page-plus-one', 10],
      ] as const) {
        const call = fresh({ sites, cities: [city], scenario })
        const { headers } = await call('GET', `${API}/events`)
        expect([city, scenario, headers.get('x-cal-total')]).toEqual([city, scenario, `${events}`])
      }
  })

  test('of pages and feeds leave out other cities, and counts of terms are the listed events', async () => {
    const call = fresh(berlin)
    const { events: coming } = (await call('GET', `${API}/events?ends_after=now&per_page=9`)).body
    for (const path of ['/en/events/', '/en/events/?ical=1', '/en/events/feed/']) {
      const { text } = await call('GET', path)
      expect(
        coming.some(({ slug }: { slug: string }) => text.includes(slug)),
        path,
      ).toBe(true)
      for (const name of ['courtyardRagas', 'shadowPuppets', 'oudEvening'] as const)
        expect(text).not.toContain(landmarks.events[name].slug.en)
    }
    const { records: events } = await readAll(call, 'events')
    for (const collection of ['categories', 'tags'])
      for (const { id, count } of (await readAll(call, collection)).records) {
        const having = events.filter((event: Record<string, { id: number }[]>) =>
          event[collection]?.some((term) => term.id === id),
        )
        expect([collection, id, count]).toEqual([collection, id, having.length])
      }
  })

  test('of all worlds and scenarios are of the chosen city', async () => {
    const call = fresh(berlin)
    for (const headers of [{ 'x-calmock-world': 'b' }, { 'x-calmock-scenario': 'duplicates' }]) {
      const { body } = await call('GET', `${API}/events?${ever}`, { headers })
      const names = body.events.flatMap(
        (event: { venue: { city?: string } }) => event.venue.city ?? [],
      )
      expect(new Set(names)).toEqual(new Set(['Berlin']))
      expect(body.total).toBe(60)
      for (const { title } of body.events)
        expect(title).not.toBe(landmarks.events.canalTheatre.title.en)
    }
  })
})

describe('a landmark of another city', () => {
  const { id, slug, title } = landmarks.events.oudEvening

  test('keeps ID, slug and title, and its bytes', async () => {
    const [call, plain] = [fresh(berlin), fresh({ sites })]
    for (const [kind, all] of Object.entries({
      events: landmarks.events,
      venues: landmarks.venues,
      organizers: landmarks.organizers,
    }))
      for (const landmark of Object.values(all))
        for (const code of ['en', 'ar'] as const) {
          const path = `/${code}/cal/events/v1/${kind}`
          const { body } = await call('GET', `${path}/${landmark.id[code]}?password=moonlight`)
          const shown = body.title ?? body.venue ?? body.organizer
          expect([body.id, body.slug, shown]).toEqual([
            landmark.id[code],
            landmark.slug[code],
            landmark.title[code],
          ])
          const bySlug = await call('GET', `${path}/by-slug/${body.slug}?password=moonlight`)
          expect(bySlug.body.id).toBe(body.id)
        }
    const path = `${API}/venues/${landmarks.venues.houseOfStrings.id.en}`
    expect((await call('GET', path)).text).toBe((await plain('GET', path)).text)
  })

  test('stays unlisted after an update, a snapshot and a restart, and no request can change that', async () => {
    const journal = new MemoryJournal()
    const open = async (options: Options) => {
      const mock = createTestMock({ now: NOW, ...options })
      return over(await persistMock({ mock, journal, name: 'it', now: NOW }))
    }
    const call = await open(berlin)
    const json = { title: 'Changed', unlisted: false, hide_from_listings: false }
    const { body } = await call('PUT', `${API}/events/${id.en}`, { json })
    expect([body.title, 'unlisted' in body]).toEqual(['Changed', false])
    const created = { title: 'New', start_date: 'tomorrow', end_date: 'tomorrow', unlisted: true }
    expect((await call('POST', `${API}/events`, { json: created })).status).toBe(201)
    const snapshot = (await call('GET', '/__calmock/world')).body
    expect(snapshot.cities).toEqual(['berlin'])
    const restored = fresh(berlin)
    expect((await restored('PUT', '/__calmock/world', { json: snapshot })).status).toBe(204)
    for (const each of [call, restored, await open(berlin)]) {
      expect((await each('GET', `${API}/events/${id.en}`)).body.title).toBe('Changed')
      const { records, total } = await readAll(each, 'events')
      expect([total, records.some((event: { id: number }) => event.id === id.en)]).toEqual([
        61,
        false,
      ])
    }
    const other = await fresh({ sites })('PUT', '/__calmock/world', { json: snapshot })
    expect([other.status, other.body.message]).toEqual([
      400,
      'Invalid snapshot: it has the records of {"seed":1,"events":60,"cities":["berlin"]}; this mock has those of {"seed":1,"events":60}.',
    ])
    await expect(open({ sites, cities: ['paris'] })).rejects.toThrow(
      'was created with --seed 1 --events 60 --cities berlin --scenario city and dates around 2030-01-07, not with --seed 1 --events 60 --cities paris ',
    )
  })

  test('is unlisted in a journal of a mock whose records are loaded on demand', async () => {
    const data = { tags: [{ language: 'en', name: 'Mine' }] }
    const mock = createMock({ ...berlin, data, now: NOW }, onDemandSource())
    const call = over(
      await persistMock({ mock, journal: new MemoryJournal(), name: 'it', now: NOW }),
    )
    expect((await call('GET', `${API}/events?${ever}`)).body.total).toBe(60)
  })

  test('is readable by its address on the site of another language', async () => {
    const { body } = await fresh(berlin)('GET', `/ar/cal/events/v1/events/by-slug/${slug.ar}`)
    expect([body.id, body.title]).toEqual([id.ar, title.ar])
  })
})

describe('the records', () => {
  test('are the same with the cities in any order, and with all of them as without the option', () => {
    const events = (options: Options) => createTestMock({ now: NOW, ...options }).snapshot()
    expect(events({ cities: ['paris', 'berlin', 'paris'] })).toEqual(
      events({ cities: ['berlin', 'paris'] }),
    )
    expect(events({ cities: cityNames })).toEqual(events({}))
    for (const kind of ['event', 'venue', 'organizer', 'category', 'picture'])
      expect(generate({ cities: cityNames }, kind)).toEqual(generate({}, kind))
  })

  test('of a larger world start with those of a smaller one with the same cities', () => {
    const sizes = fc.record({
      ...{ seed: fc.nat(1000), small: fc.nat(80), more: fc.nat(60) },
      cities: fc.subarray([...cityNames], { minLength: 1 }),
    })
    fc.assert(
      fc.property(sizes, ({ seed, small, more, cities }) => {
        for (const kind of ['event', 'venue', 'organizer']) {
          const less = generate({ seed, cities, events: small }, kind)
          const all = generate({ seed, cities, events: small + more }, kind)
          expect(all.slice(0, less.length)).toEqual(less)
          if (kind === 'event') expect(less.filter((row) => !row.unlisted)).toHaveLength(small)
        }
      }),
      { numRuns: 8, seed: 20300107 },
    )
  })

  test.each(scenarios.filter(({ events }) => !events))(
    'of the scenario $name are generated',
    (scenario) => {
      const rows = generate({ cities: ['cairo'], scenario: [scenario] }, 'event')
      const zones = rows.filter((row) => !row.unlisted).map(({ timezone }) => timezone)
      expect(zones.every((zone) => zone === 'Africa/Cairo')).toBe(true)
    },
  )
})

describe('the option', () => {
  test.each([
    ['berln', 'invalid --cities "berln"; did you mean "berlin"? accepted: '],
    ['Berlin', 'invalid --cities "Berlin"; did you mean "berlin"? accepted: '],
    ['berlin,rome', 'invalid --cities "rome"; accepted: '],
    ['', 'invalid --cities ""; accepted: '],
  ])('--cities %j is rejected with the accepted names', async (text, says) => {
    expect(await errorOf(['--port', '0', '--cities', text])).toBe(says + cityNames.join(', '))
  })

  test('has the type of the names', () => {
    // @ts-expect-error Rome is none of the cities
    const options: Options = { cities: ['rome'] }
    expect(() => createTestMock(options)).toThrow(
      'invalid cities "rome"; accepted: berlin, delhi, ',
    )
    expect(() => createTestMock({ cities: [] })).toThrow('invalid cities "";')
  })

  test('can be set by a flag and by an environment variable', async () => {
    const { stdout } = start(['--port', '0', '--cities', 'paris,berlin', '--sites', 'en'])
    await stdout.shows(/seed 1, 60 events in berlin, paris, now/)
    expect(readEnvironment({ CALMOCK_CITIES: 'cairo, delhi' }).cities).toEqual(['cairo', 'delhi'])
  })
})
