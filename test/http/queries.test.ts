import { expect, test } from 'vitest'
import { type Call, fresh } from '../call.ts'
import { DE, freshEach, idsOf, make, makeEvent, namesOf, read, targetOf } from './world.ts'

const call = freshEach({ empty: true })

/** Creates six events around 1 February 2030, in the order of their starts. */
async function createWeek(): Promise<Call> {
  for (const [title, start_date, end_date] of [
    ['past', '2029-06-01 10:00:00', '2029-06-01 12:00:00'],
    ['morning', '2030-02-01 09:00:00', '2030-02-01 10:00:00'],
    ['afternoon', '2030-02-01 16:00:00', '2030-02-01 16:30:00'],
    ['night', '2030-02-01 20:00:00', '2030-02-02 02:00:00'],
    ['next day', '2030-02-02 10:00:00', '2030-02-02 12:00:00'],
    ['fair', '2030-02-04 00:00:00', '2030-02-06 23:59:59'],
  ] as const) {
    await makeEvent(call, { title, start_date, end_date })
  }
  return call
}

const strict = '&strict_dates=true'

test.each([
  ['', 'morning, afternoon, night, next day, fair'],
  ['start_date=2029-01-01', 'past, morning, afternoon, night, next day, fair'],
  ['end_date=2030-02-02', 'morning, afternoon, night, next day'],
  ['start_date=2030-02-01&end_date=2030-02-01', 'morning, afternoon'],
  ['start_date=2030-02-01&end_date=2030-02-02', 'morning, afternoon, night, next day'],
  ['start_date=2030-02-05&end_date=2030-02-07', ''],
  ['start_date=2030-02-01+15:00:00&end_date=2030-02-01+15:30:00', 'morning, afternoon'],
  ['start_date=2030-02-01%2015:00:00&end_date=2030-02-01T15:30:00Z', 'morning, afternoon'],
  [`start_date=2030-02-01+15:00:00&end_date=2030-02-01+18:00:00${strict}`, 'afternoon'],
  [`start_date=2030-02-01+16:00:00${strict}`, 'afternoon, night, next day, fair'],
  [`start_date=2030-02-01+16:00:01${strict}`, 'night, next day, fair'],
  [`end_date=2030-02-01+16:30:00${strict}`, 'morning, afternoon'],
  [`end_date=2030-02-01+16:29:59${strict}`, 'morning'],
  ['starts_after=2030-02-01', 'next day, fair'],
  [`starts_after=2030-02-01+16:00:00${strict}`, 'night, next day, fair'],
  [`starts_after=2030-02-01T17:00:00%2B02:00${strict}`, 'afternoon, night, next day, fair'],
  ['starts_before=2030-02-01', 'past, morning, afternoon, night'],
  [`starts_before=2030-02-01+16:00:00${strict}`, 'past, morning'],
  ['ends_before=2030-02-01', 'past, morning, afternoon'],
  [`ends_before=2030-02-01+16:30:00${strict}`, 'past, morning'],
  ['ends_after=2030-02-01', 'night, next day, fair'],
  [`ends_after=2030-02-01+16:30:00${strict}`, 'night, next day, fair'],
  ['ends_after=2030-02-04&starts_before=2030-02-05', 'fair'],
  ['ends_after=2030-01-31&starts_before=2030-02-01', 'morning, afternoon, night'],
  ['starts_after=2030-02-01&ends_before=2030-02-03', 'next day'],
  ['start_date=2030-02-01&starts_before=2030-02-01', 'morning, afternoon, night'],
  ['start_date=1893456000', 'morning, afternoon, night, next day, fair'],
  ['start_date=%2B26+days', 'next day, fair'],
])('GET /events?%s lists %s (4.3.1, 15.1)', async (query, titles) => {
  expect((await namesOf(await createWeek(), 'events', query)).join(', ')).toBe(titles)
})

test('the default date window starts yesterday, ends two years from now and covers whole days (15.1)', async () => {
  for (const [title, start_date, end_date] of [
    ['running', '2030-01-05 23:00:00', '2030-01-08 10:00:00'],
    ['yesterday', '2030-01-06 00:00:00', '2030-01-06 01:00:00'],
    ['last', '2032-01-07 22:00:00', '2032-01-07 23:59:59'],
    ['too late', '2032-01-07 23:00:00', '2032-01-08 00:00:00'],
  ] as const) {
    await makeEvent(call, { title, start_date, end_date })
  }
  expect(await namesOf(call, 'events')).toEqual(['yesterday', 'last'])
})

