import { expect, test } from 'vitest'
import {
  DE,
  everything,
  expectRefused,
  freshEach,
  idsOf,
  leastOf,
  make,
  makeEvent,
  outcome,
  read,
  update,
} from './world.ts'

const call = freshEach({ empty: true })

const absent = undefined

/** Collection, field, values that the response shows unchanged. */
const shownAsSent: readonly (readonly [string, string, readonly unknown[]])[] = [
  ['events', 'sticky', [true]],
  ['events', 'author', ['1']],
  ['events', 'timezone', ['UTC', 'Europe/Berlin', 'EST', '+02:00', 'UTC+2', 'UTC-5.5']],
  ['events', 'website', ['https://jazz.example/', '']],
  ['events', 'venue', [[]]],
  ['events', 'status', ['draft', 'pending', 'private']],
  ['venues', 'address', ['1 Canal Street']],
  ['venues', 'show_map', [true, false]],
  ['venues', 'show_map_link', [false]],
  ['organizers', 'email', ['not an address']],
]

/** Collection, field, values of the create, their value in the response. */
const converted: readonly (readonly [string, string, readonly unknown[], unknown])[] = [
  ['events', 'sticky', ['true'], true],
  ['events', 'featured', ['TRUE', '1'], true],
  ['events', 'show_map', [1], true],
  ['events', 'show_map_link', ['False'], false],
  ['events', 'hide_from_listings', ['0'], false],
  ['events', 'all_day', ['false'], false],
  ['events', 'author', [1], '1'],
  ['events', 'timezone', [''], 'UTC'],
  ['events', 'cost', [null], ''],
  ['events', 'categories', [null], []],
  ['events', 'tags', [null, ''], []],
  ['events', 'venue', [null], []],
  ['events', 'organizer', [null, ''], []],
  ['events', 'nonsense', ['ignored'], absent],
  ['venues', 'address', ['', null], absent],
  ['venues', 'city', [''], absent],
  ['venues', 'description', ['', null], absent],
  ['venues', 'zip', [10115], '10115'],
  ['venues', 'phone', [5550], '5550'],
  ['venues', 'website', [''], absent],
  ['venues', 'image', [''], absent],
  ['venues', 'author', [1], '1'],
  ['venues', 'show_map', ['false', 0], false],
  ['venues', 'show_map', ['1', null], true],
  ['venues', 'show_map_link', ['yes'], true],
  ['organizers', 'email', [''], absent],
  ['organizers', 'phone', [5551], '5551'],
  ['organizers', 'phone', [null], absent],
  ['organizers', 'description', [null], absent],
  ['organizers', 'status', [null], 'publish'],
  ['organizers', 'website', [null], absent],
]

test.each([
  ...shownAsSent.flatMap(([path, field, values]) =>
    values.map((value) => ({ path, field, given: value, shown: value })),
  ),
  ...converted.flatMap(([path, field, values, shown]) =>
    values.map((given) => ({ path, field, given, shown })),
  ),
])('POST /$path accepts $field = $given and returns $shown (14.4, 14.5)', async (row) => {
  const record = await make(call, row.path, { [row.field]: row.given })
  expect(record[row.field]).toEqual(row.shown)
})

