import ICAL from 'ical.js'
import Parser from 'rss-parser'
import { describe, expect, test } from 'vitest'
import type { Options } from '../../src/options/options.ts'
import { type Answer, type Call, fresh, ORIGIN } from '../call.ts'
import { DE, make, makeEvent, read, targetOf, update } from './world.ts'

/** Returns the events of a calendar, as a second library reads it. */
function readCalendar({ status, headers, text }: Answer) {
  expect(status, text).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=UTF-8')
  expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

async function readFeed({ status, headers, text }: Answer) {
  expect(status, text).toBe(200)
  expect(headers.get('content-type')).toBe('application/rss+xml; charset=UTF-8')
  return new Parser().parseString(text)
}

const summaries = async (call: Call, path: string): Promise<string[]> =>
  readCalendar(await call('GET', path)).map(({ summary }) => summary)

const titles = async (call: Call, path: string) =>
  (await readFeed(await call('GET', path))).items.map(({ title }) => title)

const idsIn = (answer: Answer): number[] =>
  readCalendar(answer).map(({ uid }) => Number(uid.split('-')[0]))

/** The value of a property of the first event, as text. */
const property = (answer: Answer, name: string) =>
  readCalendar(answer)[0]?.component.getFirstPropertyValue(name)?.toString()

describe('the page at /events/ (22.5b)', () => {
  test('shows the coming events with links to their pages, and leads to the API', async () => {
    const call = fresh()
    const { status, headers, text } = await call('GET', '/de/events/')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const { events } = await read(call, `${DE}/events?ends_after=now&strict_dates=true&per_page=10`)
    expect(events).toHaveLength(10)
    for (const { url } of events) expect(text).toContain(`<li><a href="${url}">`)
    expect(text).toContain(`<link rel="https://api.w.org/" href="${ORIGIN}/de/">`)
    expect(headers.get('link')).toBe(`<${ORIGIN}/de/>; rel="https://api.w.org/"`)
    expect((await call('GET', '/de/events/list/')).text).toBe(text)
  })

  test('needs its last slash, so that a missing namespace is still reported', async () => {
    const { status, body } = await fresh()('GET', '/de/events')
    expect([status, body.code]).toEqual([404, 'rest_no_route'])
  })

  test('every page of a site has the marks of the service, in its head and in its headers', async () => {
    const call = fresh({ preset: 'the-events-calendar', sites: ['en'], empty: true })
    const target = '/wp-json/tribe/events/v1/events'
    const { url } = await make(call, 'events', {}, target)
    const accept = { accept: 'text/html' }
    const root = `${ORIGIN}/wp-json/tribe/events/v1/`
    for (const path of ['/', '/events/', targetOf(url), '/event/unknown/']) {
      const { headers, text } = await call('GET', path, { headers: accept })
      const named = ['version', 'root', 'origin'].map((name) => headers.get(`x-tec-api-${name}`))
      expect(named, path).toEqual(['v1', root, ORIGIN])
      expect(text).toContain('<meta name="tec-api-version" content="v1">')
      expect(text).toContain(`<meta name="tec-api-origin" content="${ORIGIN}">`)
      expect(text).toContain(`<link rel="https://theeventscalendar.com/" href="${root}">`)
    }
    for (const path of ['/events/?ical=1', '/events/feed/'])
      expect((await call('HEAD', path)).headers.get('x-tec-api-root')).toBe(root)
  })
})

describe('a calendar (22.5c)', () => {
  test.each([{}, { preset: 'the-events-calendar', sites: ['de'] }] satisfies Options[])(
    'with the options %o, has the events of the list that begins now',
    async (options) => {
      const call = fresh(options)
      const [home, base] = 'preset' in options ? ['', '/wp-json/tribe/events/v1'] : ['/de', DE]
      const { events } = await read(
        call,
        `${base}/events?ends_after=now&strict_dates=true&per_page=30`,
      )
      for (const path of ['/events/?ical=1', '/events/list/?ical=1', '/?ical=1']) {
        const found = idsIn(await call('GET', home + path))
        expect(found).toEqual(events.map(({ id }: { id: number }) => id))
      }
    },
  )

  test('of a category, a tag, a venue or an organizer has its coming events, and of an event has that event', async () => {
    const call = fresh({ empty: true })
    const links = {
      ...{ categories: ['Musik'], tags: ['Draußen'] },
      ...{ venue: { venue: 'Halle' }, organizer: { organizer: 'Kreis' } },
    }
    const linked = await makeEvent(call, { title: 'A', ...links })
    await makeEvent(call, { title: 'B' })
    await makeEvent(call, { title: 'Vorbei', start_date: '2029-01-01', end_date: '2029-01-02' })
    const category = `/de/events/category/${linked.categories[0].slug}/`
    const pages = [linked, linked.venue, linked.organizer[0]].map(({ url }) => targetOf(url))
    for (const page of [...pages, category, `/de/tag/${linked.tags[0].slug}/`])
      expect(await summaries(call, `${page}?ical=1`), page).toEqual(['A'])
    expect(await summaries(call, '/de/events/?ical=1')).toEqual(['A', 'B'])
    expect(await summaries(call, '/de/event/vorbei/?ical=1')).toEqual(['Vorbei'])
    expect(await titles(call, `${category}feed/`)).toEqual(['A'])
  })

  test('has at most 30 events, and none without coming events', async () => {
    expect(idsIn(await fresh({ events: 200 })('GET', '/de/events/?ical=1'))).toHaveLength(30)
    const empty = await fresh({ empty: true })('GET', '/de/events/?ical=1')
    expect(readCalendar(empty)).toEqual([])
  })

  test('has times and whole days of the own clock of an event, and no end at the start', async () => {
    const call = fresh({ empty: true })
    const days = { start_date: '2030-02-01 19:00:00', end_date: '2030-02-02 22:00:00' }
    const cases = [
      [{ ...days, timezone: 'America/New_York' }, '2030-02-01T19:00:00', '2030-02-02T22:00:00'],
      [{ ...days, timezone: 'Asia/Kolkata', all_day: true }, '2030-02-01', '2030-02-03'],
      [{ ...days, end_date: days.start_date }, '2030-02-01T19:00:00Z', undefined], // in UTC
    ] as const
    for (const [fields, start, end] of cases) {
      const { url } = await makeEvent(call, fields)
      const answer = await call('GET', `${targetOf(url)}?ical=1`)
      expect([property(answer, 'dtstart'), property(answer, 'dtend')]).toEqual([start, end])
    }
  })

  test('has lines of at most 75 octets that join to the same text in every script', async () => {
    const call = fresh({ empty: true })
    for (const word of ['مهرجان الموسيقى، ', '音乐节；', '🎷🎺 ', 'a, b; c\\d: "e" ']) {
      const title = word.repeat(20).trim()
      const { url } = await makeEvent(call, { title, description: title })
      const answer = await call('GET', `${targetOf(url)}?ical=1`)
      for (const line of answer.text.split('\r\n'))
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(property(answer, 'summary')).toBe(title)
      expect(property(answer, 'description')).toBe(title)
    }
  })

  test('has the place, the categories, the page and the picture of an event', async () => {
    const call = fresh()
    const { events } = await read(call, `${DE}/events?ends_after=now&per_page=50`)
    const event = events.find(
      (found: { image: unknown; venue: { venue?: string; address?: string } }) =>
        found.image && found.venue.venue && found.venue.address,
    )
    const answer = await call('GET', `${targetOf(event.url)}?ical=1`)
    const { venue, address } = event.venue
    expect(property(answer, 'location')).toContain(`${venue}, ${address}`)
    expect(property(answer, 'url')).toBe(event.url)
    expect(property(answer, 'attach')).toBe(event.image.url)
    const [found] = readCalendar(answer)
    const names = found?.component.getFirstProperty('categories')?.getValues()
    expect(names).toEqual(event.categories.map(({ name }: { name: string }) => name))
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="calendar.ics"')
  })
})

describe('a feed (22.5d)', () => {
  test('has the next ten events of the site or of a term, dated by their start', async () => {
    const call = fresh()
    const feed = await readFeed(await call('GET', '/de/events/feed/'))
    const { events } = await read(call, `${DE}/events?ends_after=now&strict_dates=true&per_page=10`)
    expect(feed.items.map(({ link }) => link)).toEqual(
      events.map(({ url }: { url: string }) => url),
    )
    expect(feed.items.map(({ isoDate }) => isoDate?.slice(0, 19))).toEqual(
      events.map(({ utc_start_date: start }: { utc_start_date: string }) =>
        start.replace(' ', 'T'),
      ),
    )
    expect(feed.items.map(({ title }) => title)).toEqual(
      events.map(({ title }: { title: string }) => title),
    )
    expect((await readFeed(await call('GET', '/de/feed/'))).items).toEqual(feed.items)
    expect((await call('GET', '/de/feed')).status).toBe(200)
  })
})

test.each([
  ['/de/comments/feed/', 404],
  ['/de/events/feed/atom/', 404],
  ['/de/event/jazz/feed/', 404],
  ['/de/venue/halle/feed/', 404],
  ['/de/events/photo/?ical=1', 404],
  ['/de/events/category/unknown/?ical=1', 404],
  ['/de/events/category/unknown/feed/', 404],
  ['/de/event/unknown/?ical=1', 404],
  ['/events/?ical=1', 404],
])('GET %s is no empty calendar (22.5d)', async (path, status) => {
  const call = fresh({ empty: true })
  await makeEvent(call, { slug: 'jazz', venue: { venue: 'Halle' } })
  const answer = await call('GET', path)
  expect(answer.status, answer.text).toBe(status)
})

test('an event with the slug feed has a page', async () => {
  const call = fresh({ empty: true })
  const { url } = await makeEvent(call, { title: 'Feed' })
  const { status, text } = await call('GET', targetOf(url))
  expect([status, text.includes('<h1>Feed</h1>')]).toEqual([200, true])
})

describe('what visitors may not read', () => {
  const authorization = `Basic ${btoa('anna:secret')}`
  const auth = { auth: ['anna:secret'] } satisfies Options

  test.each([{}, auth])(
    'is in no calendar, feed or page (18.6b), with the options %o',
    async (options) => {
      const call = fresh({ empty: true, ...options })
      const signed: Call = (method, target, init) =>
        call(method, target, { ...init, headers: { authorization } })
      const write = options === auth ? signed : call
      const shown = await makeEvent(write, { title: 'Offen', categories: ['Musik'] })
      const path = `/de/events/category/${shown.categories[0].slug}/`
      for (const status of ['draft', 'pending', 'private', 'future', 'trash']) {
        const fields = { title: 'Geheim', categories: ['Musik'], slug: `geheim-${status}` }
        const { id } = await makeEvent(write, fields)
        const date = status === 'future' && { date: '2031-01-01 00:00:00' }
        const { url } = await update(write, `${DE}/events/${id}`, {
          title: 'Geheim',
          status,
          ...date,
        })
        const target = targetOf(url)
        const hidden = await write('GET', `${target}${target.includes('?') ? '&' : '?'}ical=1`)
        expect([hidden.status, hidden.text.includes('Geheim')]).toEqual([404, false])
      }
      await makeEvent(write, {
        title: 'Aus Listen',
        hide_from_listings: true,
        categories: ['Musik'],
      })
      // a signed-in user sees the same: calendar programs send no credentials
      for (const send of [call, write])
        for (const page of ['/de/events/', path]) {
          expect(await summaries(send, `${page}?ical=1`)).toEqual(['Offen'])
          expect(await titles(send, `${page}feed/`)).toEqual(['Offen'])
        }
      expect((await write('GET', '/de/events/')).text).not.toMatch(/Geheim|Aus Listen/)
    },
  )

  test('is not in the calendar of its unpublished venue, and a place shows no unpublished venue (18.6b)', async () => {
    const call = fresh({ empty: true, ...auth })
    const json = { venue: 'Versteck', status: 'draft' }
    const headers = { authorization }
    const { body: venue } = await call('POST', `${DE}/venues`, { json, headers })
    const fields = { title: 'Offen', start_date: '2030-02-01', end_date: '2030-02-02' }
    await call('POST', `${DE}/events`, { json: { ...fields, venue: venue.id }, headers })
    const { text } = await call('GET', '/de/events/?ical=1')
    expect([text.includes('Offen'), text.includes('Versteck')]).toEqual([true, false])
    const target = targetOf(venue.url)
    expect((await call('GET', `${target}&ical=1`)).status).toBe(404)
  })

  test('the texts of a protected event are in its own calendar with the password alone (20.3)', async () => {
    const call = fresh({ empty: true })
    const texts = { description: 'Klopfzeichen', venue: { venue: 'Keller' }, categories: ['Nacht'] }
    const { url } = await makeEvent(call, { title: 'Zu', slug: 'zu', password: 'sesam', ...texts })
    const own = `${targetOf(url)}?ical=1`
    for (const path of ['/de/events/?ical=1', '/de/events/feed/']) {
      const { text } = await call('GET', path)
      expect(text).toContain('Zu')
      expect(text).not.toMatch(/Klopfzeichen|Keller|Nacht/)
    }
    expect((await call('GET', own)).status).toBe(403)
    expect((await call('GET', `${own}&password=sesam`)).text).toContain('Klopfzeichen')
  })
})

test('hostile texts stay texts in calendars and feeds (22.5c)', async () => {
  const call = fresh({ empty: true })
  const injection =
    'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:y\u0085\u2028\u0000\u001b]]>&lt;/title&gt;&#13;&#10;A:b'
  const { id, url } = await makeEvent(call, {
    ...{ title: injection, description: `<![CDATA[${injection}]]></description><item>`, slug: 'x' },
    venue: { venue: injection, city: injection },
    categories: [`${injection}</category>`],
  })
  const answer = await call('GET', '/de/events/?ical=1')
  expect(idsIn(answer)).toEqual([id])
  expect(property(answer, 'a')).toBeUndefined()
  expect(property(answer, 'summary')).toContain(']]></title>')
  expect(answer.text.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}]/u)
  const feed = await readFeed(await call('GET', '/de/events/feed/'))
  expect(feed.items).toHaveLength(1)
  expect(feed.items[0]?.link).toBe(url)
  expect(feed.items[0]?.title).toContain(']]></title>')
})