/** Creates an event around midnight in each zone, and an all-day event in each zone. */
async function createZones(call: Call): Promise<Call> {
  for (const timezone of ['UTC', 'Asia/Tokyo', 'America/New_York', 'UTC+3']) {
    const [, place = timezone] = timezone.split('/')
    const late = { start_date: '2030-02-01 23:30', end_date: '2030-02-01 23:45' }
    await makeEvent(call, { title: `${place} late`, ...late, timezone })
    const day = { start_date: '2030-02-01', end_date: '2030-02-01', all_day: true }
    await makeEvent(call, { title: `${place} all day`, ...day, timezone })
  }
  return call
}

const allZones =
  'UTC all day, Tokyo all day, New_York all day, UTC+3 all day, UTC late, Tokyo late, New_York late, UTC+3 late'

test.each([
  [undefined, 'start_date=2030-02-01&end_date=2030-02-01', allZones],
  [undefined, 'start_date=2030-01-31&end_date=2030-01-31', ''],
  ['Europe/Berlin', 'start_date=2030-02-01&end_date=2030-02-01', allZones],
  ['Europe/Berlin', 'start_date=2030-02-02', ''],
  [
    'UTC',
    'start_date=2030-02-01&end_date=2030-02-01',
    'UTC all day, UTC late, Tokyo late, UTC+3 late',
  ],
  ['UTC', 'ends_after=2030-02-01&starts_before=2030-02-02', 'New_York all day, New_York late'],
  [
    'Europe/Berlin',
    `start_date=2030-02-01+22:30:00${strict}`,
    'UTC late, Tokyo late, New_York late, UTC+3 late',
  ],
  ['Europe/Berlin', `start_date=2030-02-01+22:30:01${strict}`, ''],
  [
    'Europe/Berlin',
    `start_date=2030-02-01T23:30:00%2B01:00${strict}`,
    'UTC late, Tokyo late, New_York late, UTC+3 late',
  ],
])('with timezone %s, GET /events?%s lists "%s" (15.1a)', async (timezone, query, titles) => {
  const call = await createZones(fresh({ empty: true, ...(timezone && { timezone }) }))
  expect((await namesOf(call, 'events', query)).join(', ')).toBe(titles)
})

test('a client that asks day by day finds each all-day event on its own day (15.1a)', async () => {
  const call = fresh({ sites: ['en'], scenario: 'all-day' })
  const list = '/en/cal/events/v1/events?per_page=50'
  const { events } = await read(call, list)
  const single = events.filter((event: Record<string, string>) =>
    event.end_date?.startsWith(event.start_date?.slice(0, 10) ?? '-'),
  )
  expect(single.length).toBeGreaterThan(20)
  for (const { id, start_date } of single) {
    const day = start_date.slice(0, 10)
    const found = await read(call, `${list}&start_date=${day}&end_date=${day}`)
    expect(found.events.map((event: { id: number }) => event.id)).toContain(id)
  }
})

test('the links of a strict list on a site with a time zone lead to the same list (16.1a)', async () => {
  const call = await createZones(fresh({ empty: true, timezone: 'Europe/Berlin' }))
  const target = `${DE}/events?start_date=2030-02-01+22:30:00&per_page=3${strict}`
  const { rest_url, next_rest_url, total } = await read(call, target)
  expect(total).toBe(4)
  expect((await read(call, targetOf(rest_url))).total).toBe(4)
  expect((await read(call, targetOf(next_rest_url))).events).toHaveLength(1)
})

