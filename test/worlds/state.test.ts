import { expect, test } from 'vitest'
import { landmarks } from '../../src/seed/source/inline-source.ts'
import { type Answer, createTestMock, fresh, NOW, over } from '../call.ts'
import { options } from './writes.ts'

const jazz = landmarks.events.jazzNight.id.de

/** The parsed state of a mock with one changed event. */
type State = Answer['body']

/** Expects that a mock with one changed event rejects its state with these changes, and keeps it. */
async function expectRejection(spoil: (state: State) => object, message: RegExp) {
  const call = fresh(options)
  await call('PATCH', `/de/cal/events/v1/events/${jazz}`, { json: { title: 'Neu' } })
  const state = (await call('GET', '/__calmock/world')).body
  const put = await call('PUT', '/__calmock/world', { json: { ...state, ...spoil(state) } })
  expect([put.status, put.body.message]).toEqual([400, expect.stringMatching(message)])
  expect((await call('GET', '/__calmock/world')).body).toEqual(state)
}

test.each([
  [
    'of another seed',
    { seed: 2 },
    /has the records of {"seed":2,"events":14}; this mock has those of {"seed":1,"events":14}/,
  ],
  ['of another size', { events: 3 }, /has the records of {"seed":1,"events":3}/],
  ['with an unknown scenario', { scenario: 'nowhere' }, /Invalid scenario "nowhere"/],
  ['without a time', { now: undefined }, /invalid snapshot: now is undefined; accepted: a string/i],
  ['with an invalid day', { anchor: 'soon' }, /Invalid now "soon"/],
  ['without records', { records: null }, /records is null; accepted: an object/i],
  ['with unknown kinds', { records: { boat: {} } }, /records is "boat"; accepted: event, venue/i],
  ['without IDs', { nextId: 'x' }, /nextId is "x"; accepted: an unused ID/i],
  ['with a used ID as the next one', { nextId: 100 }, /nextId is 100; .* from \d+ to \d+/i],
  ['with a huge next ID', { nextId: 2 ** 53 - 1 }, /an unused ID from \d+ to 1000000000000000/i],
  ['with scenarios in a list', { scenarios: [] }, /scenarios is \[\]; accepted: an object/i],
])('a state %s is rejected, and nothing changes', (_, changes, message) =>
  expectRejection(() => changes, message),
)

test('a state with other records of its own scenario is rejected', () =>
  expectRejection(
    (state) => ({ scenarios: { ' city': state } }),
    /scenario of two worlds is "city"/i,
  ))

test.each([
  ['title', 5, /records\.event\.\d+\.title is 5; accepted: a string/],
  ['start_date', 'soon', /start_date is "soon"; accepted: YYYY-MM-DD HH:MM:SS/],
  ['venue', ['x'], /venue is \["x"\]; accepted: a list of IDs/],
  ['all_day', null, /all_day is null; accepted: a boolean/],
  ['boats', 1, /boats is 1; accepted: id, slug, language, group/],
  ['language', 'xx', /language is "xx"; accepted: ar, zh-hans/],
  ['id', 7, /id is 7; accepted: \d+/],
  ['start_date', '2030-02-30 10:00:00', /start_date is "2030-02-30 10:00:00"; accepted: YYYY/],
  ['start_date', '0000-00-00 00:00:00', /start_date is "0000-.*"; accepted: values that the API/],
  ['timezone', 'Nowhere/Land', /timezone is "Nowhere\/Land"; accepted: values that the API/],
  ['venue', [99_999], /venue is \[99999\]; accepted: IDs below nextId/],
  ['group', 99_999, /group is 99999; accepted: IDs below nextId/],
  ['image', 'x', /image is "x"; accepted: values that the API/],
])('a record with the %s %o is rejected, and nothing changes', (column, value, message) =>
  expectRejection(({ records }) => {
    const row = records.event[jazz]
    return { records: { event: { [jazz]: { ...row, [column]: value } } } }
  }, message),
)

