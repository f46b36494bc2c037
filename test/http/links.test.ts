import { describe, expect, test } from 'vitest'
import { languages } from '../../src/contract/site.ts'
import { type Call, fresh } from '../call.ts'
import {
  DE,
  everything,
  type Fields,
  freshEach,
  leastOf,
  make,
  makeEvent,
  namesOf,
  read,
  update,
} from './world.ts'

const call = freshEach({ empty: true })

interface Linkable {
  readonly id: number
  readonly name?: string
  readonly organizer?: string
}
const ids = (linked: Linkable[]) => linked.map(({ id }) => id)
const names = (linked: Linkable[]) => linked.map(({ name, organizer }) => name ?? organizer)

async function twoOf(call: Call, collection: string, name: string): Promise<[number, number]> {
  const one = await make(call, collection, { [name]: 'one' })
  const two = await make(call, collection, { [name]: 'two' })
  return [one.id, two.id]
}

const venueForms: readonly (readonly [string, (one: number, two: number) => unknown])[] = [
  ['an id', (one) => one],
  ['an id as text', (one) => `${one}`],
  ['a list of one id', (one) => [one]],
  ['a list of two ids', (one, two) => [one, two]],
  ['a comma list', (one, two) => `${one},${two}`],
  ['an object with an id', (one) => ({ id: one, city: 'Bonn' })],
  ['a list of an object with an id', (one) => [{ id: one }]],
  ['an object of the same name', () => ({ venue: 'one' })],
]

test.each(venueForms)('POST /events accepts the venue as %s (18.1)', async (_, form) => {
  const [one, two] = await twoOf(call, 'venues', 'venue')
  const event = await makeEvent(call, { venue: form(one, two) })
  expect([event.venue.id, event.venue.venue]).toEqual([one, 'one'])
  expect((await read(call, `${DE}/events/${event.id}`)).venue.id).toBe(one)
  expect(await namesOf(call, 'venues')).toHaveLength(2)
})

test.each([
  ['an object', { venue: 'New Hall', city: 'Bonn', show_map: true }],
  ['a list of one object', [{ venue: 'New Hall', city: 'Bonn', show_map: true }]],
])('POST /events creates the venue from %s (18.1)', async (_, venue) => {
  const event = await makeEvent(call, { venue })
  expect(event.venue).toMatchObject({ venue: 'New Hall', city: 'Bonn', status: 'publish' })
  expect((await read(call, `${DE}/venues/${event.venue.id}`)).venue).toBe('New Hall')
})

type Form = readonly [string, (one: number, two: number) => unknown, string[]]

const organizerForms: readonly Form[] = [
  ['an id', (one) => one, ['one']],
  ['an id as text', (one) => `${one}`, ['one']],
  ['a list of ids, in its order', (one, two) => [two, one], ['two', 'one']],
  ['a list with an id twice', (one, two) => [two, one, two], ['two', 'one']],
  ['a comma list', (one, two) => `${one},${two}`, ['one', 'two']],
  ['an object with an id', (one) => ({ id: one }), ['one']],
  ['an object', () => ({ organizer: 'new' }), ['new']],
  ['a list of objects', () => [{ organizer: 'a' }, { organizer: 'b' }], ['a', 'b']],
  ['a mixed list', (one, two) => [{ organizer: 'a' }, { id: two }, one], ['a', 'two', 'one']],
]

test.each(organizerForms)(
  'POST /events accepts organizers as %s (18.2)',
  async (_, form, expected) => {
    const [one, two] = await twoOf(call, 'organizers', 'organizer')
    const event = await makeEvent(call, { organizer: form(one, two) })
    expect(names(event.organizer)).toEqual(expected)
    expect(names((await read(call, `${DE}/events/${event.id}`)).organizer)).toEqual(expected)
  },
)

const termForms: readonly Form[] = [
  ['an id', (one) => one, ['one']],
  ['an id as text', (one) => `${one}`, ['one']],
  ['a list of ids', (one, two) => [two, one], ['one', 'two']],
  ['a comma list of ids', (one, two) => `${one},${two}`, ['one', 'two']],
  ['a slug', () => 'two', ['two']],
  ['new names', () => ['New', 'Newer'], ['New', 'Newer']],
  ['a comma list of names', () => 'New,Newer', ['New', 'Newer']],
  ['an object', () => ({ name: 'New' }), ['New']],
  ['a list of objects', () => [{ name: 'New' }, { name: 'Newer' }], ['New', 'Newer']],
  ['a mixed list', (one) => [one, 'new', { name: 'zebra' }, 'two'], ['new', 'one', 'two', 'zebra']],
]

test.each(
  ['categories', 'tags'].flatMap((path) =>
    termForms.map(([given, form, expected]) => ({ path, given, form, expected })),
  ),
)('POST /events accepts $path as $given (18.3)', async ({ path, form, expected }) => {
  const [one, two] = await twoOf(call, path, 'name')
  const event = await makeEvent(call, { [path]: form(one, two) })
  expect(names(event[path])).toEqual(expected)
  expect(names((await read(call, `${DE}/events/${event.id}`))[path])).toEqual(expected)
})

test.each([
  ['venue', { city: 'Bonn' }],
  ['venue', [{ city: 'Bonn' }]],
  ['venue', { id: 999999999 }],
  ['venue', { venue: 'New', website: 'foo' }],
  ['organizer', [{ phone: '5550' }]],
  ['organizer', [{ organizer: 'New' }, 999999999]],
  ['organizer', { organizer: '' }],
  ['categories', ['New', 999999999]],
  ['categories', [{ description: 'x' }]],
  ['tags', [{ name: '' }]],
])('POST /events rejects %s %j and creates nothing', async (name, value) => {
  const nothing = await everything(call)
  const json = { ...leastOf('events'), [name]: value }
  const answer = await call('POST', `${DE}/events`, { json })
  expect(answer.status, answer.text).toBe(400)
  expect(await everything(call)).toBe(nothing)
})