test('a named time zone of the site is the one of new events, of publication and of relative days (15.1, 17.5)', async () => {
  const call = fresh({ empty: true, timezone: 'Asia/Tokyo', now: '2030-01-07T18:00:00Z' })
  const { timezone, utc_start_date, date, date_utc } = await makeEvent(call, {
    ...{ start_date: '2030-02-01 09:00', end_date: '2030-02-01 10:00' },
  })
  expect([timezone, utc_start_date]).toEqual(['Asia/Tokyo', '2030-02-01 00:00:00'])
  expect([date, date_utc]).toEqual(['2030-01-08 03:00:00', '2030-01-07 18:00:00'])
  const startOf = async (query: string) =>
    new URL((await read(call, `${DE}/events?${query}`)).rest_url).searchParams.get('start_date')
  expect(await startOf('')).toBe('2030-01-07 00:00:00')
  expect(await startOf('start_date=today')).toBe('2030-01-08 00:00:00')
  expect((await read(call, '/de')).timezone_string).toBe('Asia/Tokyo')
})

test('the default time zone writes UTC, and an unknown one is rejected', async () => {
  expect((await makeEvent(call, {})).timezone).toBe('UTC')
  expect(() => fresh({ timezone: 'Mars/One' })).toThrow('invalid timezone "Mars/One"; accepted:')
})

test('events with the same start are sorted by publication date, then by id (15.2)', async () => {
  await makeEvent(call, { title: 'late', date: '2029-12-02 00:00:00' })
  await makeEvent(call, { title: 'early', date: '2029-12-01 00:00:00' })
  await makeEvent(call, { title: 'late too', date: '2029-12-02 00:00:00' })
  expect(await namesOf(call, 'events')).toEqual(['early', 'late', 'late too'])
})

test.each([
  ['jazz', 'late jazz, night of jazz'],
  ['JAZZ', 'late jazz, night of jazz'],
  ['jazz+night', 'late jazz, night of jazz'],
  ['%22night+of+jazz%22', 'night of jazz'],
  ['jazz,night', 'late jazz, night of jazz'],
  ['%22night+of', 'night of jazz'],
  ['jazz%22', 'late jazz, night of jazz'],
  ['%22of+jazz%22+night', 'night of jazz'],
  ['jazz+-night', ''],
  ['-jazz', 'theatre, मेला, 音乐会'],
  ['musik', 'theatre'],
  ['%E0%A4%AE%E0%A5%87%E0%A4%B2%E0%A4%BE', 'मेला'],
  ['%E9%9F%B3%E4%B9%90', '音乐会'],
  ['nothing', ''],
])('GET /events?search=%s lists %s (4.3.1, 15.2)', async (search, titles) => {
  await makeEvent(call, { title: 'late jazz', description: 'All night long' })
  await makeEvent(call, { title: 'night of jazz' })
  await makeEvent(call, { title: 'theatre', description: 'with Musik' })
  await makeEvent(call, { title: 'मेला' })
  await makeEvent(call, { title: '音乐会' })
  const body = await read(call, `${DE}/events?search=${search}`)
  expect(body.events.map(({ title }: { title: string }) => title).join(', ')).toBe(titles)
  expect(body.total).toBe(body.events.length)
})

test.each([
  ['koln', 'Grüße aus Köln'],
  ['KÖLN', 'Grüße aus Köln'],
  ['Ko\u0308ln', 'Grüße aus Köln'],
  ['grüße', 'Grüße aus Köln'],
  ['GRÜẞE', 'Grüße aus Köln'],
  ['"gruße aus koln"', 'Grüße aus Köln'],
  ['grusse', ''], // ß is another letter
  ['élan', 'ELAN vital'],
  ['-elan -köln', 'ẤM NHẠC, Cafe\u0301, मेला, أمسية'],
  ['âm nhac', 'ẤM NHẠC'],
  ['café', 'Cafe\u0301'],
  ['cafe', 'Cafe\u0301'],
  ['मेला', 'मेला'],
  ['मला', ''], // a vowel sign is no accent
  ['أمسية', 'أمسية'],
  ['امسية', ''],
])('GET /events?search=%s ignores letter case and accents (15.2b)', async (search, titles) => {
  for (const title of 'Grüße aus Köln,ELAN vital,ẤM NHẠC,Cafe\u0301,मेला,أمسية'.split(','))
    await makeEvent(call, { title })
  expect((await namesOf(call, 'events', `search=${encodeURIComponent(search)}`)).join(', ')).toBe(
    titles,
  )
})

