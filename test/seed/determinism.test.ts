import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { EVENT_PASSWORD } from '../../fixtures/event-password.ts'
import { type Calmock, createCalmock, landmarks } from '../../src/index.ts'
import { NOW, ORIGIN } from '../call.ts'
import { type Answered, leastOf } from '../http/world.ts'
import { hashOf, lists, mockOf, pagesOf, recordsOf } from './pages.ts'

const HI = '/hi/cal/events/v1'

/** The lists of the Hindi site: every kind in all seven languages. */
const hindiLists = lists.filter((list) => list.startsWith('/hi/'))
const languageOf = (list: string) => new URL(ORIGIN + list).searchParams.get('i18n_language')
const eventLists = hindiLists.filter((list) => list.includes('/events?'))

describe('determinism by seed, size and clock', () => {
  test('two mocks with the same options return the same bytes', async () => {
    const options = { seed: 7, events: 20 }
    expect(await hashOf(mockOf(options))).toBe(await hashOf(mockOf(options)))
  })

  test('two reads of the same mock return the same bytes', async () => {
    const calmock = mockOf({ events: 20 })
    expect(await hashOf(calmock)).toBe(await hashOf(calmock))
  })

  test('the order of requests has no influence', async () => {
    const [one, two] = [mockOf({ events: 20 }), mockOf({ events: 20 })]
    for (const list of [...lists].reverse()) await pagesOf(two, list)
    expect(await hashOf(two)).toBe(await hashOf(one))
  })

  test('every seed generates a different world', async () => {
    const seeds = [0, 1, 2, 3, 4294967295]
    const hashes = await Promise.all(seeds.map((seed) => hashOf(mockOf({ seed, events: 20 }))))
    expect(new Set(hashes).size).toBe(seeds.length)
  })

  test('the default is seed 1, 60 events, noon on 7 January 2030', async () => {
    const named = createCalmock({ seed: 1, events: 60, now: '2030-01-07T12:00:00Z' })
    expect(await hashOf(createCalmock())).toBe(await hashOf(named))
  })

  test('the clock accepts a text or a date', async () => {
    const now = new Date(NOW)
    expect(await hashOf(mockOf({ now, events: 5 }))).toBe(await hashOf(mockOf({ events: 5 })))
  })

  test.each(['Pacific/Kiritimati', 'America/St_Johns', 'UTC'])(
    'a process in the time zone %s returns the same bytes as this process',
    async (zone) => {
      const script = fileURLToPath(new URL('print-hash.ts', import.meta.url))
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--import', 'tsx', script, '{"events":20}'],
        { env: { ...process.env, TZ: zone, LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
      )
      expect(stdout.trim()).toBe(await hashOf(mockOf({ events: 20 })))
    },
    60_000,
  )
})

describe('the clock', () => {
  const datesOf = async (calmock: Calmock, list: string) => {
    const records = await recordsOf(calmock, list)
    return new Map(records.map((record): [number, Answered] => [record.id, record]))
  }
  const dayOf = (wall: string) => Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) / 86_400_000

  test.each([
    ['2030-01-08T12:00:00Z', 1],
    ['2029-12-31T00:00:00Z', -7],
    ['2028-02-29T23:59:59Z', -678],
    ['2035-07-01T06:30:00Z', 2001],
  ])(
    'with the clock at %s, records differ in their dates alone: published %d days later, on the same weekdays',
    async (now, days) => {
      const [list = ''] = eventLists
      const before = await datesOf(mockOf({ events: 30 }), list)
      const after = await datesOf(mockOf({ events: 30, now }), list)
      expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
      for (const [id, event] of after) {
        const old = before.get(id)
        for (const name of ['date', 'modified'])
          expect(dayOf(event[name]) - dayOf(old[name]), `${id} ${name}`).toBe(days)
        const moved = ['start_date', 'end_date'].map(
          (name) => dayOf(event[name]) - dayOf(old[name]),
        )
        expect([id, moved[0], (moved[0] ?? 1) % 7]).toEqual([id, moved[1], expect.closeTo(0)])
        for (const name of ['start_date', 'end_date', 'date', 'modified'])
          expect(event[name].slice(10), `${id} ${name}`).toBe(old[name].slice(10))
        expect(event.title).toBe(old.title)
      }
    },
  )

  test.each(['2030-01-07T00:00:00Z', '2030-01-07T23:59:59.999Z', '2030-01-07T18:30:00+06:30'])(
    'every instant of a day generates the same records: %s',
    async (now) => {
      const [one, two] = [mockOf({ events: 10 }), mockOf({ events: 10, now })]
      for (const list of hindiLists) {
        expect(await recordsOf(two, list)).toEqual(await recordsOf(one, list))
      }
    },
  )

  test.each(['2030-01-07T12:00:00Z', '2032-02-29T12:00:00Z', '1999-12-31T12:00:00Z'])(
    'with the clock at %s, default lists show future events, and some events are over',
    async (now) => {
      const calmock = mockOf({ now })
      const events = await recordsOf(calmock, `${HI}/events?per_page=50`)
      const all = await recordsOf(
        calmock,
        `${HI}/events?per_page=50&end_date=2100-01-01&start_date=1990-01-01`,
      )
      const day = now.slice(0, 10)
      expect(events.length).toBeGreaterThan(20)
      expect(all.length).toBeGreaterThan(events.length)
      expect(all.some((event) => event.utc_end_date < day)).toBe(true)
      expect(events.every((event) => event.utc_end_date >= `${Number(day.slice(0, 4)) - 1}`)).toBe(
        true,
      )
    },
  )
})