/** Collection, field, values that a create rejects. */
const refused: readonly (readonly [string, string, readonly unknown[]])[] = [
  ['events', 'title', ['', '0', 5, true, ['a'], { a: 1 }]],
  ['events', 'description', ['', 5, null, ['a']]],
  ['events', 'excerpt', ['', false, null]],
  ['events', 'slug', ['', 5, null]],
  ['events', 'status', ['', 'banana', 'any', 5, null]],
  ['events', 'timezone', ['Mars/Base', 'foo', 5, null]],
  ['events', 'all_day', ['yes', 'on', '', 2, null, []]],
  ['events', 'featured', ['maybe', null, {}]],
  ['events', 'sticky', ['no', null]],
  ['events', 'author', ['', 'x', 0, 1.5, 999999, null]],
  ['events', 'start_date', ['', 'foo', 'not a date', '2030-02-31', '2030-13-01', true, [], {}]],
  ['events', 'end_date', ['2030-02-01 25:00:00', '2029-02-29', 'tomorrowish']],
  ['events', 'date', ['', 'foo', null]],
  ['events', 'date_utc', ['foo', '2030-02-30 10:00:00']],
  ['events', 'image', ['', 'foo', 'foo bar', 999999999, null]],
  ['events', 'website', ['foo', 'http://bücher.example/']],
  ['events', 'venue', [999999999, ['999999999'], 'nope']],
  ['events', 'organizer', [999999999, [999999999], 'nope']],
  ['events', 'categories', [[999999999], '999999999']],
  ['events', 'tags', [[999999999], '999999999']],
  ['venues', 'venue', ['', '0', 5, ['a']]],
  ['venues', 'address', [5, true, ['a']]],
  ['venues', 'city', [5, false]],
  ['venues', 'website', ['foo', 5]],
  ['venues', 'image', ['foo', 999999999]],
  ['venues', 'status', ['', 'banana', null]],
  ['venues', 'author', ['x', null]],
  ['venues', 'date', ['', 'foo', null]],
  ['organizers', 'organizer', ['', 5, true]],
  ['organizers', 'email', [5, ['a']]],
  ['organizers', 'website', ['foo']],
  ['organizers', 'status', ['banana']],
  ['organizers', 'date', ['foo', '2030-02-31']],
  ['categories', 'name', ['', 5, ['a']]],
  ['categories', 'description', ['', 5, null]],
  ['categories', 'slug', ['', null]],
  ['categories', 'parent', ['', 'x', 0, 1.5, 999999999, null]],
  ['tags', 'name', ['', 5, false]],
  ['tags', 'description', ['', null]],
  ['tags', 'slug', ['', 5]],
]

test.each(
  refused.flatMap(([path, field, values]) =>
    values.map((value) => ({ path, field, value, json: JSON.stringify(value) })),
  ),
)('POST /$path rejects $field = $json and changes nothing', async (row) => {
  const json = { ...leastOf(row.path), [row.field]: row.value }
  const nothing = await everything(call)
  const answer = await call('POST', `${DE}/${row.path}`, { json })
  expectRefused(answer, row.field)
  expect(answer.body.data.details).toBeDefined()
  expect(await everything(call)).toBe(nothing)
})

test.each([
  ['events', 'title', ''],
  ['events', 'title', null],
  ['events', 'start_date', '2030-02-31'],
  ['events', 'all_day', null],
  ['events', 'venue', 999999999],
  ['venues', 'venue', ''],
  ['venues', 'venue', null],
  ['venues', 'city', 5],
  ['organizers', 'organizer', ''],
  ['organizers', 'email', 5],
  ['categories', 'name', ''],
  ['categories', 'parent', 0],
  ['tags', 'description', ''],
])('PUT on %s rejects %s = %j and changes nothing', async (path, field, value) => {
  const { id } = await make(call, path)
  const untouched = await everything(call)
  const answer = await call('PUT', `${DE}/${path}/${id}`, { json: { [field]: value } })
  expectRefused(answer, field)
  expect(await everything(call)).toBe(untouched)
})

test.each([
  ['events', 'website'],
  ['events', 'cost'],
  ['events', 'venue'],
  ['events', 'organizer'],
  ['events', 'tags'],
  ['venues', 'address'],
  ['venues', 'show_map'],
  ['organizers', 'phone'],
])('PUT on %s treats %s = null as not sent', async (path, field) => {
  const full = {
    events: {
      ...{ website: 'https://jazz.example/', cost: '20$', venue: { venue: 'Hall' } },
      ...{ organizer: [{ organizer: 'Circle' }], tags: ['new'] },
    },
    venues: { address: '1 Canal Street', show_map: 'false' },
    organizers: { phone: '5550' },
  }[path]
  const record = await make(call, path, full)
  const after = await update(call, `${DE}/${path}/${record.id}`, { [field]: null })
  expect(after[field]).toEqual(record[field])
})