test('the categories and tags of an event are in the order of their lists (15.5)', async () => {
  for (const kind of ['categories', 'tags']) {
    const ids = []
    for (const name of ['Zebra', 'Öffentlich', 'b', 'a', 'Ä'])
      ids.push((await make(call, kind, { name })).id)
    const event = await makeEvent(call, { [kind]: ids })
    const names = event[kind].map(({ name }: { name: string }) => name)
    expect(names).toEqual(['a', 'Ä', 'b', 'Öffentlich', 'Zebra'])
    expect(await namesOf(call, kind)).toEqual(names)
    // equal names are in the order of their IDs
    const descending = ['Zebra', 'Öffentlich', 'b', 'a', 'Ä']
    expect(await namesOf(call, kind, 'order=desc')).toEqual(descending)
  }
})

/**
 * Creates four events with terms, a venue, organizers and flags; returns the ids of the linked
 * records.
 */
async function createLinkedEvents() {
  const music = await make(call, 'categories', { name: 'Music' })
  const jazz = await make(call, 'categories', { name: 'Jazz', parent: music.id })
  const stage = await make(call, 'categories', { name: 'Stage' })
  const late = await make(call, 'tags', { name: 'Late' })
  const free = await make(call, 'tags', { name: 'Free' })
  const hall = await make(call, 'venues', { venue: 'Hall' })
  const park = await make(call, 'venues', { venue: 'Park' })
  const ann = await make(call, 'organizers', { organizer: 'Ann' })
  const bob = await make(call, 'organizers', { organizer: 'Bob' })
  const event = (title: string, fields: object) => makeEvent(call, { title, ...fields })
  await event('a', { categories: [jazz.id], tags: [late.id], venue: hall.id, organizer: [ann.id] })
  await event('b', { categories: [music.id], tags: [free.id], venue: park.id, featured: true })
  await event('c', {
    ...{ categories: [stage.id], tags: [late.id, free.id], venue: hall.id },
    ...{ organizer: [ann.id, bob.id], featured: true },
  })
  await event('d', {})
  const ids = { music, jazz, stage, late, free, hall, park, ann, bob }
  const idOf = (name: string) => String(ids[name as keyof typeof ids].id)
  return { call, fill: (query: string) => query.replace(/\{(\w+)\}/g, (_, name) => idOf(name)) }
}

test.each([
  ['categories={jazz}', 'a'],
  ['categories={music}', 'a, b'],
  ['categories=music', 'a, b'],
  ['categories[]=jazz&categories[]={stage}', 'a, c'],
  ['categories={jazz},stage', 'a, c'],
  ['tags={late}', 'a, c'],
  ['tags=free', 'b, c'],
  ['tags={late}&tags={free}', 'a, b, c'],
  ['venue={hall}', 'a, c'],
  ['venue={hall},{park}', 'a, b, c'],
  ['organizer={bob}', 'c'],
  ['organizer[]={ann}&organizer[]={bob}', 'a, c'],
  ['featured=true', 'b, c'],
  ['featured=false', 'a, d'],
  ['categories={music}&tags={late}', 'a'],
  ['tags={free}&venue={hall}', 'c'],
  ['venue={hall}&organizer={ann}&featured=0', 'a'],
  ['venue={park}&organizer={ann}', ''],
  ['venue={hall}&search=c&start_date=2030-02-01', 'c'],
  ['venue={hall}&starts_after=2030-02-01', ''],
])('GET /events?%s lists "%s" (4.3.1, 15.2)', async (query, titles) => {
  const { call, fill } = await createLinkedEvents()
  const body = await read(call, `${DE}/events?${fill(query)}`)
  expect(body.events.map(({ title }: { title: string }) => title).join(', ')).toBe(titles)
  expect(body.total).toBe(body.events.length)
})

test.each([
  ['', ['open']],
  ['status=publish', ['open']],
  ['status=draft', ['draft']],
  ['status=pending', ['pending']],
  ['status=private', ['private']],
  ['status=future', ['future']],
  ['status=trash', ['trash']],
  ['status=draft,pending', ['draft', 'pending']],
])('GET /events?%s lists %j (15.2)', async (query, titles) => {
  await makeEvent(call, { title: 'open' })
  for (const status of ['draft', 'pending', 'private'])
    await makeEvent(call, { title: status, status })
  await makeEvent(call, { title: 'future', status: 'future', date: '2030-01-09 10:00:00' })
  const { id } = await makeEvent(call, { title: 'trash' })
  await call('DELETE', `${DE}/events/${id}`)
  expect((await namesOf(call, 'events', query)).sort()).toEqual(titles)
})

