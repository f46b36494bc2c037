import { expect, test } from 'vitest'
import { landmarks } from '../../src/source/inline-source.ts'
import { fresh } from '../call.ts'

const kinds = Object.keys(landmarks) as (keyof typeof landmarks)[]

test.each(kinds)('landmarks.%s exist in every world with their ids and slugs', async (kind) => {
  for (const options of [{}, { seed: 99, events: 14 }]) {
    const call = fresh(options)
    for (const [name, { id, slug }] of Object.entries(landmarks[kind])) {
      for (const language of ['hi', 'ar', 'zh-hans'] as const) {
        const target = `/hi/cal/events/v1/${kind}/${id[language]}`
        const { status, body, headers } = await call('GET', target)
        expect([name, status, body.slug]).toEqual([name, 200, slug[language]])
        expect(headers.get('content-language')).toBe(language)
      }
    }
  }
})

test.each(kinds)('landmarks.%s have the titles and the paths of their records', async (kind) => {
  const call = fresh({ sites: ['de', 'hi', 'ar'] })
  for (const [name, { id, title, url }] of Object.entries(landmarks[kind])) {
    for (const language of ['de', 'hi', 'ar'] as const) {
      const { body } = await call('GET', url[language])
      const shown = body.title ?? body.venue ?? body.organizer ?? body.name
      expect([name, body.id, shown]).toEqual([name, id[language], title[language]])
    }
  }
})

test('each handwritten kind has between 12 and 32 landmarks', () => {
  const counts = kinds.map((kind) => Object.keys(landmarks[kind]).length)
  expect(counts).toEqual([12, 14, 14, 32, 20])
})

test('each landmark event has the venue and the organizer of its city', async () => {
  const call = fresh()
  const [venues, organizers] = [
    Object.values(landmarks.venues),
    Object.values(landmarks.organizers),
  ]
  for (const [place, event] of Object.values(landmarks.events).entries()) {
    const { body } = await call('GET', `/hi/cal/events/v1/events/${event.id.hi}`)
    expect([body.venue.id, body.organizer[0].id]).toEqual([
      venues[place]?.id.hi,
      organizers[place]?.id.hi,
    ])
  }
})

test('a landmark event is found by slug and starts a fixed number of days after the clock', async () => {
  const slug = landmarks.events.jazzNight.slug.hi
  for (const now of ['2026-11-21T09:00:00Z', '2028-02-27T23:00:00Z']) {
    const { body } = await fresh({ now })('GET', `/hi/cal/events/v1/events/by-slug/${slug}`)
    const days =
      (Date.parse(body.start_date.slice(0, 10)) - Date.parse(now.slice(0, 10))) / 86_400_000
    expect([days, body.start_date.slice(11)]).toEqual([3, '20:00:00'])
  }
})
