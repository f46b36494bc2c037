import { describe, expect, test } from 'vitest'
import { event } from '../../src/contract/resources/event.ts'
import { words } from '../../src/contract/words/index.ts'
import { type Seed, wholeRecords } from '../../src/contract/world.ts'
import { landmarks } from '../../src/landmarks.ts'
import { type SeedOptions, seedOf } from '../../src/seed.ts'
import { serviceFrom } from '../../src/service-from.ts'
import { type Call, NOW, over } from '../call.ts'

const EVENTS = '/de/cal/events/v1/events'
const { jazzNight } = landmarks.events

const mockOf = (events: number, newSeed: typeof seedOf) =>
  serviceFrom(
    { now: NOW, events },
    { landmarks, wordsOf: (code) => words[code], machine: () => Date.parse(NOW), newSeed },
  )

/** A seed that gives every row its texts when it is planted, and tells nothing before. */
function whole(options: SeedOptions): Seed {
  const { languages, events, firstFreeId, languageOf } = seedOf(options)
  const plant = (code: string) => wholeRecords(seedOf(options), code)
  return { languages, events, firstFreeId, languageOf, plant }
}

/** One value for every parameter of a list. */
const asked: Readonly<Record<keyof typeof event.filters, string>> = {
  page: '2',
  per_page: '7',
  start_date: '2030-01-01',
  end_date: '2030-05-01',
  starts_before: '2030-03-01',
  starts_after: '2030-03-01',
  ends_before: '2030-03-01',
  ends_after: '2030-03-01',
  strict_dates: 'true',
  search: 'jazz',
  categories: String(landmarks.categories.jazz.id.de),
  tags: String(landmarks.tags.freeEntry.id.de),
  venue: String(landmarks.venues.blueHall.id.de),
  organizer: '121,222,323',
  featured: 'true',
  status: 'publish',
  geoloc: 'true',
  geoloc_lat: '52.5&geoloc_lng=13.4',
  geoloc_lng: '13.4&geoloc_lat=52.5',
  include: `${jazzNight.id.de},${jazzNight.id.de + 500}`,
  post_parent: String(jazzNight.id.de),
  ticketed: 'true',
}

/** What a call is answered, from its own first look at the world. */
const answers = async (call: Call, steps: readonly (readonly [string, string, string?])[]) => {
  const told: string[] = []
  for (const [method, target, form] of steps) {
    const { status, headers, text } = await call(method, target, form ? { form } : {})
    told.push(`${status} ${headers.get('x-tec-total')} ${headers.get('link')} ${text}`)
  }
  return told
}

// the rows of the first are shared by all worlds, those of the second are not
describe.each([60, 2001])('of %d events', (events) => {
  const late = mockOf(events, seedOf)
  const early = mockOf(events, whole)
  let worlds = 0

  async function expectSame(steps: readonly (readonly [string, string, string?])[]) {
    const world = `w${++worlds}`
    const [found, wanted] = await Promise.all(
      [late, early].map((mock) => {
        const call: Call = (method, target, init) => over(mock)(method, `/~${world}${target}`, init)
        return answers(call, steps)
      }),
    )
    expect(found).toEqual(wanted)
    return found ?? []
  }

  test.each(Object.keys(event.filters))(
    'a list with %s is told as if all texts were there',
    async (name) => {
      const [told] = await expectSame([['GET', `${EVENTS}?${name}=${asked[name]}`]])
      expect(told).toMatch(/^200 /)
    },
  )

  test('so is what is found by a slug, and what has one that a seeded event has', async () => {
    const [read, made, again] = await expectSame([
      ['GET', `${EVENTS}/by-slug/${jazzNight.slug.de}`],
      ['POST', EVENTS, 'title=Jazznacht&start_date=2030-02-01&end_date=2030-02-02'],
      ['GET', `${EVENTS}?search=Jazznacht`],
    ])
    expect([read?.slice(0, 3), made?.slice(0, 3), again?.slice(0, 3)]).toEqual([
      '200',
      '201',
      '200',
    ])
  })

  test('so is who has a slug after writes', async () => {
    const { id, slug } = jazzNight
    const named = (slug: string) => ['GET', `${EVENTS}/by-slug/${slug}`] as const
    await expectSame([
      ['POST', EVENTS, `title=Eins&slug=${slug.de}&start_date=2030-02-01&end_date=2030-02-02`],
      ['POST', `${EVENTS}/${id.de}`, 'slug=anders'],
      named(slug.de),
      named(`${slug.de}-2`),
      named('anders'),
      ['POST', EVENTS, `title=Zwei&slug=${slug.de}&start_date=2030-02-01&end_date=2030-02-02`],
      named(slug.de),
      ['POST', `${EVENTS}/${id.de}`, `slug=${slug.de}`],
      ['DELETE', `${EVENTS}/by-slug/anders`],
      ['DELETE', `${EVENTS}/${id.de + 300}`],
      ['GET', `${EVENTS}?start_date=2029-01-01&end_date=2032-01-01`],
      named(slug.de),
      named(slug.hi),
    ])
  })

  test.each([
    ['', []],
    [' and after a list did not show it', [['GET', `${EVENTS}?per_page=1`]]],
  ] as const)('so is what is changed or deleted before it was shown%s', async (_, first) => {
    const id = jazzNight.id.de + 300
    await expectSame([
      ...first,
      ['POST', `${EVENTS}/${id}`, 'cost=12'],
      ['DELETE', `${EVENTS}/${id + 100}`],
      ['DELETE', `/de/cal/events/v1/categories/${landmarks.categories.jazz.id.de}`],
      ['GET', `${EVENTS}?start_date=2029-01-01&end_date=2032-01-01`],
      ['GET', `${EVENTS}/${id + 100}`],
      ['GET', `${EVENTS}/${jazzNight.id.de}`],
    ])
  })

  test('the database shows them, also to who has had it since before a reset', async () => {
    const [mine, other] = [late.world(`d${events}`), early.world(`d${events}`)]
    const { db } = mine
    const rows = (of: typeof db) => JSON.stringify(of.event.getAll())
    expect(rows(db)).toBe(rows(other.db))
    mine.reset()
    await over(late)('GET', `/~d${events}${EVENTS}`)
    const found = db.event.getAll()
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ title, slug }: Record<string, unknown>) => !title || !slug)).toEqual([])
  })
})
