import ICAL from 'ical.js'
import Parser from 'rss-parser'
import { describe, expect, test } from 'vitest'
import { type Call, fresh } from '../call.ts'
import { make, read, targetOf } from './world.ts'

const API = '/wp-json/tribe/events/v1'
const subscribe = '/?post_type=tribe_events&ical=1'

const create = (options = {}) => fresh({ preset: 'the-events-calendar', sites: ['en'], ...options })

/** Returns the events of a calendar as ical.js reads them, with the time zones that the calendar describes. */
async function readEvents(call: Call, path: string) {
  const { status, text } = await call('GET', path)
  expect(status, `${path}: ${text}`).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const events = calendar
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
  // before the zones of the next calendar replace them
  const starts = events.map(({ startDate }) => startDate.toJSDate().toISOString())
  ICAL.TimezoneService.reset()
  return { events, starts, ids: events.map(({ uid }) => Number(uid.split('-')[0])) }
}

const idsAt = async (call: Call, path: string) => (await readEvents(call, path)).ids

const listIds = async (call: Call, query: string): Promise<number[]> => {
  const { events } = await read(call, `${API}/events?strict_dates=true&per_page=30&${query}`)
  return events.map(({ id }: { id: number }) => id)
}

/** Unfolds the lines of a calendar, as readers do before they look at single lines. */
const linesOf = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