test.each([
  ['events', { title: null }, ['title', 'start_date', 'end_date']],
  ['events', { title: 'x', end_date: 'foo', featured: 'maybe' }, ['start_date']],
  ['venues', { venue: null }, ['venue']],
  ['organizers', { organizer: null, website: 'foo' }, ['organizer']],
  ['categories', { slug: '' }, ['name']],
  ['tags', {}, ['name']],
])('POST /%s %j reports missing fields before other errors', async (path, json, params) => {
  const answer = await call('POST', `${DE}/${path}`, { json })
  expect(outcome(answer)).toEqual([400, 'rest_missing_callback_param'])
  expect(answer.body.data).toEqual({ status: 400, params })
})

test('all rejected parameters are reported together', async () => {
  expectRefused(
    await call('GET', `${DE}/events?page=0&featured=yes&search=&start_date=foo`),
    ...['page', 'featured', 'search', 'start_date'],
  )
  const json = { ...leastOf('events'), timezone: 'foo', author: 'x', sticky: 'no' }
  expectRefused(await call('POST', `${DE}/events`, { json }), 'timezone', 'author', 'sticky')
})

const everyList = ['events', 'venues', 'organizers', 'categories', 'tags']
const noNumber = ['0', '-1', 'foo', '1.5', '']
const moments = ['start_date', 'end_date', 'starts_before', 'starts_after']

test.each([
  ...everyList.flatMap((path) => [
    ...noNumber.map((value) => [path, 'page', value]),
    ...noNumber.map((value) => [path, 'per_page', value]),
    [path, 'search', ''],
  ]),
  ...[...moments, 'ends_before', 'ends_after'].flatMap((name) =>
    ['', 'foo', '2030-02-31', '2030-02-01+24:00:01'].map((value) => ['events', name, value]),
  ),
  ...['strict_dates', 'featured', 'geoloc', 'ticketed'].flatMap((name) =>
    ['', 'yes', 'on', '2'].map((value) => ['events', name, value]),
  ),
  ...['categories', 'tags', 'venue', 'organizer'].flatMap((name) =>
    ['nope', '999999999', ''].map((value) => ['events', name, value]),
  ),
  ...['0', 'x', '', '1,x'].map((value) => ['events', 'include', value]),
  ...['999999999', 'foo', ''].map((value) => ['events', 'post_parent', value]),
  ...['banana', 'any'].map((value) => ['events', 'status', value]),
  ...['venues', 'organizers'].flatMap((path) => [
    [path, 'event', '999999999'],
    [path, 'event', 'foo'],
    [path, 'has_events', 'maybe'],
    [path, 'only_with_upcoming', 'maybe'],
    [path, 'status', 'banana'],
  ]),
  ...['categories', 'tags'].flatMap((path) => [
    ...['include', 'exclude', 'post', 'event'].map((name) => [path, name, '999999999']),
    ...['order', 'orderby', 'slug'].map((name) => [path, name, '']),
    [path, 'hide_empty', 'yes'],
  ]),
  ...['0', '999999999', ''].map((value) => ['categories', 'parent', value]),
])('GET /%s rejects %s=%s (14.2, 14.3)', async (path, name, value) => {
  expectRefused(await call('GET', `${DE}/${path}?${name}=${value}`), `${name}`)
})

test.each(['lat=52.5', 'lng=13.4'])('GET /events rejects a lone geoloc_%s', async (query) => {
  const answer = await call('GET', `${DE}/events?geoloc_${query}`)
  expect(outcome(answer)).toEqual([400, 'rest_invalid_param'])
})

