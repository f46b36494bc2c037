import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/create-mock.ts'
import type { Options } from '../../src/options/options.ts'
import { inlineSource, landmarks } from '../../src/source/inline-source.ts'
import { type Call, fresh, ORIGIN, over } from '../call.ts'

const DE = '/de/cal/events/v1'
const form = (fields: string) => ({ form: fields })

/** Creates a mock and a function that advances the clock of its machine by minutes. */
function createTimedMock(options: Options = {}) {
  let minutes = 0
  const systemNow = () => Date.parse('2030-01-07T12:00:00Z') + minutes * 60_000
  const call = over(
    createMock({ now: 'today', events: 5, ...options }, { ...inlineSource(), systemNow }),
  )
  return { call, wait: (more: number) => (minutes += more) }
}

const makeVenue = (call: Call, prefix: string, name: string) =>
  call('POST', `${prefix}${DE}/venues`, form(`venue=${name}`))

describe('the selection of a world', () => {
  const ways = [
    { by: 'the prefix', target: `/~mine${DE}/venues`, headers: {} },
    { by: 'the header', target: `${DE}/venues`, headers: { 'x-calmock-world': 'mine' } },
    {
      by: 'the cookie',
      target: `${DE}/venues`,
      headers: { cookie: 'a=b; calmock_world=mine; c=d' },
    },
    {
      by: 'the prefix before the header',
      target: `/~mine${DE}/venues`,
      headers: { 'x-calmock-world': 'other' },
    },
    {
      by: 'the header before the cookie',
      target: `${DE}/venues`,
      headers: { 'x-calmock-world': 'mine', cookie: 'calmock_world=other' },
    },
  ]

  test.each(ways)('$by selects the world', async ({ target, headers }) => {
    const call = fresh({ empty: true })
    expect((await call('POST', target, { form: 'venue=Neu', headers })).status).toBe(201)
    const seen = await Promise.all(
      ['/~mine', '', '/~other'].map((prefix) => call('GET', `${prefix}${DE}/venues/by-slug/neu`)),
    )
    expect(seen.map(({ status }) => status)).toEqual([200, 404, 404])
  })

  test('a request without a selection uses the world default, also at the prefix /~default', async () => {
    const call = fresh({ empty: true })
    await makeVenue(call, '', 'Neu')
    expect((await call('GET', `/~default${DE}/venues/by-slug/neu`)).status).toBe(200)
  })
})

test('links, Location and pictures contain the prefix of the world', async () => {
  const call = fresh()
  const made = await call(
    'POST',
    `/~mine${DE}/events`,
    form('title=Neu&start_date=tomorrow&end_date=tomorrow'),
  )
  const list = await call('GET', `/~mine${DE}/events?per_page=1`)
  const [event] = list.body.events
  const { image } = (await call('GET', `/~mine${DE}/events/${landmarks.events.jazzNight.id.de}`))
    .body
  const addresses = [
    made.headers.get('location'),
    list.body.rest_url,
    list.body.next_rest_url,
    event.rest_url,
  ]
  for (const address of addresses) expect(address).toMatch(`${ORIGIN}/~mine${DE}/`)
  expect(image.url).toMatch(`${ORIGIN}/~mine/__calmock/pictures/`)
  const [picture, next] = await Promise.all(
    [image.url, list.body.next_rest_url].map((url) => call('GET', url.slice(ORIGIN.length))),
  )
  expect([picture?.status, next?.status]).toEqual([200, 200])
  expect((await call('GET', '/~mine/')).body.sites[0].url).toBe(`${ORIGIN}/~mine/hi/cal/events/v1`)
})

test.each(['A', 'a_b', 'ü', '%61', '', 'x'.repeat(65)])(
  'the world name "%s" is rejected with the accepted characters',
  async (name) => {
    const { status, body } = await fresh({ empty: true })('GET', `/~${name}${DE}/tags`)
    expect([status, body.code]).toEqual([400, 'calmock_invalid'])
    expect(body.message).toMatch(
      /Invalid world name ".*"; accepted: 1 to 64 characters of a-z, 0-9 and -/,
    )
  },
)

test('a new world equals the seed, byte for byte', async () => {
  const call = fresh()
  await makeVenue(call, '', 'Neu')
  const [there, here] = await Promise.all([
    call('GET', `/~mine${DE}/events?per_page=50`),
    fresh()('GET', `${DE}/events?per_page=50`),
  ])
  expect(there.text.replaceAll('/~mine', '')).toBe(here.text)
})