test('texts with tags and entities become plain, also as the preset renders them', async () => {
  const call = fresh({ preset: 'the-events-calendar', sites: ['en'], empty: true })
  const title = `"Rock & Roll" <em>isn't</em> -- over &hellip;`
  await make(call, 'events', { title }, '/wp-json/tribe/events/v1/events')
  const plain = '“Rock & Roll” isn’t — over …'
  expect(await summaries(call, '/events/?ical=1')).toEqual([plain])
  expect(await titles(call, '/feed/')).toEqual([plain])
})

test('faults and the log apply to calendars and feeds as to pages', async () => {
  const call = fresh()
  for (const path of ['/de/events/', '/de/events/?ical=1', '/de/events/feed/']) {
    const fault = { 'x-calmock-fault': '503' }
    expect((await call('GET', path, { headers: fault })).status, path).toBe(503)
  }
  const { body } = await call('GET', '/__calmock/requests')
  const logged = body.requests.map((entry: { url: string; status: number }) => entry.status)
  expect(logged).toEqual([503, 503, 503])
})

test('a calendar has the same bytes whenever it is asked for, and HEAD has none', async () => {
  const [first, second] = [fresh(), fresh()]
  const { text } = await first('GET', '/hi/events/?ical=1')
  expect((await second('GET', '/hi/events/?ical=1')).text).toBe(text)
  expect((await first('HEAD', '/hi/events/?ical=1')).text).toBe('')
  expect((await first('POST', '/hi/events/?ical=1')).status).toBe(404)
})