test.each([
  ...['5', '5.0', '1e1'].map((value) => ['events', 'per_page', value]),
  ...['strict_dates', 'featured', 'geoloc', 'ticketed'].flatMap((name) =>
    ['true', 'FALSE', '1', '0'].map((value) => ['events', name, value]),
  ),
  ...['has_events', 'only_with_upcoming'].flatMap((name) =>
    ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'].map((value) => ['venues', name, value]),
  ),
  ...['publish', 'draft', 'publish,draft', 'trash'].map((value) => ['events', 'status', value]),
  ['tags', 'orderby', 'banana'],
  ['tags', 'slug', 'unknown'],
  ['tags', 'hide_empty', 'False'],
  ['events', 'nonsense', 'x'],
])('GET /%s accepts %s=%s (14.2, 14.3)', async (path, name, value) => {
  await read(call, `${DE}/${path}?${name}=${value}`)
})

test.each([
  ['2030-02-01 19:00:00', 'UTC', '2030-02-01 19:00:00'],
  ['2030-02-01 19:00', 'UTC', '2030-02-01 19:00:00'],
  ['2030-02-01', 'UTC', '2030-02-01 00:00:00'],
  ['2030-02-01T19:00:30', 'UTC', '2030-02-01 19:00:30'],
  ['2030-02-01T19:00:00Z', 'UTC', '2030-02-01 19:00:00'],
  ['2030-02-01T19:00:00+02:00', 'UTC', '2030-02-01 19:00:00'],
  ['1893456000', 'UTC', '2030-01-01 00:00:00'],
  [1893456000, 'UTC', '2030-01-01 00:00:00'],
  ['2030-02-01 4pm', 'UTC', '2030-02-01 16:00:00'],
  ['now', 'UTC', '2030-01-07 12:00:00'],
  ['today', 'UTC', '2030-01-07 00:00:00'],
  ['tomorrow 9am', 'UTC', '2030-01-08 09:00:00'],
  ['yesterday', 'UTC', '2030-01-06 00:00:00'],
  ['next wednesday 4pm', 'UTC', '2030-01-09 16:00:00'],
  ['+2 weeks', 'UTC', '2030-01-21 12:00:00'],
  ['now', 'Asia/Kolkata', '2030-01-07 17:30:00'],
  ['today', 'Pacific/Auckland', '2030-01-08 00:00:00'],
  ['tomorrow 9am', 'America/New_York', '2030-01-08 09:00:00'],
])('the start %j in %s is %s (17.5)', async (start_date, timezone, expected) => {
  const event = await makeEvent(call, { start_date, end_date: '2031-01-01', timezone })
  expect(event.start_date).toBe(expected)
})

test('every notation of a list in a query has the same meaning', async () => {
  const a = await makeEvent(call, { title: 'a' })
  const b = await makeEvent(call, { title: 'b' })
  await makeEvent(call, { title: 'c' })
  for (const query of [
    `include[]=${a.id}&include[]=${b.id}`,
    `include%5B%5D=${a.id}&include%5B%5D=${b.id}`,
    `include[0]=${a.id}&include[1]=${b.id}`,
    `include=${a.id},${b.id}`,
    `include=${a.id},+${b.id}`,
    `include=${a.id}%2C${b.id}`,
    `include=${a.id}&include=${b.id}`,
  ]) {
    expect(await idsOf(call, 'events', query), query).toEqual([a.id, b.id])
  }
})

test('computed fields in a write are ignored (14.4)', async () => {
  const event = await makeEvent(call, {
    ...{ url: 'https://elsewhere.example/', rest_url: 'https://elsewhere.example/' },
    ...{ utc_start_date: '2020-01-01 00:00:00', start_date_details: { year: '1999' } },
    ...{ timezone_abbr: 'XYZ', cost_details: { values: ['7'] }, global_id: 'x' },
  })
  expect(event.utc_start_date).toBe('2030-02-01 19:00:00')
  expect(event.start_date_details.year).toBe('2030')
  expect(event.cost_details.values).toEqual([])
  expect(JSON.stringify(event)).not.toMatch(/elsewhere|XYZ/)
})