describe('a world that is unused for an hour', () => {
  test('an unchanged world is evicted and recreated from the seed', async () => {
    const { call, wait } = createTimedMock()
    await call('GET', `/~mine${DE}/tags`)
    wait(61)
    await call('GET', `/~other${DE}/tags`)
    const { worlds } = (await call('GET', '/__calmock/worlds')).body
    expect(worlds.map(({ name }: { name: string }) => name)).toEqual(['default', 'other'])
    expect((await call('GET', `/~mine${DE}/tags`)).status).toBe(200)
  })

  const changes: readonly (readonly [string, (call: Call) => Promise<unknown>])[] = [
    ['a record', (call) => makeVenue(call, '/~mine', 'Neu')],
    ['the clock', (call) => call('PUT', '/~mine/__calmock/clock', { json: { advance: 'P1D' } })],
    [
      'the scenario',
      (call) => call('PUT', '/~mine/__calmock/scenario', { json: { scenario: 'rtl' } }),
    ],
  ]

  test.each(changes)(
    'an evicted world returns 410 after a change of %s, until it is recreated',
    async (_, change) => {
      const { call, wait } = createTimedMock()
      await change(call)
      wait(61)
      for (const target of [`/~mine${DE}/tags`, '/~mine/__calmock/clock']) {
        const { status, body } = await call('GET', target)
        expect([status, body.code]).toEqual([410, 'calmock_world_gone'])
      }
      expect((await call('POST', '/__calmock/worlds', { json: { name: 'mine' } })).status).toBe(201)
      expect((await call('GET', `/~mine${DE}/tags`)).status).toBe(200)
    },
  )

  test('an evicted world is not listed', async () => {
    const { call, wait } = createTimedMock()
    await makeVenue(call, '/~mine', 'Neu')
    const names = async () =>
      (await call('GET', '/__calmock/worlds')).body.worlds.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['default', 'mine'])
    wait(61)
    expect(await names()).toEqual(['default'])
  })

  test('a used world and the world default are not evicted', async () => {
    const { call, wait } = createTimedMock()
    await makeVenue(call, '/~mine', 'Neu')
    await makeVenue(call, '', 'Neu')
    for (const _ of [1, 2, 3]) {
      wait(40)
      expect((await call('GET', `/~mine${DE}/venues/by-slug/neu`)).status).toBe(200)
    }
    expect((await call('GET', `${DE}/venues/by-slug/neu`)).status).toBe(200)
  })
})

test('the least recently used world is evicted at the limit', async () => {
  const { call } = createTimedMock({ maxWorlds: 2 })
  await makeVenue(call, '/~a', 'Neu')
  await makeVenue(call, '/~b', 'Neu')
  await call('GET', `/~a${DE}/tags`)
  await makeVenue(call, '/~c', 'Neu')
  const seen = await Promise.all(
    ['/~a', '/~c'].map((prefix) => call('GET', `${prefix}${DE}/venues/by-slug/neu`)),
  )
  expect(seen.map(({ status }) => status)).toEqual([200, 200])
  expect((await call('GET', `/~b${DE}/venues/by-slug/neu`)).status).toBe(410)
})

describe('headers of a request', () => {
  test('x-calmock-now moves the defaults of a list, but no record', async () => {
    const call = fresh()
    const list = async (headers = {}) =>
      (await call('GET', `${DE}/events?per_page=50`, { headers })).body
    const [now, later] = [await list(), await list({ 'x-calmock-now': '2030-06-01T12:00:00Z' })]
    expect(later.rest_url).toContain('start_date=2030-05-31')
    expect(later.total).toBeLessThan(now.total)
    expect(now.events).toEqual(expect.arrayContaining(later.events.slice(0, 3)))
  })

  test.each([
    [{ 'x-calmock-scenario': 'ctiy' }, /Invalid scenario "ctiy"; accepted: city, empty/],
    [{ 'x-calmock-now': 'soon' }, /Invalid now "soon"; accepted: today, real/],
  ])('the header %o is rejected with the accepted values', async (headers, message) => {
    const { status, body } = await fresh()('GET', `${DE}/events`, { headers })
    expect([status, body.code]).toEqual([400, 'calmock_invalid'])
    expect(body.message).toMatch(message)
  })
})

test('a preflight succeeds for every world and allows the headers', async () => {
  const call = fresh({ empty: true })
  const { status, headers } = await call('OPTIONS', `/~gone${DE}/tags`, {
    headers: { origin: 'https://app.example' },
  })
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-headers')).toMatch(
    /X-Calmock-World, X-Calmock-Scenario, X-Calmock-Now/,
  )
})

describe('a mock below a base URL', () => {
  test('all routes are below the base, and links contain it', async () => {
    const call = fresh({ baseUrl: '/api/', events: 3 })
    const { body } = await call('GET', `/api/~mine${DE}/events`)
    expect(body.events[0].rest_url).toMatch(`${ORIGIN}/api/~mine${DE}/events/`)
    const id = landmarks.events.jazzNight.id.de
    const { image } = (await call('GET', `/api/~mine${DE}/events/${id}`)).body
    expect(image.url).toMatch(`${ORIGIN}/api/~mine/__calmock/pictures/`)
    expect((await call('GET', '/api/__calmock/health')).status).toBe(200)
    expect((await call('GET', '/api')).body.sites).toHaveLength(3)
  })

  test.each(['/de/cal/events/v1/events', '/apis/de/cal/events/v1', '/'])(
    '%s is outside the base',
    async (path) => {
      const { status, body } = await fresh({ baseUrl: '/api', empty: true })('GET', path)
      expect([status, body.code]).toEqual([404, 'calmock_not_below_base'])
    },
  )

  test.each(['api', 'ftp://a.example', 'https://a.example/?b', '/a b'])(
    '"%s" is rejected as a base URL',
    (baseUrl) => {
      expect(() => fresh({ baseUrl })).toThrow(/invalid baseUrl ".+"; accepted: a URL such as/)
    },
  )
})