describe('the addresses of calendars (22.5c)', () => {
  test.each([
    subscribe,
    `${subscribe}&eventDisplay=list`,
    '/index.php?post_type=tribe_events&ical=1',
    '/?ical=1',
    '/?outlook-ical=1',
    '/events/?ical=1',
    '/events/ical/',
    '/events/list/?ical=1',
    '/events/list/ical/',
    '/events/page/1/?ical=1',
    '/events/list/?hide_subsequent_recurrences=1&ical=1',
  ])('GET %s has the coming events', async (path) => {
    const call = create()
    expect(await idsAt(call, path)).toEqual(await listIds(call, 'ends_after=now'))
  })

  test('those of a site without the preset have its own type of posts', async () => {
    const call = fresh()
    const all = await idsAt(call, '/de/events/?ical=1')
    expect(await idsAt(call, '/de/?post_type=cal_event&ical=1')).toEqual(all)
    expect(all).toHaveLength(30)
  })

  test.each([
    '/events/category/music/jazz/?ical=1',
    '/events/category/music/jazz/list/?ical=1',
    '/events/category/jazz/ical/',
    `${subscribe}&tribe_events_cat=jazz`,
    '/events/?ical=1&tribe_events_cat=jazz',
    '/events/list/?tribe_events_cat=jazz&ical=1',
  ])('GET %s has the events of the category', async (path) => {
    const call = create()
    const expected = await listIds(call, 'ends_after=now&categories=jazz')
    expect(expected.length).toBeGreaterThan(0)
    expect(await idsAt(call, path)).toEqual(expected)
  })

  test('of a tag, a venue and an organizer are by path and by query', async () => {
    const call = create()
    const { events } = await read(call, `${API}/events?ends_after=now&per_page=50`)
    const event = events.find((found: Record<string, { length: number; slug: string }>) =>
      Boolean(found.tags?.length && found.venue?.slug && found.organizer?.length),
    )
    const [tag, organizer] = [event.tags[0], event.organizer[0]]
    const cases = [
      [`tags=${tag.id}`, `/events/tag/${tag.slug}/?ical=1`, `/events/tag/${tag.slug}/ical/`],
      [`tags=${tag.id}`, `/tag/${tag.slug}/?ical=1`, `/events/?ical=1&tag=${tag.slug}`],
      [`venue=${event.venue.id}`, `${targetOf(event.venue.url)}?ical=1`],
      [`venue=${event.venue.id}`, `/?tribe_venue=${event.venue.slug}&ical=1`],
      [`organizer=${organizer.id}`, `${targetOf(organizer.url)}?ical=1`],
    ]
    for (const [filter, ...paths] of cases)
      for (const path of paths)
        expect(await idsAt(call, path), path).toEqual(
          await listIds(call, `ends_after=now&${filter}`),
        )
  })

  test('of one event are by path, slug and ID', async () => {
    const call = create()
    const [id] = await listIds(call, 'ends_after=now')
    const { slug } = await read(call, `${API}/events/${id}`)
    const paths = [
      ...[`/event/${slug}/?ical=1`, `/event/${slug}/ical/`, `/?tribe_events=${slug}&ical=1`],
      ...[`${subscribe}&p=${id}`, `${subscribe}&name=${slug}`],
    ]
    for (const path of paths) expect(await idsAt(call, path), path).toEqual([id])
  })

  test('of chosen events have these in the order of event_ids, and none that visitors may not read', async () => {
    const call = create()
    const [first, second] = await listIds(call, 'ends_after=now')
    const { id: draft } = await make(call, 'events', { status: 'draft' }, `${API}/events`)
    const ids = [second, first, draft].join()
    expect(await idsAt(call, `/events/?ical=1&event_ids=${ids}`)).toEqual([second, first])
    const listed = `event_ids[]=${second}&event_ids[]=${first}`
    expect(await idsAt(call, `/events/?ical=1&${listed}`)).toEqual([second, first])
    expect((await call('GET', `/events/?ical=1&event_ids=${draft}`)).status).toBe(404)
  })

  test.each([
    ['/events/2030-02/?ical=1', 'ends_after=2030-02-01&starts_before=2030-03-01'],
    ['/events/month/2030-02/?ical=1', 'ends_after=2030-02-01&starts_before=2030-03-01'],
    ['/events/month/?ical=1', 'ends_after=2030-01-01&starts_before=2030-02-01'],
    [`${subscribe}&eventDisplay=month`, 'ends_after=2030-01-01&starts_before=2030-02-01'],
    [
      '/events/month/?tribe-bar-date=2030-02-14&ical=1',
      'ends_after=2030-02-01&starts_before=2030-03-01',
    ],
    ['/events/2030-01-12/?ical=1', 'ends_after=2030-01-12&starts_before=2030-01-13'],
    ['/events/2030-01-12/ical/', 'ends_after=2030-01-12&starts_before=2030-01-13'],
    ['/events/today/?ical=1', 'ends_after=2030-01-07&starts_before=2030-01-08'],
    [
      `${subscribe}&eventDisplay=day&eventDate=2030-01-12`,
      'ends_after=2030-01-12&starts_before=2030-01-13',
    ],
    ['/events/list/?tribe-bar-date=2030-02-06&ical=1', 'ends_after=2030-02-06'],
    [`${subscribe}&tribe-bar-date=2030-02-06`, 'ends_after=2030-02-06'],
    ['/events/?tribe-bar-search=jazz&ical=1', 'ends_after=now&search=jazz'],
    ['/events/featured/?ical=1', 'ends_after=now&featured=true'],
    [
      '/events/category/music/month/?ical=1',
      'categories=music&ends_after=2030-01-01&starts_before=2030-02-01',
    ],
    ['/events/page/2/?ical=1', 'ends_after=now&page=2'],
    ['/events/list/?ical=1&paged=2', 'ends_after=now&page=2'],
  ])('GET %s has the events of %s', async (path, query) => {
    const call = create({ events: 120 })
    const expected = await listIds(call, query)
    expect(expected.length).toBeGreaterThan(0)
    expect(await idsAt(call, path)).toEqual(expected)
  })

  test('of the past have the latest event first, and its page shows them in their order', async () => {
    const call = create({ events: 120 })
    const past = await listIds(call, 'ends_before=now&start_date=2020-01-01&per_page=50')
    const found = await idsAt(call, '/events/list/?eventDisplay=past&ical=1')
    expect(found).toEqual([...past].reverse().slice(0, 30))
    const { text } = await call('GET', '/events/list/?eventDisplay=past')
    const { url } = await read(call, `${API}/events/${past.at(-1)}`)
    expect(text.lastIndexOf('<li>')).toBe(text.indexOf(`<li><a href="${url}"`))
  })

  test.each([
    ['/events/week/?ical=1', 'week'],
    ['/events/photo/', 'photo'],
    ['/events/map/?ical=1', 'map'],
    [`${subscribe}&eventDisplay=summary`, 'summary'],
    ['/event/blue-hour-a-night-of-jazz/2030-01-12/?ical=1', '2030-01-12'],
    ['/event/blue-hour-a-night-of-jazz/all/', 'all'],
  ])('GET %s is 404 and says that the view belongs to Pro', async (path, view) => {
    const { status, text } = await create()('GET', path)
    expect(status).toBe(404)
    expect(text).toContain(view)
    expect(text).toContain('Events Calendar Pro')
  })

  test.each([
    `${subscribe}&tribe_events_cat=unknown`,
    '/?post_type=page&ical=1&p=1',
    '/events/nowhere/?ical=1',
    '/events/category/unknown/ical/',
    '/venue/unknown/?ical=1',
  ])('GET %s is no calendar', async (path) => {
    const { headers } = await create()('GET', path)
    expect(headers.get('content-type')).not.toContain('text/calendar')
  })

  test('what a calendar ignores has a note, and what it reads has none', async () => {
    const call = create()
    const notes = async (path: string) => (await call('GET', path)).headers.get('x-calmock-notes')
    expect(await notes('/events/?ical=1&tribe_paged=2')).toBe('unknown-parameter')
    expect(await notes('/events/?ical=1&tribe-bar-date=soon')).toBe('no-effect')
    const known = '&tribe-bar-date=2030-02-06&tribe_events_cat=jazz&eventDisplay=list&paged=1'
    expect(await notes(subscribe + known)).toBeNull()
    expect(await notes('/events/?utm_source=mail')).toBeNull()
  })

  test('a browser gets a calendar too, and not the dashboard', async () => {
    const headers = { accept: 'text/html' }
    const { headers: sent } = await create()('GET', subscribe, { headers })
    expect(sent.get('content-type')).toContain('text/calendar')
  })

  test.each([
    '/?post_type=tribe_events&feed=rss2',
    '/feed/?post_type=tribe_events',
    '/events/feed/rss2/',
    '/?feed=rss2',
  ])('GET %s is the feed of the events (22.5d)', async (path) => {
    const call = create()
    const titlesAt = async (target: string) => {
      const { items } = await new Parser().parseString((await call('GET', target)).text)
      return items.map(({ title }) => title)
    }
    expect(await titlesAt(path)).toEqual(await titlesAt('/events/feed/'))
    const jazz = await titlesAt('/events/category/music/jazz/feed/')
    expect(await titlesAt(`${path}${path.includes('?') ? '&' : '?'}tribe_events_cat=jazz`)).toEqual(
      jazz,
    )
  })
})

