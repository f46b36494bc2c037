import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/server.ts'
import type { Options } from '../../src/options/options.ts'
import { createTestMock, fresh, NOW } from '../call.ts'
import { type Document, promisesOf } from '../openapi/document.ts'
import { kinds, leastOf } from './world.ts'

const preset = 'the-events-calendar'
const DE = '/de/wp-json/tribe/events/v1'
const single = { preset, sites: ['en'] } as const
const EN = '/wp-json/tribe/events/v1'

test.each(kinds)('lists of $collection have the totals of the preset', async ({ collection }) => {
  const { status, headers, body } = await fresh({ preset })('GET', `${DE}/${collection}`)
  expect(status).toBe(200)
  expect(headers.get('X-TEC-Total')).toBe(String(body.total))
  expect(headers.get('X-TEC-TotalPages')).toBe(String(body.total_pages))
  expect([...headers.keys()].filter((name) => /^x-(cal|wp)-/.test(name))).toEqual([])
})

const paths: readonly (readonly [Options, root: string, namespace: string])[] = [
  [{ preset }, '/hi/wp-json', 'tribe/events/v1'],
  [single, '/wp-json', 'tribe/events/v1'],
  [{ ...single, root: '/:site' }, '/en', 'tribe/events/v1'],
  [{ ...single, namespace: 'x/v2' }, '/wp-json', 'x/v2'],
  [{ ...single, root: '/api', namespace: 'x/v2' }, '/api', 'x/v2'],
  [{}, '/hi', 'cal/events/v1'],
]

test.each(paths)('a mock with the options %j serves %s/%s', async (options, root, namespace) => {
  const call = fresh(options)
  const { status, body } = await call('GET', `${root}/${namespace}/events?per_page=1`)
  expect(status).toBe(200)
  expect(body.rest_url).toContain(`http://calmock.test${root}/${namespace}/events/?`)
  const index = await call('GET', `${root}/${namespace}`)
  expect(Object.keys(index.body.routes)).toContain(`/${namespace}/doc`)
})

test('an unknown preset is rejected with the known ones', () => {
  // @ts-expect-error: the type lists the presets
  expect(() => createTestMock({ preset: 'eventbrite' })).toThrow(
    'invalid preset "eventbrite"; accepted: the-events-calendar',
  )
})

const least = (title: string) => ({ json: { ...leastOf('events'), title } })

test.each([
  ['Rock & Roll', 'Rock &#038; Roll'],
  ["King's 'Night' of '77", 'King&#8217;s &#8216;Night&#8217; of &#8217;77'],
  ['The king’s “shoe”', 'The king&#8217;s &#8220;shoe&#8221;'],
  ['Say "Hello" ("Hi")', 'Say &#8220;Hello&#8221; (&#8220;Hi&#8221;)'],
  ['Jazz - the late set', 'Jazz &#8211; the late set'],
  ['Jazz – noon — night', 'Jazz – noon — night'],
  ['Jazz -- noon --- night--', 'Jazz &#8212; noon &#8212; night&#8211;'],
  ['A <b class="x">"B"</b>', 'A <b class="x">&#8220;B&#8221;</b>'],
  ['And then...', 'And then&#8230;'],
  ['10-12 well-known <b>', '10-12 well-known <b>'],
  ['Fish &amp; Chips &#8217; &x', 'Fish &amp; Chips &#8217; &#038;x'],
])('the title %s is shown as %s', async (given, shown) => {
  const call = fresh({ ...single, empty: true })
  const made = await call('POST', `${EN}/events`, least(given))
  expect(made.body.title).toBe(shown)
  const { body } = await call('GET', `${EN}/events/${made.body.id}`)
  expect([body.title, body.json_ld.name]).toEqual([shown, shown])
  const found = await call('GET', `${EN}/events?search=${encodeURIComponent(given.slice(0, 4))}`)
  expect(found.body.total, 'a search finds the stored title').toBe(1)
})

test('venues and organizers are shown with entities, too', async () => {
  const call = fresh({ ...single, empty: true })
  for (const [collection, name] of [
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ] as const) {
    const { body } = await call('POST', `${EN}/${collection}`, { json: { [name]: 'A & B' } })
    const one = await call('GET', `${EN}/${collection}/${body.id}`)
    expect([body[name], one.body[name], one.body.json_ld.name]).toEqual(Array(3).fill('A &#038; B'))
  }
})

test('without the preset, titles are shown as they are stored', async () => {
  const call = fresh({ empty: true })
  const made = await call('POST', '/de/cal/events/v1/events', least("Rock & Roll's - best"))
  expect(made.body.title).toBe("Rock & Roll's - best")
})

test('terms and unpublished posts have the names of the preset', async () => {
  const call = fresh({ ...single, empty: true })
  const json = { ...leastOf('events'), status: 'draft', categories: ['Jazz'], tags: ['Late'] }
  const { body } = await call('POST', `${EN}/events`, { json })
  expect(body.url).toBe(`http://calmock.test/?post_type=tribe_events&p=${body.id}`)
  expect(body.categories[0].taxonomy).toBe('tribe_events_cat')
  expect(body.tags[0].taxonomy).toBe('post_tag')
  const category = await call('GET', `${EN}/categories/${body.categories[0].id}`)
  expect(category.body.taxonomy).toBe('tribe_events_cat')
})

test.each([
  ['2027-0-1', '2026-12-01 00:00:00'],
  ['2027-02-31', '2027-03-03 00:00:00'],
])('the date %s rolls over with the preset only', async (date, expected) => {
  const query = `events?start_date=${date}&end_date=2040-01-01`
  const { body } = await fresh(single)('GET', `${EN}/${query}`)
  expect(new URL(body.rest_url).searchParams.get('start_date')).toBe(expected)
  expect((await fresh()('GET', `/de/cal/events/v1/${query}`)).status).toBe(400)
  const json = { ...leastOf('events'), start_date: date }
  const made = await fresh({ ...single, empty: true })('POST', `${EN}/events`, { json })
  expect(made.body.start_date).toBe(expected)
})