test.each(['venue', 'organizer'])('POST /events rejects another kind as %s', async (name) => {
  const { id } = await make(call, 'tags')
  const json = { ...leastOf('events'), [name]: id }
  const answer = await call('POST', `${DE}/events`, { json })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.data.params)).toEqual([name])
})

const linked: Fields = {
  venue: { venue: 'Hall' },
  organizer: [{ organizer: 'a' }, { organizer: 'b' }],
  categories: ['Music', 'Jazz'],
  tags: ['new', 'late'],
}

test.each(Object.keys(linked))('an update with %s = [] clears only that field', async (name) => {
  const event = await makeEvent(call, linked)
  const after = await update(call, `${DE}/events/${event.id}`, { [name]: [] })
  expect(after[name]).toEqual([])
  for (const other of Object.keys(linked).filter((key) => key !== name)) {
    expect(after[other], other).toEqual(event[other])
  }
})

test.each(['categories', 'tags', 'organizer'])('%s = "" clears the field (18.2)', async (name) => {
  const { id } = await makeEvent(call, linked)
  expect((await update(call, `${DE}/events/${id}`, { [name]: '' }))[name]).toEqual([])
})

test('an update replaces the whole set of links (18.1-18.3)', async () => {
  const { id } = await makeEvent(call, linked)
  const after = await update(call, `${DE}/events/${id}`, {
    venue: { venue: 'Other' },
    organizer: [{ organizer: 'c' }],
    categories: ['Jazz'],
    tags: 'late,free',
  })
  expect(after.venue.venue).toBe('Other')
  expect(names(after.organizer)).toEqual(['c'])
  expect(names(after.categories)).toEqual(['Jazz'])
  expect(names(after.tags)).toEqual(['free', 'late'])
})

test('a nested venue or organizer with a known name refers to the existing record (17.4, 18.2)', async () => {
  const venue = await make(call, 'venues', { venue: 'Hall' })
  const organizer = await make(call, 'organizers', { organizer: 'Circle' })
  const event = await makeEvent(call, {
    venue: { venue: 'hall' },
    organizer: [{ organizer: 'CIRCLE' }],
  })
  expect(event.venue.id).toBe(venue.id)
  expect(ids(event.organizer)).toEqual([organizer.id])
})

test('nested records are published for any status of their event (18.2)', async () => {
  const event = await makeEvent(call, { status: 'draft', venue: { venue: 'Hall' } })
  expect([event.status, event.venue.status]).toEqual(['draft', 'publish'])
})

test('an event shows draft records that it links (18.6)', async () => {
  const { id } = await make(call, 'venues', { status: 'draft' })
  const event = await makeEvent(call, { venue: id })
  expect((await read(call, `${DE}/events/${event.id}`)).venue.id).toBe(id)
})

test('a change of a venue appears in its events (11.1)', async () => {
  const event = await makeEvent(call, { venue: { venue: 'Hall' } })
  await update(call, `${DE}/venues/${event.venue.id}`, { city: 'Bonn' })
  expect((await read(call, `${DE}/events/${event.id}`)).venue.city).toBe('Bonn')
  expect((await read(call, `${DE}/events`)).events[0].venue.city).toBe('Bonn')
})

const repeat = <T>(count: number, create: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => create(n))

describe('a write links at most 100 records in a field', () => {
  test.each<[string, (count: number) => object]>([
    ['tags in a list', (count) => ({ tags: repeat(count, (n) => `t${n}`) })],
    ['tags joined by commas', (count) => ({ tags: repeat(count, (n) => `t${n}`).join(',') })],
    ['categories', (count) => ({ categories: repeat(count, (n) => ({ name: `c${n}` })) })],
    ['organizers', (count) => ({ organizer: repeat(count, (n) => ({ organizer: `o${n}` })) })],
    ['venues', (count) => ({ venue: repeat(count, (n) => ({ venue: `v${n}` })) })],
  ])('%s', async (_, fields) => {
    const post = (count: number) =>
      call('POST', `${DE}/events`, { json: { ...leastOf('events'), ...fields(count) } })
    const { status, body } = await post(101)
    expect([status, body.code]).toEqual([400, 'rest_invalid_param'])
    expect(body.message).toContain(
      '101 verknüpfte Datensätze sind zu viele; zulässig sind höchstens 100.',
    )
    const collections = ['events', 'tags', 'categories', 'organizers', 'venues']
    for (const name of collections)
      expect((await call('GET', `${DE}/${name}?hide_empty=false`)).body.total).toBe(0)
    expect((await post(100)).status).toBe(201)
  })

  test('a form that repeats the field', async () => {
    const form = `title=Neu&start_date=tomorrow&end_date=tomorrow&${repeat(101, (n) => `tags[]=t${n}`).join('&')}`
    expect((await call('POST', `${DE}/events`, { form })).status).toBe(400)
  })

  test.each(languages)('the message on the site %s names the limit', async (site) => {
    const json = { tags: repeat(101, String) }
    const call = fresh({ empty: true, sites: languages })
    const fields = { ...leastOf('events'), ...json }
    const { body } = await call('POST', `/${site}/cal/events/v1/events`, { json: fields })
    expect(body.data.params.tags).toMatch(/101.*100/)
  })
})
