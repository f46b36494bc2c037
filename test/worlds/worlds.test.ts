import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/create-mock.ts'
import type { Options } from '../../src/options/options.ts'
import { inlineSource, landmarks } from '../../src/seed/source/inline-source.ts'
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

/** Returns the status of a read of the venue. */
const readVenue = async (call: Call, prefix: string) =>
  (await call('GET', `${prefix}${DE}/venues/by-slug/neu`)).status

describe('the selection of a world', () => {
  test.each([
    ['the prefix', '/~mine', {}],
    ['the header', '', { 'x-calmock-world': 'mine' }],
    ['the cookie', '', { cookie: 'a=b; calmock_world=mine; c=d' }],
    ['the prefix before the header', '/~mine', { 'x-calmock-world': 'other' }],
    [
      'the header before the cookie',
      '',
      { 'x-calmock-world': 'mine', cookie: 'calmock_world=other' },
    ],
  ])('%s selects the world', async (_, prefix, headers) => {
    const call = fresh({ empty: true })
    const made = await call('POST', `${prefix}${DE}/venues`, { form: 'venue=Neu', headers })
    expect(made.status).toBe(201)
    for (const [world, status] of Object.entries({ '/~mine': 200, '': 404, '/~other': 404 }))
      expect(await readVenue(call, world)).toBe(status)
  })

  test('a request without a selection uses the world default, also at the prefix /~default', async () => {
    const call = fresh({ empty: true })
    await makeVenue(call, '', 'Neu')
    expect(await readVenue(call, '/~default')).toBe(200)
  })
})

test('links, Location and pictures contain the prefix of the world', async () => {
  const call = fresh()
  const dates = 'start_date=tomorrow&end_date=tomorrow'
  const made = await call('POST', `/~mine${DE}/events`, form(`title=Neu&${dates}`))
  const { body } = await call('GET', `/~mine${DE}/events?per_page=1`)
  const jazz = await call('GET', `/~mine${DE}/events/${landmarks.events.jazzNight.id.de}`)
  const { rest_url, next_rest_url } = body
  const links = [made.headers.get('location'), rest_url, next_rest_url, body.events[0].rest_url]
  for (const link of links) expect(link).toMatch(`${ORIGIN}/~mine${DE}/`)
  const picture = jazz.body.image.url
  expect(picture).toMatch(`${ORIGIN}/~mine/__calmock/pictures/`)
  for (const url of [picture, next_rest_url])
    expect((await call('GET', url.slice(ORIGIN.length))).status).toBe(200)
  expect((await call('GET', '/~mine/')).body.sites[0].url).toBe(`${ORIGIN}/~mine/en/cal/events/v1`)
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
  const readNames = async (call: Call) =>
    (await call('GET', '/__calmock/worlds')).body.worlds.map(({ name }: { name: string }) => name)

  test('an unchanged world is evicted and recreated from the seed', async () => {
    const { call, wait } = createTimedMock()
    await call('GET', `/~mine${DE}/tags`)
    wait(61)
    await call('GET', `/~other${DE}/tags`)
    expect(await readNames(call)).toEqual(['default', 'other'])
    expect((await call('GET', `/~mine${DE}/tags`)).status).toBe(200)
  })

  const put = (name: string, json: object) => (call: Call) =>
    call('PUT', `/~mine/__calmock/${name}`, { json })

  test.each([
    ['a record', (call: Call) => makeVenue(call, '/~mine', 'Neu')],
    ['the clock', put('clock', { advance: 'P1D' })],
    ['the scenario', put('scenario', { scenario: 'rtl' })],
  ])(
    'an evicted world returns 410 after a change of %s, until it is recreated',
    async (_, change) => {
      const { call, wait } = createTimedMock()
      await change(call)
      expect(await readNames(call)).toEqual(['default', 'mine'])
      wait(61)
      expect(await readNames(call)).toEqual(['default'])
      for (const target of [`/~mine${DE}/tags`, '/~mine/__calmock/clock']) {
        const { status, body } = await call('GET', target)
        expect([status, body.code]).toEqual([410, 'calmock_world_gone'])
      }
      expect((await call('POST', '/__calmock/worlds', { json: { name: 'mine' } })).status).toBe(201)
      expect((await call('GET', `/~mine${DE}/tags`)).status).toBe(200)
    },
  )

  test('a world that was recreated is evicted like any other: without changes, a request creates it again', async () => {
    const { call, wait } = createTimedMock()
    await makeVenue(call, '/~mine', 'Neu')
    wait(61)
    expect(await readVenue(call, '/~mine')).toBe(410)
    await call('POST', '/__calmock/worlds', { json: { name: 'mine' } })
    wait(61)
    expect(await readVenue(call, '/~mine')).toBe(404)
  })

  test('a used world and the world default are not evicted', async () => {
    const { call, wait } = createTimedMock()
    await makeVenue(call, '/~mine', 'Neu')
    await makeVenue(call, '', 'Neu')
    for (const _ of [1, 2, 3]) {
      wait(40)
      expect(await readVenue(call, '/~mine')).toBe(200)
    }
    expect(await readVenue(call, '')).toBe(200)
  })
})

test('the least recently used world is evicted at the limit', async () => {
  const { call } = createTimedMock({ maxWorlds: 2 })
  await makeVenue(call, '/~a', 'Neu')
  await makeVenue(call, '/~b', 'Neu')
  await call('GET', `/~a${DE}/tags`)
  await makeVenue(call, '/~c', 'Neu')
  for (const [prefix, status] of Object.entries({ '/~a': 200, '/~c': 200, '/~b': 410 }))
    expect(await readVenue(call, prefix)).toBe(status)
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
    [
      { 'x-calmock-scenario': 'ctiy' },
      /Invalid scenario "ctiy"; did you mean "city"\? accepted: city, empty/,
    ],
    [{ 'x-calmock-now': 'soon' }, /Invalid now "soon"; accepted: today, real/],
  ])('the header %o is rejected with the accepted values', async (headers, message) => {
    const { status, body } = await fresh()('GET', `${DE}/events`, { headers })
    expect([status, body.code]).toEqual([400, 'calmock_invalid'])
    expect(body.message).toMatch(message)
  })
})

test('a preflight succeeds for every world and allows the headers', async () => {
  const call = fresh({ empty: true })
  const headers = { origin: 'https://app.example' }
  const answer = await call('OPTIONS', `/~gone${DE}/tags`, { headers })
  expect(answer.status).toBe(200)
  const allowed = answer.headers.get('access-control-allow-headers')
  expect(allowed).toMatch(/X-Calmock-World, X-Calmock-Scenario, X-Calmock-Now/)
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
    expect((await call('GET', '/api')).body.sites).toHaveLength(4)
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
