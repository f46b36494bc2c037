import { expect, test } from 'vitest'
import { EVENT_PASSWORD } from '../../fixtures/event-password.ts'
import { eachEvent, type Scenario } from '../../fixtures/scenario.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { languages } from '../../src/contract/site.ts'
import { offsetAt } from '../../src/dates/time-zone.ts'
import { landmarks } from '../../src/seed/source/inline-source.ts'
import { type Answer, type Call, fresh } from '../call.ts'

const WIDE = 'start_date=2000-01-01&end_date=2040-12-31&per_page=50'
const events = (site = 'de'): string => `/${site}/cal/events/v1/events`

/** Returns every event of a site in a wide date window, over all pages. */
async function all(call: Call, site = 'de', more = '') {
  const found: Answer['body'][] = []
  for (let target: string | undefined = `${events(site)}?${WIDE}${more}`; target; ) {
    const { body } = await call('GET', target)
    found.push(...body.events)
    target = body.next_rest_url?.replace('http://calmock.test', '')
  }
  return found
}

/** Returns the events without a password. The others have few fields. */
const readable = async (call: Call, site = 'de') =>
  (await all(call, site)).filter((event) => event.all_day !== null)

const list = async (call: Call, query = '') => (await call('GET', `${events()}?${query}`)).body

test.each(languages)(
  'the site %s has events of its city in the scenario one-language',
  async (site) => {
    const call = fresh({ scenario: 'one-language', sites: [site] })
    expect((await all(call, site)).length).toBeGreaterThan(2)
  },
)

