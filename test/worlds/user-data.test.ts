import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestMock, fresh, NOW } from '../call.ts'

const evening = { start_date: '2030-02-01 18:00:00', end_date: '2030-02-01 20:00:00' }
const data = {
  venues: [{ venue: 'Alte Feuerwache', city: 'Köln', language: 'de' }],
  organizers: [{ organizer: 'Werkstatt Nord', language: 'de' }],
  categories: [{ name: 'Werkstatt', language: 'de' }],
  events: [
    {
      ...{ title: 'Siebdruck für Anfänger', ...evening, language: 'de' },
      venue: { venue: 'Alte Feuerwache' },
      tags: ['Papier'],
    },
    { title: 'Open house', start_date: 'tomorrow 10am', end_date: 'tomorrow 11am', language: 'en' },
  ],
}
const EVENTS = '/de/cal/events/v1/events'
const titles = ({ body }: { readonly body: { events: { title: string }[] } }): string[] =>
  body.events.map(({ title }) => title)

describe("the user's records", () => {
  test('the records are the only ones with --empty, and events link to them', async () => {
    const call = fresh({ empty: true, data })
    const list = await call('GET', EVENTS)
    expect(titles(list)).toEqual(['Siebdruck für Anfänger'])
    expect(list.body.events[0].venue).toMatchObject({ venue: 'Alte Feuerwache', city: 'Köln' })
    expect(list.body.events[0].tags).toMatchObject([{ name: 'Papier' }])
    expect(titles(await call('GET', `${EVENTS}?i18n_language=en`))).toEqual(['Open house'])
    expect((await call('GET', '/de/cal/events/v1/venues')).body.total).toBe(1)
  })

  test('the records are added to the scenario, and exist in every world and scenario', async () => {
    const call = fresh({ events: 3, data })
    const all = `${EVENTS}?per_page=50&search=Siebdruck`
    expect((await call('GET', EVENTS)).body.total).toBeGreaterThan(1)
    for (const path of [all, `/~other${all}`])
      expect(titles(await call('GET', path))).toHaveLength(1)
    const empty = await call('GET', all, { headers: { 'x-calmock-scenario': 'empty' } })
    expect(titles(empty)).toEqual(['Siebdruck für Anfänger'])
  })

  test('venues with the same name are two venues if their slugs differ, and events name one by its slug', async () => {
    const hall = (slug: string, city: string) => ({ venue: 'Halle', slug, city, language: 'de' })
    const event = { title: 'Konzert', venue: 'halle-2', ...evening, language: 'de' }
    const venues = [hall('halle', 'Bonn'), hall('halle-2', 'Köln'), hall('halle-2', 'Mainz')]
    const call = fresh({ empty: true, data: { venues, events: [event] } })
    const list = (await call('GET', '/de/cal/events/v1/venues')).body.venues
    expect(list.map(({ slug, city }: { slug: string; city: string }) => [slug, city])).toEqual([
      ['halle-2', 'Mainz'],
      ['halle', 'Bonn'],
    ])
    expect((await call('GET', EVENTS)).body.events[0].venue.city).toBe('Mainz')
  })

  test('a reset restores the records with the same bytes, and new IDs follow', async () => {
    const call = fresh({ data })
    const list = () => call('GET', `${EVENTS}?search=Siebdruck`)
    const before = (await list()).text
    const { id } = JSON.parse(before).events[0]
    await call('DELETE', `${EVENTS}/${id}`)
    expect((await list()).body.total).toBe(0)
    const created = await call('POST', '/de/cal/events/v1/tags', { json: { name: 'Neu' } })
    expect(created.body.id).toBeGreaterThan(id)
    await call('POST', '/__calmock/reset')
    expect((await list()).text).toBe(before)
  })

  test('a snapshot contains changes of the records only', async () => {
    const call = fresh({ data })
    const snapshot = (await call('GET', '/__calmock/world')).body
    expect(snapshot.records).toEqual({})
    const id = (await call('GET', `${EVENTS}?search=Siebdruck`)).body.events[0].id
    await call('PATCH', `${EVENTS}/${id}`, { json: { title: 'Anders' } })
    const changed = (await call('GET', '/__calmock/world')).body
    expect(Object.keys(changed.records.event)).toEqual([String(id)])
    expect((await call('PUT', '/__calmock/world', { json: snapshot })).status).toBe(204)
    expect((await call('GET', `${EVENTS}/${id}`)).body.title).toBe('Siebdruck für Anfänger')
  })

  test('every title that POST accepts is returned as POST returns it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 5 }),
        async (names) => {
          const events = names.map((name) => ({ title: `A ${name}`, ...evening }))
          const sites = ['de'] as const
          const call = fresh({ empty: true, sites })
          for (const json of events) await call('POST', EVENTS, { json })
          const list = `${EVENTS}?orderby=id&order=asc&_fields=events.id,events.title,events.slug`
          const posted = (await call('GET', list)).text
          const loaded = fresh({ empty: true, sites, data: { events } })
          expect((await loaded('GET', list)).text).toBe(posted)
        },
      ),
      { numRuns: 30 },
    )
  })
})

test.each([
  [{ evnts: [] }, 'data: unknown option "evnts"; did you mean "events"?'],
  [{ events: {} }, 'invalid data.events'],
  [{ events: [{}] }, 'data: events[0]: Missing parameter(s): title, start_date, end_date'],
  [{ venues: [{ venue: 'A' }, { venue: 5 }] }, 'data: venues[1]: Invalid parameter(s): venue'],
  [{ events: ['x'] }, 'data: events[0]: '],
  [{ events: [null] }, 'data: events[0]: '],
  [{ tags: [{ name: 'A', language: 'xx' }] }, 'data: tags[0]: invalid language "xx"; accepted: '],
  [[], 'invalid data "[]"; accepted: an object with lists of records'],
])('the data %j are rejected with the record and the field', (data, message) => {
  expect(() => fresh({ now: NOW, data: data as never })).toThrow(message)
})

describe('a field that no record has', () => {
  const concert = { title: 'Concert', ...evening, language: 'de' }
  const events = [
    { ...concert, price: '5', id: 1 },
    { ...concert, price: '6', link: '' },
  ]

  test('in the data is warned of once, with the field that is meant', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warn.mockRestore())
    const mock = createTestMock({ data: { events } })
    mock.setScenario('empty')
    expect(warn.mock.calls.flat()).toEqual([
      '[calmock] data: events[0] ignores "price"; did you mean "cost"?',
      '[calmock] data: events[0] ignores fields that only responses have: id',
      '[calmock] data: events[1] ignores "link"; did you mean "website"?',
    ])
  })

  test('in the data is an error with strict, but a field that only responses have is not', () => {
    expect(() => fresh({ strict: true, data: { events } })).toThrow(
      'data: events[0] ignores "price"; did you mean "cost"?',
    )
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warn.mockRestore())
    fresh({ strict: true, data: { events: [{ ...concert, id: 1 }] } })
    expect(warn).toHaveBeenCalledOnce()
  })
})
