import { expect, test } from 'vitest'
import { type Call, fresh } from '../call.ts'
import {
  type Answered,
  DE,
  expectRefused,
  HI,
  languageOf,
  make,
  outcome,
  read,
  siblingsOf,
  translated,
} from './world.ts'

const isLinked = (event: Answered) =>
  event.venue.id && event.organizer.length && event.categories.length && event.tags.length

const siblingId = async (call: Call, path: string, language: string) =>
  siblingsOf(await call('GET', `${HI}/${path}`))[language]

test('a filter with the id of a translation selects the sibling in the active language', async () => {
  const call = fresh()
  const { record, siblings } = await translated(call, 'events', isLinked)
  const linked = [
    ['venue', `venues/${record.venue.id}`],
    ['organizer', `organizers/${record.organizer[0].id}`],
    ['categories', `categories/${record.categories[0].id}`],
    ['tags', `tags/${record.tags[0].id}`],
  ] as const
  for (const [name, path] of linked) {
    const french = await siblingId(call, path, 'fr')
    const own = await read(call, `${HI}/events?per_page=50&${name}=${path.split('/')[1]}`)
    const same = await read(call, `${HI}/events?per_page=50&${name}=${french}`)
    expect(same.events, name).toEqual(own.events)
    expect(own.events.map(({ id }: Answered) => id)).toContain(record.id)
  }
  const included = await read(call, `${HI}/events?include=${siblings.fr}`)
  expect(included.events.map(({ id }: Answered) => id)).toEqual([record.id])
  const venues = await read(call, `${HI}/venues?event=${siblings.fr}`)
  expect(venues.venues.map(({ id }: Answered) => id)).toEqual([record.venue.id])
  const tags = await read(call, `${HI}/tags?post=${siblings.fr}`)
  expect(new Set(tags.tags.map(({ id }: Answered) => id))).toEqual(
    new Set(record.tags.map(({ id }: Answered) => id)),
  )
})

test('a filter with the slug of a translation selects the sibling in the active language', async () => {
  const call = fresh()
  const { record } = await translated(call, 'events', isLinked)
  const english = await siblingId(call, `tags/${record.tags[0].id}`, 'en')
  const { slug } = await read(call, `${HI}/tags/${english}`)
  const own = await read(call, `${HI}/events?per_page=50&tags=${record.tags[0].id}`)
  const same = await read(call, `${HI}/events?per_page=50&tags=${slug}`)
  expect(same.events).toEqual(own.events)
})

test('a write with ids of translations links the siblings in the active language', async () => {
  const call = fresh()
  const { record } = await translated(call, 'events', isLinked)
  const french = (path: string) => siblingId(call, path, 'fr')
  const event = await make(
    call,
    'events',
    {
      venue: await french(`venues/${record.venue.id}`),
      organizer: [await french(`organizers/${record.organizer[0].id}`)],
      categories: [await french(`categories/${record.categories[0].id}`)],
      tags: [await french(`tags/${record.tags[0].id}`)],
    },
    `${HI}/events`,
  )
  expect(event.venue.id).toBe(record.venue.id)
  expect(event.organizer[0].id).toBe(record.organizer[0].id)
  expect(event.categories[0].id).toBe(record.categories[0].id)
  expect(event.tags[0].id).toBe(record.tags[0].id)
})

test('the links of an event are in the language of the event', async () => {
  const call = fresh()
  const { record, siblings } = await translated(call, 'events', isLinked)
  const french = await read(call, `${HI}/events/${record.id}?i18n_language=fr`)
  expect(french.id).toBe(siblings.fr)
  expect(french.venue.id).toBe(await siblingId(call, `venues/${record.venue.id}`, 'fr'))
  expect(french.organizer[0].id).toBe(
    await siblingId(call, `organizers/${record.organizer[0].id}`, 'fr'),
  )
  const elsewhere = await read(call, `${DE}/events/${record.id}`)
  expect(elsewhere.venue.id).toBe(record.venue.id)
})

test('a link without a translation refers to the original', async () => {
  const call = fresh({ empty: true })
  const venue = await make(call, 'venues')
  const organizer = await make(call, 'organizers')
  const event = await make(
    call,
    'events',
    { venue: venue.id, organizer: [organizer.id] },
    `${DE}/events?i18n_language=en`,
  )
  expect([event.venue.id, event.organizer[0].id]).toEqual([venue.id, organizer.id])
})

test('records that an update creates implicitly have the language of the event', async () => {
  const call = fresh()
  const { record } = await translated(call, 'events')
  const json = { tags: ['Taze'], venue: { venue: 'Salon' }, organizer: [{ organizer: 'Amis' }] }
  const event = (await call('PUT', `${DE}/events/${record.id}`, { json })).body
  const made = [
    `tags/${event.tags[0].id}`,
    `venues/${event.venue.id}`,
    `organizers/${event.organizer[0].id}`,
  ]
  for (const path of made) {
    expect(languageOf(await call('GET', `${DE}/${path}`)), path).toBe('hi')
  }
})

test('a category is rejected as a child of its translation', async () => {
  const call = fresh()
  const { record, siblings } = await translated(call, 'categories')
  const answer = await call('PUT', `${HI}/categories/${siblings.fr}`, {
    json: { parent: record.id },
  })
  expectRefused(answer, 'parent')
})

test('a category name is taken if it exists under a translation of the parent', async () => {
  const call = fresh()
  const { record, siblings } = await translated(call, 'categories')
  await make(call, 'categories', { name: 'Neu', parent: record.id }, `${HI}/categories`)
  const json = { name: 'Neu', parent: siblings.de }
  const answer = await call('POST', `${HI}/categories`, { json })
  expect(outcome(answer)).toEqual([400, 'term_exists'])
})
