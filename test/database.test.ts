import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { resources } from '../src/contract/resources/index.ts'
import { createCalmock } from '../src/index.ts'

const base = 'https://any.example/de/cal/events/v1'

test.each(resources)('every field of $name has a default value', (resource) => {
  const { fields, hiddenFields, defaults: blank } = resource
  const columns = Object.keys({ ...fields, ...hiddenFields }).filter((name) => name !== 'slug')
  expect(Object.keys(blank)).toEqual(expect.arrayContaining(columns))
})

test.each(resources)(
  'a $name created in the database with few fields is served',
  async ({ name, collection }) => {
    const mock = createCalmock({ empty: true })
    const kind = name as keyof typeof mock.db
    mock.db[kind].create({ id: 900, slug: 'mine', language: 'de', group: 900 })
    const one = await mock.fetch(`${base}/${collection}/900`)
    const list = await mock.fetch(`${base}/${collection}?hide_empty=false&start_date=1960-01-01`)
    expect([one.status, (await one.json()).slug]).toEqual([200, 'mine'])
    expect([list.status, (await list.json()).total]).toEqual([200, 1])
  },
)

test('changes through the database appear in responses, and changes of clients appear in the database', async () => {
  const mock = createCalmock()
  const id = mock.landmarks.events.jazzNight.id.de
  mock.db.event.update({ where: { id: { equals: id } }, data: { title: 'Umgezogen' } })
  expect((await (await mock.fetch(`${base}/events/${id}`)).json()).title).toBe('Umgezogen')
  await mock.fetch(`${base}/events/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ title: 'Zurück' }),
  })
  expect(mock.db.event.findFirst({ where: { id: { equals: id } } })?.title).toBe('Zurück')
})

test.each(resources)(
  'a $name that is created without an ID is an error that says how to create it',
  ({ name }) => {
    const { db } = createCalmock({ empty: true })
    expect(() => db[name as keyof typeof db].create({ slug: 'mine' })).toThrow(
      `db.${name}.create needs an "id", and a "language" if a site shall list the record`,
    )
  },
)

test.each([
  ['events', 'event'],
  ['categories', 'category'],
  ['venu', 'venue'],
])('db.%s is an error that names db.%s and the other members', (name, meant) => {
  const db: object = createCalmock().db
  expect(() => Reflect.get(db, name)).toThrow(
    `[calmock] invalid member of db "${name}"; did you mean "${meant}"? accepted: event, venue, organizer, `,
  )
  expect(
    ['then', 'toJSON', 'constructor'].filter((probe) => Reflect.get(db, probe) !== undefined),
  ).toEqual(['constructor'])
})

describe('a field that no record has', () => {
  const where = { id: { equals: 100 } }

  test('is warned of once for each method and field, with the field that is meant', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warn.mockRestore())
    const mock = createCalmock()
    const data = { mood: 1, price: '5' } as object
    for (const { event } of [mock.db, mock.db, mock.world('other').db]) {
      event.update({ where, data })
      event.updateMany({ where, data: { titel: 'A' } as object })
    }
    mock.db.venue.create({ id: 900, name: 'A' } as object)
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/^\[calmock\] db\.event\.update ignores "mood"; accepted: /),
      '[calmock] db.event.update ignores "price"; did you mean "cost"?',
      '[calmock] db.event.updateMany ignores "titel"; did you mean "title"?',
      '[calmock] db.venue.create ignores "name"; did you mean "venue"?',
    ])
  })

  test('is an error with strict, and nothing is written', () => {
    const { db } = createCalmock({ strict: true, sites: ['en'] })
    const { title } = Object(db.event.findFirst({ where }))
    const data = { title: 'B', price: '5' } as object
    expect(() => db.event.update({ where, data })).toThrow(
      '[calmock] db.event.update ignores "price"; did you mean "cost"?',
    )
    expect(db.event.findFirst({ where })?.title).toBe(title)
    db.event.update({ where, data: { title: 'C' } })
  })
})