test('include ignores the date window and sorts by publication date', async () => {
  const old = '2019-01-01 10:00:00'
  const a = await makeEvent(call, { title: 'a', date: '2029-12-03 00:00:00' })
  const b = await makeEvent(call, {
    ...{ title: 'b', date: '2029-12-02 00:00:00', start_date: old, end_date: old },
  })
  const c = await makeEvent(call, { title: 'c', date: '2029-12-02 00:00:00' })
  await makeEvent(call, { title: 'd' })
  const include = `include=${a.id},999999999,${c.id},${b.id}`
  expect(await namesOf(call, 'events', include)).toEqual(['b', 'c', 'a'])
  const dates = 'start_date=2040-01-01&end_date=2041-01-01&starts_after=2039-01-01'
  expect(await namesOf(call, 'events', `${include}&${dates}`)).toEqual(['b', 'c', 'a'])
  expect(await namesOf(call, 'events', `${include}&search=c`)).toEqual(['c'])
  expect(await idsOf(call, 'events', 'include=999999999')).toEqual([])
})

test('hide_from_listings removes an event from every list, but not from reads', async () => {
  const { id } = await makeEvent(call, { hide_from_listings: true })
  for (const query of ['', `include=${id}`, 'status=publish', 'start_date=2030-02-01']) {
    expect((await read(call, `${DE}/events?${query}`)).total, query).toBe(0)
  }
  expect((await read(call, `${DE}/events/${id}`)).hide_from_listings).toBe(true)
})

test('post_parent finds no event, because events have no parents (15.2)', async () => {
  const { id } = await makeEvent(call)
  expect(await idsOf(call, 'events', `post_parent=${id}`)).toEqual([])
})

const all = 'per_page=50'

test('ticketed=true and ticketed=false partition the seeded events', async () => {
  const call = fresh()
  const every = await read(call, `${DE}/events?${all}`)
  const ticketed = await read(call, `${DE}/events?${all}&ticketed=true`)
  const others = await read(call, `${DE}/events?${all}&ticketed=false`)
  expect(ticketed.total).toBeGreaterThan(0)
  expect(others.total).toBeGreaterThan(0)
  expect(ticketed.total + others.total).toBe(every.total)
  const ids = [...ticketed.events, ...others.events].map(({ id }: { id: number }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

interface Placed {
  readonly id: number
  readonly venue: {
    readonly city: string
    readonly geo_lat?: number
    readonly geo_lng?: number
  }
}

test('geoloc=true lists events with coordinates, and geoloc=false the others', async () => {
  const call = fresh()
  await makeEvent(call, { title: 'nowhere', start_date: '2030-01-07', end_date: '2030-01-07' })
  const placed: Placed[] = (await read(call, `${DE}/events?${all}&geoloc=true`)).events
  const others: Placed[] = (await read(call, `${DE}/events?${all}&geoloc=false`)).events
  expect(placed.length).toBeGreaterThan(0)
  expect(others.length).toBeGreaterThan(0)
  for (const { venue } of placed) {
    expect([typeof venue.geo_lat, typeof venue.geo_lng]).toEqual(['number', 'number'])
  }
  for (const { venue } of others) expect(venue.geo_lat).toBeUndefined()
})

test.each([
  ['Spandau, 14 km west of the centre of Berlin,', 'geoloc_lat=52.53&geoloc_lng=13.2', ['Berlin']],
  ['Brandenburg, 60 km west of Berlin,', 'geoloc_lat=52.41&geoloc_lng=12.56', []],
  ['the southern Pacific', 'geoloc_lat=-60&geoloc_lng=-120', []],
])('GET /events near %s lists the events within 25 km: ?%s (4.3.1)', async (_, point, cities) => {
  const call = fresh()
  const placed: Placed[] = (await read(call, `${DE}/events?${all}&geoloc=true`)).events
  const near: Placed[] = (await read(call, `${DE}/events?${all}&${point}`)).events
  const expected = placed.filter(({ venue }) => cities.includes(venue.city))
  expect(near.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  expect([...new Set(near.map(({ venue }) => venue.city))]).toEqual(cities)
})