test.each([
  ['another scenario', /scenarios\.rtl\.records\.event/],
  ['the world', /: records\.event/],
])('an invalid record in %s is rejected with its path', (place, path) =>
  expectRejection(({ nextId, records: { event } }) => {
    const row = { ...event[jazz], status: 'trash', timezone: 'Nope' }
    const changes = { nextId, records: { event: { [jazz]: row } } }
    return place === 'the world' ? changes : { scenarios: { rtl: changes } }
  }, path),
)

test.each([
  ['that is its own parent', { 7000: 7000 }],
  ['in a ring', { 7000: 7001, 7001: 7002, 7002: 7000 }],
  ['below a ring', { 7000: 7001, 7001: 7002, 7002: 7001 }],
])('a category %s is rejected', (_, parents) => {
  const rows = Object.entries(parents).map(([key, parent]) => {
    const id = Number(key)
    return [id, { id, group: id, slug: key, language: 'de', name: key, description: '', parent }]
  })
  return expectRejection(
    () => ({ nextId: 7100, records: { category: Object.fromEntries(rows) } }),
    /records\.category\.700\d\.parent is 700\d; accepted: the ID of another record/,
  )
})

test.each([
  ['of another record in the snapshot', 7000],
  ['of a record of the seed', landmarks.events.jazzNight.id.hi],
])('a record with the ID %s is rejected', (_, id) => {
  const term = { id, group: id, slug: 'x', language: 'de', name: 'x', description: '' }
  const records = { tag: { [id]: term }, category: { 7000: { ...term, id: 7000, parent: 0 } } }
  const message = /records\.\w+\.\d+ is \d+; accepted: an ID that no \w+ has/
  return expectRejection(() => ({ nextId: 7100, records }), message)
})

test('an image whose slug is not a URL is rejected', () => {
  const row = { id: 7000, group: 7000, slug: 'not a url', language: 'de', title: '', hue: 0 }
  const records = { picture: { 7000: { ...row, motif: '' } } }
  return expectRejection(() => ({ nextId: 7001, records }), /picture\.7000\.slug/)
})

test('a rejected restore leaves the clock of the mock as it is', () => {
  const mock = createTestMock({ now: NOW, empty: true })
  const state = { ...mock.snapshot(), now: '2031-01-01T00:00:00.000Z', scenario: 'nowhere' }
  expect(() => mock.restore(state)).toThrow('nowhere')
  expect(mock.clock.now().toISOString()).toBe('2030-01-07T12:00:00.000Z')
})

test('records that were written through the database are restored, and their IDs are not used again', async () => {
  const mock = createTestMock({ now: NOW, empty: true })
  mock.db.tag.create({ id: 999_999, language: 'de', slug: 'mine', name: 'Mine', group: 999_999 })
  const other = createTestMock({ now: NOW, empty: true })
  other.restore(mock.snapshot())
  const made = await over(other)('POST', '/de/cal/events/v1/tags', { form: 'name=Neu' })
  expect(made.body.id).toBe(1_000_000)
})

test('a state with too many scenarios is rejected, and nothing changes', () => {
  const service = createTestMock({ now: NOW, empty: true })
  const { nextId, ...state } = service.snapshot()
  const numbers = [...Array(33).keys()]
  const names = numbers.map((n) => `${n < 17 ? 'one' : 'rtl'}+`.repeat(1 + (n % 17)).slice(0, -1))
  const scenarios = Object.fromEntries(names.map((name) => [name, { nextId, records: {} }]))
  const before = JSON.stringify(service.snapshot())
  const spoilt = { ...state, nextId: nextId + 50, now: '2031-01-01T00:00:00.000Z', scenarios }
  expect(() => service.restore(spoilt)).toThrow('number of scenarios is 33; accepted: at most 32')
  expect(JSON.stringify(service.snapshot())).toBe(before)
})
