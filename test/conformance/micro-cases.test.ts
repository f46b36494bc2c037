import { expect, test } from 'vitest'
import { fresh } from '../call.ts'
import {
  DE,
  expectRefused,
  freshEach,
  make,
  makeEvent,
  namesOf,
  outcome,
  read,
  update,
} from '../http/world.ts'

const call = freshEach({ empty: true })

/** Returns an event with these times, named after them. */
const eventAt = (title: string, start_date: string, end_date = start_date) => ({
  title,
  start_date,
  end_date,
})

test('GET /events?per_page=100 returns at most 50 events and reports 50 (23.1)', async () => {
  const body = await read(fresh(), `${DE}/events?per_page=100`)
  expect(body.events.length).toBeLessThanOrEqual(50)
  expect(body.total_pages).toBe(Math.ceil(body.total / 50))
  expect(new URL(body.rest_url).searchParams.get('per_page')).toBe('50')
})

test('GET /events?page=2 of three events with per_page=3 returns 404 (23.2)', async () => {
  for (const title of ['a', 'b', 'c']) await makeEvent(call, { title })
  expect(await namesOf(call, 'events', 'page=1&per_page=3')).toHaveLength(3)
  const answer = await call('GET', `${DE}/events?page=2&per_page=3`)
  expect(outcome(answer)).toEqual([404, 'event-archive-page-not-found'])
})

test('GET /categories?page=99 returns 200 and an empty list (23.3)', async () => {
  await make(call, 'categories')
  const body = await read(call, `${DE}/categories?page=99&hide_empty=false`)
  expect(body).toMatchObject({ categories: [], total: 1, total_pages: 1 })
})

test.each([
  ['(23.4)', '/events?categories[]=nope', 'categories'],
  ['(23.9)', '/events?search=', 'search'],
  ['(23.11)', '/events?featured=yes', 'featured'],
])('%s GET %s rejects its parameter %s', async (_, target, name) => {
  expectRefused(await call('GET', `${DE}${target}`), name)
})

test.each([
  ['(23.5)', '/events?status=draft'],
  ['(23.10)', '/events?strict_dates=0'],
  ['(23.12)', '/venues?has_events=yes'],
])('%s GET %s returns 200', async (_, target) => {
  await read(fresh(), `${DE}${target}`)
})

test('GET /events?status=draft returns the drafts (23.5)', async () => {
  await makeEvent(call, { title: 'open' })
  await makeEvent(call, { title: 'sketch', status: 'draft' })
  expect(await namesOf(call, 'events')).toEqual(['open'])
  expect(await namesOf(call, 'events', 'status=draft')).toEqual(['sketch'])
})

test('a date window without times covers whole days (23.6)', async () => {
  await makeEvent(call, eventAt('before', '2017-12-31 23:59:59'))
  await makeEvent(call, eventAt('first', '2018-01-01 00:00:00'))
  await makeEvent(call, eventAt('last', '2018-12-31 23:59:59'))
  await makeEvent(call, eventAt('after', '2019-01-01 00:00:00'))
  const body = await read(call, `${DE}/events?start_date=2018-01-01&end_date=2018-12-31`)
  const query = new URL(body.rest_url).searchParams
  expect(body.events.map((event: { title: string }) => event.title)).toEqual(['first', 'last'])
  expect(query.get('start_date')).toBe('2018-01-01 00:00:00')
  expect(query.get('end_date')).toBe('2018-12-31 23:59:59')
})

test.each([
  ['', ['four', 'eight']],
  ['&strict_dates=true', ['four']],
])('a date window with times%s returns %j (23.7)', async (strict, titles) => {
  await makeEvent(call, eventAt('four', '2018-01-01 16:00:00', '2018-01-01 16:30:00'))
  await makeEvent(call, eventAt('eight', '2018-01-01 20:00:00', '2018-01-01 20:30:00'))
  const query = `start_date=2018-01-01+15:00:00&end_date=2018-01-01+18:00:00${strict}`
  expect(await namesOf(call, 'events', query)).toEqual(titles)
})

test('ends_after with starts_before returns the events between these days (23.8)', async () => {
  await makeEvent(call, eventAt('second', '2018-01-02 10:00:00', '2018-01-02 11:00:00'))
  await makeEvent(call, eventAt('first', '2018-01-01 10:00:00', '2018-01-01 11:00:00'))
  await makeEvent(call, eventAt('new year', '2017-12-31 20:00:00', '2018-01-01 04:00:00'))
  await makeEvent(call, eventAt('long', '2017-12-30 10:00:00', '2018-01-05 10:00:00'))
  await makeEvent(call, eventAt('too early', '2017-12-30 10:00:00', '2017-12-31 12:00:00'))
  await makeEvent(call, eventAt('too late', '2018-01-03 00:00:00', '2018-01-03 10:00:00'))
  const titles = await namesOf(call, 'events', 'ends_after=2017-12-31&starts_before=2018-01-02')
  expect(titles).toEqual(['long', 'new year', 'first', 'second'])
})

test('GET /categories hides unused categories (23.13)', async () => {
  await make(call, 'categories', { name: 'unused' })
  const body = await read(call, `${DE}/categories`)
  expect(body).toMatchObject({ categories: [], total: 0, total_pages: 0 })
})

