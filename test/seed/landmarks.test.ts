import { expect, test } from 'vitest'
import { EVENT_PASSWORD } from '../../fixtures/event-password.ts'
import { handWrittenEvents } from '../../fixtures/facts/index.ts'
import { landmarks } from '../../src/seed/source/inline-source.ts'
import { fresh } from '../call.ts'

const handWrittenNames = Object.keys(handWrittenEvents) as (keyof typeof handWrittenEvents)[]
const kinds = Object.keys(landmarks) as (keyof typeof landmarks)[]

const [standard, other] = [fresh(), fresh({ seed: 99, events: 26 })]
const sites = ['de', 'zh-hans', 'hi', 'ar'] as const
const [early, later] = [fresh({ sites }), fresh({ sites, seed: 7, now: '2026-07-01T12:00:00Z' })]

test.each(kinds)('landmarks.%s exist in every world with their ids and slugs', async (kind) => {
  for (const call of [standard, other]) {
    for (const [name, { id, slug }] of Object.entries(landmarks[kind])) {
      for (const language of ['hi', 'ar', 'zh-hans'] as const) {
        const target = `/hi/cal/events/v1/${kind}/${id[language]}?password=${EVENT_PASSWORD}`
        const { status, body, headers } = await call('GET', target)
        expect([name, status, body.slug]).toEqual([name, 200, slug[language]])
        expect(headers.get('content-language')).toBe(language)
      }
    }
  }
})

test.each(kinds)('landmarks.%s have the titles and the paths of their records', async (kind) => {
  for (const [name, { id, title, url }] of Object.entries(landmarks[kind])) {
    for (const language of ['de', 'hi', 'ar'] as const) {
      const { body } = await early('GET', `${url[language]}?password=${EVENT_PASSWORD}`)
      const shown = body.title ?? body.venue ?? body.organizer ?? body.name
      expect([name, body.id, shown]).toEqual([name, id[language], title[language]])
    }
  }
})

test('each kind has between 14 and 33 landmarks', () => {
  const counts = kinds.map((kind) => Object.keys(landmarks[kind]).length)
  expect(counts).toEqual([26, 14, 14, 33, 21])
})

test('each hand-written event has the venue and the organizer of its city', async () => {
  const [venues, organizers] = [
    Object.values(landmarks.venues),
    Object.values(landmarks.organizers),
  ]
  for (const [place, name] of handWrittenNames.entries()) {
    const event = landmarks.events[name]
    const { body } = await standard('GET', `/hi/cal/events/v1/events/${event.id.hi}`)
    expect([body.venue.id, body.organizer[0].id]).toEqual([
      venues[place]?.id.hi,
      organizers[place]?.id.hi,
    ])
  }
})

test('a landmark event is found by slug, on the first Friday that is at least three days after the clock', async () => {
  const slug = landmarks.events.jazzNight.slug.hi
  for (const [now, day] of [
    ['2026-11-21T09:00:00Z', '2026-11-27'],
    ['2028-02-27T23:00:00Z', '2028-03-03'],
    ['2026-12-20T09:00:00Z', '2027-01-08'], // Christmas Day and New Year's Day are Fridays
  ] as const) {
    const { body } = await fresh({ now })('GET', `/hi/cal/events/v1/events/by-slug/${slug}`)
    expect(body.start_date).toBe(`${day} 20:00:00`)
  }
})

test('landmarks take at most twelve of the first thirty events, so that another seed is seen at once', async () => {
  const known = new Set(Object.values(landmarks.events).map(({ id }) => id.hi))
  for (const seed of [1, 2, 3, 4711, 90210])
    for (const now of ['2026-11-26T12:00:00Z', '2030-01-07T12:00:00Z', '2027-06-15T12:00:00Z']) {
      const call = fresh({ seed, now })
      const { body } = await call('GET', '/hi/cal/events/v1/events?per_page=30')
      const found = body.events.filter(({ id }: { id: number }) => known.has(id))
      expect([seed, now, found.length <= 12]).toEqual([seed, now, true])
    }
})

type Body = Awaited<ReturnType<ReturnType<typeof fresh>>>['body']

/** The state that each landmark shows, as a client sees it. */
const shapes: Readonly<Record<string, (event: Body) => boolean>> = {
  noVenue: ({ venue }) => Array.isArray(venue) && venue.length === 0,
  noOrganizer: ({ organizer }) => organizer.length === 0,
  twoOrganizers: ({ organizer }) => organizer.length === 2,
  noCost: ({ cost }) => cost === '',
  free: ({ cost_details }) => cost_details.values.join() === '0',
  costRange: ({ cost_details }) => cost_details.values.length === 2,
  allDay: ({ all_day }) => all_day,
  severalDays: (event) => event.start_date.slice(0, 10) < event.end_date.slice(0, 10),
  pastMidnight: (event) => event.start_date.slice(11) > event.end_date.slice(11),
  noImage: ({ image }) => image === false,
  noWebsite: ({ website, url }) => website === url,
  longTitle: ({ title }) => title.length > 80,
  entities: ({ title, excerpt, description }) =>
    /&\w+;/.test(title) &&
    /&#?\w+;/.test(excerpt) &&
    ['<strong>', '<em>', '<br>', '<a href="', '&lt;'].every((part) => description.includes(part)),
}

test.each(Object.entries(shapes))(
  'landmarks.events.%s has its shape in every world',
  async (name, has) => {
    for (const call of [early, later]) {
      for (const language of ['de', 'zh-hans', 'ar'] as const) {
        const { body } = await call('GET', landmarks.events[name as 'noVenue'].url[language])
        expect([name, language, has(body)]).toEqual([name, language, true])
      }
    }
  },
)

test('landmarks.events.password is readable with its password only', async () => {
  const { url } = landmarks.events.password
  expect((await standard('GET', url.hi)).body.code).toBe('event-password-protected')
  expect((await standard('GET', `${url.hi}?password=${EVENT_PASSWORD}`)).body.description).not.toBe(
    '',
  )
})