describe('reset', () => {
  test('reset after every kind of write restores the initial bytes', async () => {
    const calmock = mockOf({ events: 20 })
    const before = await hashOf(calmock)
    const write = async (method: string, target: string, fields: object = {}) => {
      const response = await calmock.fetch(ORIGIN + target, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      expect(response.status, `${method} ${target}`).toBeLessThan(300)
    }
    for (const collection of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      const all = collection === 'categories' || collection === 'tags' ? 'hide_empty=false' : ''
      const [one, two] = await recordsOf(calmock, `${HI}/${collection}?${all}`)
      await write('POST', `${HI}/${collection}`, leastOf(collection))
      await write('DELETE', `${HI}/${collection}/${one.id}`)
      const name = { events: 'title', venues: 'venue', organizers: 'organizer' }[collection]
      await write('PUT', `${HI}/${collection}/${two.id}`, { [name ?? 'name']: 'Renamed' })
    }
    const image = 'https://pictures.example/night.jpg'
    await write('POST', `${HI}/events?i18n_language=fr`, { ...leastOf('events'), image })
    calmock.db.tag.deleteMany({ where: { language: { equals: 'en' } } })
    expect(await hashOf(calmock)).not.toBe(before)
    calmock.reset()
    expect(await hashOf(calmock)).toBe(before)
  })

  test('reset restores the next free ID', async () => {
    const calmock = mockOf({ events: 3 })
    const idOfNext = async () => {
      const init = { method: 'POST', body: new URLSearchParams({ name: 'A' }) }
      const response = await calmock.fetch(`${ORIGIN}${HI}/tags`, init)
      return (await response.json()).id
    }
    const first = await idOfNext()
    expect(await idOfNext()).toBeUndefined() // the name is taken
    calmock.reset()
    expect(await idOfNext()).toBe(first)
  })
})

test('a world of 0 events has no records', async () => {
  const calmock = mockOf({ events: 0 })
  for (const list of hindiLists) expect(await recordsOf(calmock, list)).toEqual([])
})

const { noVenue, noOrganizer, password } = landmarks.events
const protectedIds = new Set<number>(Object.values(password.id))
/** The IDs of the events that lack a venue or an organizer, or hide them. */
const incomplete = new Set<number>(
  [noVenue, noOrganizer, password].flatMap(({ id }) => Object.values(id)),
)

describe('consistency of the records', () => {
  const calmock = mockOf({ events: 50 })

  test.each(eventLists.map((list) => [languageOf(list), list] as const))(
    'every event in %s has venue, organizer and category, and most have tags, in the same language',
    async (language, list) => {
      const languages = new Map<string, string | null>()
      const languageAt = async (url: string) => {
        if (!languages.has(url)) {
          const { status, headers } = await calmock.fetch(url)
          languages.set(url, status === 200 ? headers.get('content-language') : `${status}`)
        }
        return languages.get(url)
      }
      const events = await recordsOf(calmock, list)
      expect(events.length).toBeGreaterThan(0)
      const complete = events.filter(({ id }) => !incomplete.has(id))
      const untagged = complete.filter(({ tags }) => tags.length === 0)
      expect(untagged.length).toBeLessThan(complete.length / 10)
      for (const { id, title, venue, organizer, categories, tags } of complete) {
        const linked = [
          `venues/${venue.id}`,
          ...organizer.map((one: Answered) => `organizers/${one.id}`),
          ...categories.map((one: Answered) => `categories/${one.id}`),
          ...tags.map((one: Answered) => `tags/${one.id}`),
        ]
        const sizes = [organizer, categories].map(({ length }) => length)
        expect(Math.min(...sizes), `${id} ${title}`).toBeGreaterThan(0)
        for (const path of linked) {
          expect(await languageAt(`${ORIGIN}${HI}/${path}`), `${id}: ${path}`).toBe(language)
        }
      }
    },
  )

  test.each(hindiLists)('slugs and ids are unique in %s', async (list) => {
    const records = await recordsOf(calmock, list)
    expect(new Set(records.map(({ slug }) => slug)).size).toBe(records.length)
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
    for (const { slug } of records) {
      expect(slug).toMatch(/^[a-z0-9%_-]+$/)
      expect(slug.length).toBeLessThanOrEqual(200)
      expect(encodeURIComponent(decodeURIComponent(slug)).toLowerCase()).toBe(slug)
    }
  })

  test('ids are unique across all kinds and languages', async () => {
    const all = await Promise.all(hindiLists.map((list) => recordsOf(calmock, list)))
    const ids = all.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(lists.filter((list) => /\/(events|venues|organizers)\?/.test(list)))(
    'by-slug finds every record of %s',
    async (list) => {
      const { pathname } = new URL(ORIGIN + list)
      for (const { id, slug } of await recordsOf(calmock, list)) {
        const query = `i18n_language=${languageOf(list)}&password=${EVENT_PASSWORD}`
        const response = await calmock.fetch(`${ORIGIN}${pathname}/by-slug/${slug}?${query}`)
        expect((await response.json()).id, slug).toBe(id)
      }
    },
  )

  /**
   * Returns the addresses of records, lists and pictures in a response, except the links between
   * pages.
   */
  function addressesIn(value: unknown, name = ''): string[] {
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).flatMap(([key, below]) =>
        addressesIn(below, Array.isArray(value) ? name : `${name}.${key}`),
      )
    }
    const isOurs = typeof value === 'string' && value.startsWith(`${ORIGIN}/`)
    return isOurs && /rest_url$|\.urls\.|\.image\./.test(name) ? [value] : []
  }

  test.each(lists)('every address in %s returns 200', async (list) => {
    const texts = await pagesOf(calmock, list)
    const addresses = new Set(texts.flatMap((text) => addressesIn(JSON.parse(text))))
    expect(addresses.size).toBeGreaterThan(0)
    for (const address of addresses) {
      const isProtected = protectedIds.has(Number(address.split('/').at(-1)))
      const { status } = await calmock.fetch(address)
      expect(status, address).toBe(isProtected ? 403 : 200)
    }
  })
})
