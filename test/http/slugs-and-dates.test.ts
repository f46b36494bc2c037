import { expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { NOW, ORIGIN } from '../call.ts'
import { DE, freshEach, leastOf, make, makeEvent, outcome, read, update } from './world.ts'

const call = freshEach({ empty: true })

test.each([
  ['Jazz Night', 'jazz-night'],
  ['Café Noir', 'cafe-noir'],
  ['Größe über alles', 'groesse-ueber-alles'],
  ['Rock & Roll: live!', 'rock-roll-live'],
  ['10.30 Uhr / Tanz - - Tee', '10-30-uhr-tanz-tee'],
  ['  --Rand--  ', 'rand'],
  ['मेला', '%e0%a4%ae%e0%a5%87%e0%a4%b2%e0%a4%be'],
  ['音乐 Abend', '%e9%9f%b3%e4%b9%90-abend'],
])('the title "%s" has the slug "%s" (17.1)', async (title, slug) => {
  const event = await makeEvent(call, { title })
  expect(event.slug).toBe(slug)
  expect((await make(call, 'venues', { venue: title })).slug).toBe(slug)
  expect((await make(call, 'tags', { name: title })).slug).toBe(slug)
  expect((await read(call, `${DE}/events/by-slug/${slug}`)).id).toBe(event.id)
})

test('umlauts lose their dots outside German (17.1)', async () => {
  const target = '/hi/cal/events/v1/events?i18n_language=fr'
  expect((await make(call, 'events', { title: 'Über Öl' }, target)).slug).toBe('uber-ol')
})

test('a slug in another script has at most 200 bytes and ends with a whole character (17.1)', async () => {
  const { slug } = await makeEvent(call, { title: 'मेला'.repeat(40) })
  expect(slug.length).toBeLessThanOrEqual(200)
  expect(slug.length).toBeGreaterThan(180)
  expect('मेला'.repeat(40).startsWith(decodeURIComponent(slug))).toBe(true)
})

const mela = '%e0%a4%ae%e0%a5%87%e0%a4%b2%e0%a4%be'

test.each([mela, mela.toUpperCase(), 'मेला'])('by-slug finds %s (17.2)', async (written) => {
  const { id } = await makeEvent(call, { title: 'मेला' })
  expect((await read(call, `${DE}/events/by-slug/${written}`)).id).toBe(id)
})

test.each(['events', 'venues', 'organizers'])('slugs of %s get suffixes (17.1)', async (path) => {
  const name = { events: 'title', venues: 'venue', organizers: 'organizer' }[path] ?? ''
  const slugs = []
  for (const text of ['Jazz', 'Jazz!', 'jazz?']) {
    slugs.push((await make(call, path, { [name]: text })).slug)
  }
  expect(slugs).toEqual(['jazz', 'jazz-2', 'jazz-3'])
})

test('an event, a venue and a tag may have the same slug (17.1)', async () => {
  await makeEvent(call, { title: 'Jazz' })
  expect((await make(call, 'venues', { venue: 'Jazz' })).slug).toBe('jazz')
  expect((await make(call, 'tags', { name: 'Jazz' })).slug).toBe('jazz')
  expect((await make(call, 'categories', { name: 'Jazz' })).slug).toBe('jazz')
})

test('a sent slug takes precedence over the title and survives a new title (17.1)', async () => {
  const { id, slug } = await makeEvent(call, { slug: 'My Own Slug!' })
  expect(slug).toBe('my-own-slug')
  expect((await update(call, `${DE}/events/${id}`, { title: 'Another' })).slug).toBe(slug)
  expect((await makeEvent(call, { slug: 'my-own-slug' })).slug).toBe('my-own-slug-2')
})

test.each(['draft', 'pending'])('a %s event has no slug until published (17.1)', async (status) => {
  const { id, slug, date_utc } = await makeEvent(call, { status })
  expect(slug).toBe('')
  expect(date_utc).toBe('0000-00-00 00:00:00')
  expect((await update(call, `${DE}/events/${id}`, { status: 'publish' })).slug).toBe('jazz-night')
})

test('a draft venue has a slug immediately (17.1)', async () => {
  const venue = await make(call, 'venues', { status: 'draft' })
  expect(venue.slug).toBe('blue-hall')
})

test('the slug of a term is writable (2.4, 2.5)', async () => {
  const { id, slug } = await make(call, 'tags', { name: 'Open air', slug: 'outside' })
  expect(slug).toBe('outside')
  expect((await update(call, `${DE}/tags/${id}`, { slug: 'under-the-sky' })).slug).toBe(
    'under-the-sky',
  )
})

test.each([
  ['Europe/Berlin', '2030-02-01 18:00:00', 'CET'],
  ['Asia/Kolkata', '2030-02-01 13:30:00', 'IST'],
  ['America/New_York', '2030-02-02 00:00:00', 'EST'],
  ['UTC+2', '2030-02-01 17:00:00', 'UTC+2'],
  ['UTC-5.5', '2030-02-02 00:30:00', 'UTC-5.5'],
])('19:00 in %s is %s in UTC, abbreviated %s (17.5)', async (timezone, utc, abbreviation) => {
  const event = await makeEvent(call, { timezone })
  expect(event).toMatchObject({
    ...{ start_date: '2030-02-01 19:00:00', utc_start_date: utc },
    ...{ timezone, timezone_abbr: abbreviation },
  })
})

test('the abbreviation is the one on the day of the event (17.5)', async () => {
  const july = { start_date: '2030-07-01 19:00:00', end_date: '2030-07-01 22:00:00' }
  const event = await makeEvent(call, { timezone: 'Europe/Berlin', ...july })
  expect([event.utc_start_date, event.timezone_abbr]).toEqual(['2030-07-01 17:00:00', 'CEST'])
})

test('an all-day event of several days preserves these days (17.5)', async () => {
  const days = { start_date: '2030-02-01 10:00:00', end_date: '2030-02-03 10:00:00' }
  const event = await makeEvent(call, { all_day: true, timezone: 'Europe/Berlin', ...days })
  expect(event).toMatchObject({
    ...{ start_date: '2030-02-01 00:00:00', end_date: '2030-02-03 23:59:59' },
    ...{ utc_start_date: '2030-01-31 23:00:00', utc_end_date: '2030-02-03 22:59:59' },
  })
})

test('an event may end at its start', async () => {
  const event = await makeEvent(call, { end_date: '2030-02-01 19:00:00' })
  expect(event.end_date).toBe('2030-02-01 19:00:00')
})

test.each([
  [{ start_date: '2030-02-01 18:00:00' }, '2030-02-01 18:00:00', '2030-02-01 22:00:00'],
  [{ end_date: '2030-02-01 23:00:00' }, '2030-02-01 19:00:00', '2030-02-01 23:00:00'],
  [{ end_date: '2030-01-31 23:00:00' }, '2030-02-01 19:00:00', '2030-02-01 19:00:00'],
  [{ start_date: '2030-02-03 10:00:00' }, '2030-02-03 10:00:00', '2030-02-03 10:00:00'],
  [{ all_day: true }, '2030-02-01 00:00:00', '2030-02-01 23:59:59'],
])('an update with only %j is applied', async (fields, start, end) => {
  const { id } = await makeEvent(call)
  expect(await update(call, `${DE}/events/${id}`, fields)).toMatchObject({
    ...{ start_date: start, end_date: end, utc_start_date: start, utc_end_date: end },
  })
})

test('an update of the time zone preserves the wall times (17.5)', async () => {
  const { id } = await makeEvent(call)
  expect(await update(call, `${DE}/events/${id}`, { timezone: 'Europe/Berlin' })).toMatchObject({
    start_date: '2030-02-01 19:00:00',
    utc_start_date: '2030-02-01 18:00:00',
    timezone_abbr: 'CET',
  })
})

const [earlier, later] = ['2029-11-30 07:00:00', '2029-12-01 08:00:00']

test.each([
  [{}, '2030-01-07 12:00:00', '2030-01-07 12:00:00'],
  [{ date: later }, later, later],
  [{ date_utc: later }, later, later],
  [{ date: later, date_utc: earlier }, later, earlier],
  [{ date: '1577836800' }, '2020-01-01 00:00:00', '2020-01-01 00:00:00'],
])('a venue published with %j has date %s, date_utc %s (17.6)', async (fields, date, date_utc) => {
  const venue = await make(call, 'venues', fields)
  const now = '2030-01-07 12:00:00'
  expect(venue).toMatchObject({ date, date_utc, modified: now, modified_utc: now })
})

test.each([
  ['publish', '2030-06-01 08:00:00', 'future'],
  ['future', '2029-06-01 08:00:00', 'publish'],
  ['future', '2030-06-01 08:00:00', 'future'],
  ['draft', '2030-06-01 08:00:00', 'draft'],
])('%s with the publication date %s is stored as %s (14.6)', async (status, date, stored) => {
  const event = await makeEvent(call, { status, date })
  expect(event.status).toBe(stored)
})

test('by-slug finds a draft (17.2)', async () => {
  const { id } = await makeEvent(call, { status: 'draft', slug: 'sketch' })
  expect((await read(call, `${DE}/events/by-slug/sketch`)).id).toBe(id)
  const answer = await call('GET', `${DE}/venues/by-slug/sketch`)
  expect(outcome(answer)).toEqual([404, 'rest-venue-not-found'])
})

test('two published events never have the same slug (17.1)', async () => {
  const draft = await makeEvent(call, { status: 'draft', slug: 'x' })
  await update(call, `${DE}/events/${draft.id}`, { slug: 'y' })
  expect((await makeEvent(call, { slug: 'x' })).slug).toBe('x')
  await update(call, `${DE}/events/${draft.id}`, { slug: 'x' })
  const published = await update(call, `${DE}/events/${draft.id}`, { status: 'publish' })
  expect(published.slug).toBe('x-2')
})

test('a draft gets its date at publication (17.6)', async () => {
  const mock = createCalmock({ empty: true, now: NOW })
  const send = async (method: string, path: string, fields: object) => {
    const body = new URLSearchParams(Object.entries(fields))
    return (await mock.fetch(`${ORIGIN}${DE}${path}`, { method, body })).json()
  }
  const { id } = await send('POST', '/events', { ...leastOf('events'), status: 'draft' })
  mock.clock.advance('P1D')
  const event = await send('PUT', `/events/${id}`, { status: 'publish' })
  const tomorrow = '2030-01-08 12:00:00'
  expect(event).toMatchObject({ date: tomorrow, date_utc: tomorrow })
})

test.each([
  { path: 'events', body: { title: 'मेला', start_date: '2030-02-01', end_date: '2030-02-01' } },
  { path: 'tags', body: { name: '音乐' } },
])('a record of $path preserves its slug when its response is sent back (17.1)', async (row) => {
  const made = await call('POST', `/hi/cal/events/v1/${row.path}`, { json: row.body })
  const { slug } = made.body
  const again = await call('PUT', `/hi/cal/events/v1/${row.path}/${made.body.id}`, {
    json: { slug },
  })
  expect([again.status, again.body.slug]).toEqual([200, slug])
})

test.each([
  ['01/05/2031 4pm', '2031-01-05 16:00:00'],
  ['Sun, 05 Jan 2031 16:00:00 GMT', '2031-01-05 16:00:00'],
  ['5 January 2031', '2031-01-05 00:00:00'],
  ['first day of next month', '2030-02-01 12:00:00'],
  ['saturday this week 10am', '2030-01-12 10:00:00'],
  ['@1925395200', '2031-01-05 16:00:00'],
])('an event may start at "%s", and a list may too', async (given, expected) => {
  const { start_date } = await makeEvent(call, { start_date: given, end_date: '2031-12-31' })
  expect(start_date).toBe(expected)
  const query = `strict_dates=true&end_date=2033-01-01&start_date=${encodeURIComponent(given)}`
  const list = await read(call, `${DE}/events?${query}`)
  expect(new URL(list.rest_url).searchParams.get('start_date')).toBe(expected)
  expect(list.total).toBe(1)
})