/** The expected responses of each scenario, by its name. */
const seen: Readonly<Record<string, (call: Call) => Promise<void>>> = {
  async city(call) {
    const found = await all(call, 'hi')
    expect(found.length).toBeGreaterThanOrEqual(57)
    expect(new Set(found.map((event) => event.timezone)).size).toBe(7)
    expect(found.some((event) => event.start_date < '2030-01-07')).toBe(true)
    expect(found.some((event) => event.start_date > '2030-07')).toBe(true)
  },
  async empty(call) {
    for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      const { body } = await call('GET', `/de/cal/events/v1/${kind}?hide_empty=false`)
      expect([body.total, body[kind]]).toEqual([0, []])
    }
  },
  async one(call) {
    const { total, events: found } = await list(call)
    expect([total, found[0].start_date.slice(0, 10)]).toEqual([1, '2030-01-11'])
  },
  async 'exact-page'(call) {
    const body = await list(call)
    expect([body.events.length, body.total, body.total_pages]).toEqual([9, 9, 1])
    expect(body).not.toHaveProperty('next_rest_url')
  },
  async 'page-plus-one'(call) {
    const body = await list(call)
    expect([body.events.length, body.total, body.total_pages]).toEqual([9, 10, 2])
    expect((await list(call, 'page=2')).events).toHaveLength(1)
  },
  async huge(call) {
    const { body } = await call('GET', `${events('hi')}?${WIDE}&i18n_language=en`)
    expect([body.total, body.events.length]).toEqual([5000, 50])
  },
  async 'past-only'(call) {
    expect((await list(call)).total).toBe(0)
    const found = await all(call)
    expect(found.length).toBeGreaterThan(50)
    expect(found.every((event) => event.end_date < '2030-01-06')).toBe(true)
  },
  async today(call) {
    const found = await all(call)
    const days = found.flatMap((event) => [
      event.start_date.slice(0, 10),
      event.end_date.slice(0, 10),
    ])
    expect(new Set(days)).toEqual(new Set(['2030-01-07']))
  },
  async 'all-day'(call) {
    for (const event of await readable(call)) {
      expect([event.all_day, event.start_date.slice(11), event.end_date.slice(11)]).toEqual([
        true,
        '00:00:00',
        '23:59:59',
      ])
    }
  },
  async 'multi-day'(call) {
    for (const event of await all(call)) {
      const days =
        (Date.parse(event.end_date.slice(0, 10)) - Date.parse(event.start_date.slice(0, 10))) /
        86_400_000
      expect(days).toBe(2)
    }
  },
  async dst(call) {
    const berlin = (await all(call)).filter((event) => event.timezone === 'Europe/Berlin')
    const starts = new Set(berlin.map((event) => `${event.start_date} ${event.utc_start_date}`))
    // a skipped time has the offset before the change, and a repeated time is the first of both
    expect(starts).toEqual(
      new Set([
        '2030-03-31 02:30:00 2030-03-31 01:30:00',
        '2030-10-27 02:30:00 2030-10-27 00:30:00',
      ]),
    )
    const changing = (await all(call)).filter((event) => !/Kolkata|Shanghai/.test(event.timezone))
    for (const event of changing) {
      const instant = Date.parse(`${event.utc_start_date.replace(' ', 'T')}Z`)
      const around = [-2, 2].map((hours) => offsetAt(instant + hours * 3_600_000, event.timezone))
      expect(around[0], `${event.timezone} ${event.start_date}`).not.toBe(around[1])
    }
  },
  async 'leap-day'(call) {
    const found = await all(call)
    expect(found.length).toBeGreaterThan(50)
    for (const event of found) {
      expect([event.start_date.slice(0, 10), event.end_date.slice(0, 10)]).toEqual([
        '2032-02-29',
        '2032-03-01',
      ])
    }
  },
  async 'year-end'(call) {
    for (const event of await all(call)) {
      expect([event.start_date, event.end_date]).toEqual([
        '2030-12-31 22:00:00',
        '2031-01-01 02:00:00',
      ])
    }
  },
  async 'half-translated'(call) {
    const [german, hindi] = [await readable(call, 'de'), await readable(call, 'hi')]
    expect(german.length).toBeLessThan(45)
    const withoutVenue = german.filter((event) => !event.venue.venue)
    expect(withoutVenue.map(({ id }) => id)).toEqual([landmarks.events.noVenue.id.de])
    // the only fallback: a venue without a translation is shown in its original language
    expect(hindi.some((event) => /\p{Script=Latin}/u.test(event.venue.venue))).toBe(true)
  },
  async rtl(call) {
    for (const event of await readable(call)) {
      expect(event.title).toMatch(/^.*\p{Script=Arabic}.* – .*\p{Script=Latin}/u)
      expect(event.description).toMatch(/\p{Script=Arabic}/u)
    }
  },
  async 'long-text'(call) {
    const [german, chinese, hindi] = [
      await all(call, 'de'),
      await all(call, 'zh-hans'),
      await all(call, 'hi'),
    ]
    expect(german.every((event) => /\p{L}{45,}/u.test(event.title))).toBe(true)
    expect(chinese.every((event) => /^[\p{Script=Han}\p{N}]{480,500}$/u.test(event.title))).toBe(
      true,
    )
    expect(hindi.every((event) => [...event.title].length >= 470)).toBe(true)
  },
  async pseudo(call) {
    for (const event of await all(call)) expect(event.title).toMatch(/^⟦[^a-zA-Z]+ ~+⟧$/)
  },
  async nulls(call) {
    for (const event of await all(call)) {
      const { description, excerpt, image, cost, categories, tags, venue, organizer } = event
      expect({ description, excerpt, image, cost, categories, tags, venue, organizer }).toEqual({
        ...{ description: '', excerpt: '', image: false, cost: '', categories: [], tags: [] },
        ...{ venue: [], organizer: [] },
      })
    }
  },
  async 'no-images'(call) {
    expect((await all(call)).every((event) => event.image === false)).toBe(true)
  },
  async drafts(call) {
    const shown = await all(call)
    const hidden = await all(call, 'de', '&status=draft,pending,private')
    expect(shown.every((event) => event.status === 'publish')).toBe(true)
    expect(new Set(hidden.map((event) => event.status))).toEqual(
      new Set(['draft', 'pending', 'private']),
    )
    expect(Math.abs(shown.length - hidden.length)).toBeLessThan(6)
  },
  async password(call) {
    const locked = (await all(call)).filter((event) => event.all_day === null)
    expect(locked.length).toBeGreaterThan(15)
    const target = `${events()}/${locked[0].id}`
    expect((await call('GET', target)).body.code).toBe('event-password-protected')
    expect((await call('GET', `${target}?password=${EVENT_PASSWORD}`)).status).toBe(200)
  },
  async 'no-tickets'(call) {
    for (const { ticketed, cost, website, url } of await readable(call))
      expect([ticketed ?? false, cost, website]).toEqual([false, '', url])
  },
  async 'sold-out'(call) {
    for (const [ticketed, availability] of [
      ['true', 'SoldOut'],
      ['false', 'inStock'],
    ]) {
      const sold = (await all(call, 'de', `&ticketed=${ticketed}`)).filter(({ cost }) => cost)
      expect(sold.length).toBeGreaterThan(9)
      for (const { id } of sold) {
        const { body } = await call('GET', `${events()}/${id}`)
        expect(body.json_ld.offers.availability).toBe(availability)
      }
    }
  },
  async 'one-language'(call) {
    const zones = new Set((await all(call)).map((event) => event.timezone))
    expect([...zones]).toEqual(['Europe/Berlin'])
    for (const kind of ['venues', 'organizers']) {
      const { body } = await call('GET', `/hi/cal/events/v1/${kind}?per_page=50`)
      expect(body[kind].length).toBeGreaterThan(2)
      for (const one of body[kind])
        expect(one.venue ?? one.organizer).toMatch(/\p{Script=Devanagari}/u)
    }
  },
  async entities(call) {
    for (const { title, excerpt, description } of await readable(call)) {
      expect(title).toMatch(/ &#8211; Fragen &#038; Antworten$/)
      expect(`${title} ${excerpt}`).not.toMatch(/[–’“”„«»]|&(?!#?\w+;)/)
      expect(description).toMatch(/<strong>.*<li>&lt;30&nbsp;min<\/li>.*<a href="[^"]*&amp;b=2">/s)
    }
  },
  async duplicates(call) {
    const titles = (await all(call, 'hi', '&i18n_language=en')).map((event) => event.title)
    expect(titles.every((title) => titles.filter((other) => other === title).length > 1)).toBe(true)
  },
  async orphans(call) {
    const found = await all(call)
    expect(found.some((event) => Array.isArray(event.venue) && event.venue.length === 0)).toBe(true)
    expect(found.some((event) => event.organizer.length === 0)).toBe(true)
    expect(found.some((event) => event.venue.venue)).toBe(true)
  },
}

test.each(scenarios)('the scenario $name is described as: $about', async ({ name }) => {
  await seen[name]?.(fresh({ scenario: name }))
  expect(seen).toHaveProperty(name)
})

/** Two queries. The first finds more records. */
const wider: readonly (readonly [collection: string, more: string, fewer: string])[] = [
  ['categories', 'hide_empty=false', ''],
  ['tags', 'hide_empty=false', ''],
  ...['venues', 'organizers'].flatMap((collection) => [
    [collection, '', 'has_events=true'] as const,
    [collection, 'has_events=true', 'only_with_upcoming=true'] as const,
  ]),
]

test.each(wider)(
  'GET /%s finds more with "%s" than with "%s" on every site, in every language, with any seed (15.3, 15.4)',
  async (collection, more, fewer) => {
    for (const call of [fresh(), fresh({ seed: 7, now: '2026-07-01T23:30:00Z' })])
      for (const site of ['hi', 'de', 'zh-hans'])
        for (const language of site === 'de' ? ['en', 'de'] : languages) {
          const path = `/${site}/cal/events/v1/${collection}?i18n_language=${language}&per_page=50`
          const [all, some] = await Promise.all(
            [more, fewer].map(async (query) => {
              const { body } = await call('GET', `${path}&${query}`)
              return body[collection].map(({ id }: { id: number }) => id)
            }),
          )
          expect(some.length).toBeGreaterThan(9)
          expect(all).toEqual(expect.arrayContaining(some))
          expect([site, language, all.length > some.length]).toEqual([site, language, true])
        }
  },
)

test.each([7, 99, 12345])(
  'a venue and an organizer have events, which are all over, with seed %i',
  async (seed) => {
    const found = await all(fresh({ seed, events: 400 }), 'hi', '&i18n_language=en')
    const first = found.find(({ id }) => id === 2902)
    expect([first?.venue.id, first?.organizer[0].id]).toEqual([1512, 2222])
    const closed = found.filter(
      ({ venue, organizer }) => venue?.id === 1512 || organizer?.[0]?.id === 2222,
    )
    expect(closed.length).toBeGreaterThan(0)
    for (const { end_date } of closed) expect(end_date < '2030-01-06').toBe(true)
  },
)

test('scenarios apply in the given order', async () => {
  const call = fresh({ scenario: 'one+no-images+today' })
  const { total, events: found } = await list(call)
  expect([total, found[0].image, found[0].start_date.slice(0, 10)]).toEqual([
    1,
    false,
    '2030-01-07',
  ])
})

test('one-language follows the city of an event, also after a scenario that changes its time zone', async () => {
  const change = eachEvent(() => ({ timezone: 'America/New_York' }))
  const scenario = { name: 'abroad', about: 'Every event has another time zone.', change }
  const found = await all(fresh({ scenario: [scenario, 'one-language'] }))
  expect(found).toHaveLength((await all(fresh({ scenario: 'one-language' }))).length)
})

test('an unknown scenario is rejected with the known names', () => {
  expect(() => fresh({ scenario: 'city+cty' })).toThrow(
    /invalid scenario "cty"; did you mean "city"\? accepted: city, empty/,
  )
})

test('a number of events in a scenario is rejected with the right form', () => {
  const scenario = { name: 'three', about: 'Three events.', events: 3 as never }
  expect(() => fresh({ scenario })).toThrow(
    'invalid events of scenario "three"; accepted: a function, such as events: () => 3',
  )
})

test.each([
  ['a promise', async (drafts: unknown) => drafts, /not a promise/],
  ['a text', () => 'x', /not x/],
  [
    'a record that is null',
    (drafts: object) => ({ ...drafts, event: [null] }),
    /each event has an/,
  ],
  ['a record that is text', (drafts: object) => ({ ...drafts, tag: ['x'] }), /each tag has an id/],
  ['one record', (drafts: object) => ({ ...drafts, venue: { id: 1 } }), /each venue has an id/],
])('a scenario that returns %s is rejected with its name', async (_, change, message) => {
  const scenario = { name: 'mine', about: 'Broken.', change } as unknown as Scenario
  const call = fresh({ scenario: ['rtl', scenario] })
  const { status, body } = await call('GET', '/de/cal/events/v1/events')
  expect([status, body.code]).toEqual([400, 'calmock_invalid'])
  expect(body.message).toMatch(/^Invalid scenario "mine"; accepted: a change that returns lists of/)
  expect(body.message).toMatch(message)
})

test.each([1, 3, 4, 96, 99, 100, 103, 1999])(
  'leap-day around the year %i puts all events on the next 29 February',
  async (year) => {
    const anchor = `${String(year).padStart(4, '0')}-01-07T12:00:00Z`
    const call = fresh({ scenario: 'leap-day', now: anchor, events: 5 })
    const { events: found } = (
      await call('GET', `${events()}?start_date=0001-01-01&end_date=9000-01-01&per_page=5`)
    ).body
    const isLeap = (y: number) => y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0)
    let next = year
    while (!isLeap(next)) next++
    const days = new Set(
      found.map((event: { start_date: string }) => event.start_date.slice(0, 10)),
    )
    expect([...days]).toEqual([`${String(next).padStart(4, '0')}-02-29`])
  },
)