test('lists, items and headers match the document of the preset', async () => {
  const call = fresh({ preset })
  const { body } = await call('GET', `${DE}/doc`)
  const promises = promisesOf(body as Document)
  for (const { collection } of kinds) {
    const list = await call('GET', `${DE}/${collection}`)
    expect(promises.answer('GET', `/${collection}`, list)).toEqual([])
    const item = await call('GET', `${DE}/${collection}/${list.body[collection][0].id}`)
    expect(promises.answer('GET', `/${collection}/{id}`, item)).toEqual([])
  }
})

/** Codes of the original service: method, path, status and code, for a record that does not exist. */
test.each([
  ['GET', 'events/999999', 404, 'rest-event-not-found'],
  ['DELETE', 'events/999999', 404, 'rest-event-not-found'],
  ['GET', 'events/by-slug/gone', 400, 'rest_invalid_param'],
  ['DELETE', 'events/by-slug/gone', 400, 'rest_invalid_param'],
  ['PUT', 'events/by-slug/gone', 404, 'rest-event-not-found'],
  ['GET', 'venues/999999', 400, 'rest_invalid_param'],
  ['PUT', 'venues/by-slug/gone', 400, 'rest_invalid_param'],
  ['DELETE', 'organizers/999999', 400, 'rest_invalid_param'],
  ['GET', 'categories/999999', 400, 'rest_invalid_param'],
  ['DELETE', 'tags/999999', 400, 'rest_invalid_param'],
  ['GET', 'events?page=99', 404, 'event-archive-page-not-found'],
] as const)('%s %s is rejected with %d %s', async (method, path, status, code) => {
  const answer = await fresh({ ...single, empty: true })(method, `${EN}/${path}`)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  const name = path.includes('by-slug') ? 'slug' : 'id'
  if (status === 400) expect(Object.keys(answer.body.data.params)).toEqual([name])
})

test.each([
  ['events', 'event-no-longer-available', 'event-is-in-trash'],
  ['venues', 'venue-not-accessible', 'venue-is-in-trash'],
  ['organizers', 'organizer-not-accessible', 'organizer-is-in-trash'],
])(
  'a visitor who reads deleted %s gets 403 %s, an editor who deletes them 410 %s',
  async (path, read, gone) => {
    const call = fresh({ ...single, empty: true, auth: 'ed:pw' })
    const headers = { authorization: `Basic ${btoa('ed:pw')}` }
    const { body } = await call('POST', `${EN}/${path}`, { json: leastOf(path), headers })
    const target = `${EN}/${path}/${body.id}`
    await call('DELETE', target, { headers })
    const answers = [await call('GET', target), await call('DELETE', target, { headers })]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, read],
      [410, gone],
    ])
    const promises = promisesOf((await call('GET', `${EN}/doc`)).body as Document)
    for (const answer of answers.slice(0, 1))
      expect(promises.answer('GET', `/${path}/{id}`, answer)).toEqual([])
  },
)

/** Serves a mock of the original service with one English site, and returns its origin. */
async function serve() {
  const server = await listen(createTestMock({ ...single, now: NOW, events: 100 }))
  onTestFinished(() => server.close())
  return server.url
}

const window = 'start_date=2000-01-01&end_date=2100-01-01'

test('a client that reads x-tec-totalpages gets every event once', async () => {
  const url = `${await serve()}${EN}/events?per_page=7&${window}`
  const first = await fetch(url)
  const pages = Number.parseInt(first.headers.get('x-tec-totalpages') ?? '', 10)
  const rest = Array.from({ length: pages - 1 }, async (_, n) => fetch(`${url}&page=${n + 2}`))
  const bodies = await Promise.all([first, ...(await Promise.all(rest))].map((page) => page.json()))
  const ids = bodies.flatMap(({ events }) => events.map(({ id }: { id: number }) => id))
  expect(ids.length).toBe(Number(first.headers.get('x-tec-total')))
  expect(new Set(ids).size).toBe(ids.length)
  expect(pages).toBeGreaterThan(10)
})

test('a client that follows next_rest_url gets every event once', async () => {
  const ids: number[] = []
  let next: string | undefined = `${await serve()}${EN}/events?per_page=30&${window}`
  while (next) {
    const page: { events: { id: number }[]; next_rest_url?: string } = await (
      await fetch(next)
    ).json()
    ids.push(...page.events.map(({ id }) => id))
    next = page.next_rest_url
  }
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(80)
})

test('a client that starts from the origin finds the service in the index of the REST root', async () => {
  const origin = await serve()
  const index = await (await fetch(`${origin}/wp-json/`)).json()
  expect(index.namespaces).toContain('tribe/events/v1')
  const { headers } = await fetch(`${origin}${EN}/events`)
  expect(headers.get('link')).toContain(`<${origin}/wp-json/>; rel="https://api.w.org/"`)
})

test('a client that decodes numeric entities shows the titles that were written', async () => {
  const origin = await serve()
  const { events } = await (await fetch(`${origin}${EN}/events?per_page=50&${window}`)).json()
  const titles: string[] = events.map(({ title }: { title: string }) => title)
  expect(titles.some((title) => title.includes('&#8217;'))).toBe(true)
  const decoded = titles.map((title) =>
    title.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
  )
  expect(decoded.some((title) => title.includes('’'))).toBe(true)
  expect(decoded.every((title) => !title.includes('&#'))).toBe(true)
})