test.each([
  ['(23.14)', 'order=desc&orderby=id', ['beta', 'gamma', 'alpha']],
  ['(23.15)', 'orderby=banana', ['alpha', 'beta', 'gamma']],
])('%s GET /categories?hide_empty=false&%s returns %j', async (_, query, names) => {
  for (const name of ['alpha', 'gamma', 'beta']) await make(call, 'categories', { name })
  expect(await namesOf(call, 'categories', `hide_empty=false&${query}`)).toEqual(names)
})

test.each([
  ['(23.16)', '/events/13', 'rest-event-not-found'],
  ['(23.17)', '/venues/23', 'rest-venue-not-found'],
])('%s GET %s of an unknown record returns 404 %s', async (_, path, code) => {
  expect(outcome(await call('GET', `${DE}${path}`))).toEqual([404, code])
})

test('POST /events {} names the three missing fields (23.18)', async () => {
  const answer = await call('POST', `${DE}/events`, { json: {} })
  expect(outcome(answer)).toEqual([400, 'rest_missing_callback_param'])
  expect(answer.body.data).toEqual({ status: 400, params: ['title', 'start_date', 'end_date'] })
})

test('an end before the start becomes the start (23.19)', async () => {
  const json = { start_date: '2030-02-02 19:00:00', end_date: '2030-02-01 19:00:00' }
  const event = await makeEvent(call, json)
  expect(event).toMatchObject({
    ...{ start_date: '2030-02-02 19:00:00', end_date: '2030-02-02 19:00:00' },
    ...{ utc_start_date: '2030-02-02 19:00:00', utc_end_date: '2030-02-02 19:00:00' },
  })
})

test('an all-day event covers its whole day (23.20)', async () => {
  const json = { all_day: true, start_date: '2030-02-01 9am', end_date: '2030-02-01 11am' }
  expect(await makeEvent(call, json)).toMatchObject({
    ...{ all_day: true, start_date: '2030-02-01 00:00:00', end_date: '2030-02-01 23:59:59' },
  })
})

test('POST /events creates unknown categories by name (23.21)', async () => {
  const event = await makeEvent(call, { categories: 'cat1,cat2' })
  expect(event.categories.map(({ name }: { name: string }) => name)).toEqual(['cat1', 'cat2'])
  expect(await namesOf(call, 'categories')).toEqual(['cat1', 'cat2'])
})

test('a second event with the same title gets another slug (23.22)', async () => {
  expect((await makeEvent(call, { title: 'x' })).slug).toBe('x')
  expect((await makeEvent(call, { title: 'x' })).slug).toBe('x-2')
})

test('POST /venues with an existing name returns the existing record (23.23)', async () => {
  const first = await make(call, 'venues', { venue: 'Blue Hall' })
  expect((await make(call, 'venues', { venue: 'Blue Hall' })).id).toBe(first.id)
  expect(await namesOf(call, 'venues')).toEqual(['Blue Hall'])
})

test('POST /tags rejects an existing name (23.24)', async () => {
  const { id } = await make(call, 'tags', { name: 'Jazz' })
  const answer = await call('POST', `${DE}/tags`, { json: { name: 'Jazz' } })
  expect(outcome(answer)).toEqual([400, 'term_exists'])
  expect(answer.body.data).toMatchObject({ status: 400, term_id: id })
})

test('POST /venues accepts a JSON boolean for show_map (23.25)', async () => {
  const venue = await make(call, 'venues', { venue: 'A', show_map: true })
  expect(venue.show_map).toBe(true)
})

test.each([
  ['(23.26)', 'events', [410, 'event-is-in-trash']],
  ['(23.27)', 'tags', [404, 'rest-tag-not-found']],
])('%s DELETE on %s returns 200 the first time, then %j', async (_, collection, second) => {
  const { id } = await make(call, collection)
  expect((await call('DELETE', `${DE}/${collection}/${id}`)).status).toBe(200)
  expect(outcome(await call('DELETE', `${DE}/${collection}/${id}`))).toEqual(second)
})

test('PUT {"organizer":[]} clears the organizers (23.28)', async () => {
  const event = await makeEvent(call, { organizer: [{ organizer: 'A' }, { organizer: 'B' }] })
  expect(event.organizer).toHaveLength(2)
  expect((await update(call, `${DE}/events/${event.id}`, { organizer: [] })).organizer).toEqual([])
  expect((await read(call, `${DE}/events/${event.id}`)).organizer).toEqual([])
})

test('PUT {"city":""} removes the key from the venue (23.29)', async () => {
  const { id } = await make(call, 'venues', { venue: 'A', city: 'Bonn', zip: '53111' })
  const venue = await update(call, `${DE}/venues/${id}`, { venue: 'B', city: '' })
  expect(venue).toMatchObject({ id, venue: 'B', zip: '53111' })
  expect(venue).not.toHaveProperty('city')
})

test('POST /categories rejects parent=0 (23.30)', async () => {
  const json = { name: 'x', parent: 0 }
  expectRefused(await call('POST', `${DE}/categories`, { json }), 'parent')
  expect(await namesOf(call, 'categories', 'hide_empty=false')).toEqual([])
})

test('PATCH /events is not a route (23.31)', async () => {
  const answer = await call('PATCH', `${DE}/events`, { json: { title: 'x' } })
  expect(outcome(answer)).toEqual([404, 'rest_no_route'])
})