describe('the time zones of a calendar (22.5c)', () => {
  test.each([
    ['Europe/Berlin', '2030-07-01 20:00:00'],
    ['Europe/Berlin', '2030-03-31 01:59:00'],
    ['Europe/Berlin', '2030-03-31 03:00:00'],
    ['America/New_York', '2030-11-03 12:00:00'],
    ['Australia/Lord_Howe', '2030-01-20 20:00:00'],
    ['Asia/Kolkata', '2030-07-01 20:00:00'],
    ['UTC', '2030-07-01 20:00:00'],
    ['UTC+2', '2030-07-01 20:00:00'],
    ['UTC-5.5', '2030-07-01 20:00:00'],
    ['+05:30', '2030-07-01 20:00:00'],
    ['Africa/Casablanca', '2030-02-01 20:00:00'],
  ])('lead to the instant of the API in %s at %s', async (timezone, start) => {
    const call = create({ empty: true })
    const dates = { start_date: start, end_date: start.replace(/..:..$/, '59:59') }
    const event = await make(call, 'events', { timezone, ...dates }, `${API}/events`)
    const { starts } = await readEvents(call, `${targetOf(event.url)}?ical=1`)
    expect(starts).toEqual([`${event.utc_start_date.replace(' ', 'T')}.000Z`])
  })

  test('lead to the instants of the API in the default world', async () => {
    const call = create()
    const { events } = await read(
      call,
      `${API}/events?ends_after=now&strict_dates=true&per_page=30`,
    )
    const timed = events.filter(({ all_day }: { all_day: boolean }) => !all_day)
    const { starts, ids } = await readEvents(call, subscribe)
    const found = timed.map(({ id }: { id: number }) => starts[ids.indexOf(id)]?.slice(0, 19))
    expect(found).toEqual(
      timed.map(({ utc_start_date }: { utc_start_date: string }) =>
        utc_start_date.replace(' ', 'T'),
      ),
    )
  })
})

describe('what published readers do', () => {
  test('the digits of DTSTART are the wall time of the event', async () => {
    const call = create()
    const { events } = await read(
      call,
      `${API}/events?ends_after=now&strict_dates=true&per_page=30`,
    )
    const { text } = await call('GET', subscribe)
    const digits = linesOf(text).flatMap(
      (line) => /^DTSTART[^:]*:(\d{8}(?:T\d{6})?)/.exec(line)?.[1] ?? [],
    )
    const inZones = digits.slice(-events.length) // after the rules of the zones
    expect(inZones).toEqual(
      events.map((event: { start_date: string; all_day: boolean }) => {
        const wall = event.start_date.replaceAll(/[-:]/g, '').replace(' ', 'T')
        return event.all_day ? wall.slice(0, 8) : wall
      }),
    )
  })

  test('lines that begin with URL: are the addresses of the events', async () => {
    const call = create()
    const { events } = await read(
      call,
      `${API}/events?ends_after=now&strict_dates=true&per_page=30`,
    )
    const { text } = await call('GET', subscribe)
    const urls = linesOf(text).filter((line) => line.startsWith('URL:'))
    expect(urls).toEqual(events.map(({ url }: { url: string }) => `URL:${url}`))
  })

  test.each(['/events/list/?ical=1&tribe_paged=', '/events/list/?ical=1&paged='])(
    'pages of %s end at a repeat or at an empty page',
    async (path) => {
      const call = create({ events: 200 })
      const seen = new Set<number>()
      let page = 1
      for (; page <= 20; page++) {
        const fresh = (await idsAt(call, path + page)).filter((id) => !seen.has(id))
        if (fresh.length === 0) break
        for (const id of fresh) seen.add(id)
      }
      const { total } = await read(call, `${API}/events?ends_after=now&strict_dates=true`)
      expect([page <= 20, seen.size]).toEqual([true, path.includes('tribe') ? 30 : total])
    },
  )
})
