import { describe, expect, test } from 'vitest'
import { controlRoutes } from '../../src/control/routes.ts'
import { landmarks } from '../../src/index.ts'
import { fresh, NOW, ORIGIN } from '../call.ts'

const DE = '/de/cal/events/v1'
const at = (path: string) => `/__calmock${path}`

test('GET /health returns seed, time, number of worlds and seconds since the start', async () => {
  const call = fresh({ seed: 7, empty: true })
  await call('GET', `/~mine${DE}/tags`)
  const { status, body } = await call('GET', at('/health'))
  expect([status, body]).toEqual([
    200,
    { status: 'ok', seed: 7, now: '2030-01-07T12:00:00.000Z', worlds: 2, uptime: 0 },
  ])
})

describe('the control route of the clock', () => {
  const isMonday = { now: '2030-01-07T12:00:00.000Z', frozen: true }
  const isTuesday = { now: '2030-01-08T12:00:00.000Z', frozen: true }

  test.each([
    [{ now: '2030-01-08T12:00:00Z' }, isTuesday],
    [{ advance: 'P1D' }, isTuesday],
    [{ now: '2030-01-01T12:00:00Z', advance: 'P1W' }, isTuesday],
    [{ advance: '-P1D', now: '2030-01-09T12:00:00Z', frozen: true }, isTuesday],
  ])('PUT /clock sets the clock with %o', async (json, shown) => {
    const call = fresh({ empty: true })
    expect((await call('GET', at('/clock'))).body).toEqual(isMonday)
    expect((await call('PUT', at('/clock'), { json })).body).toEqual(shown)
    expect((await call('GET', at('/clock'))).body).toEqual(shown)
    expect((await call('GET', `/~other${at('/clock')}`)).body).toEqual(isMonday)
  })

  test('PUT /clock starts the clock and stops it again', async () => {
    const call = fresh({ empty: true })
    const { now, frozen } = (await call('PUT', at('/clock'), { json: { frozen: false } })).body
    expect([now.slice(0, 18), frozen]).toEqual(['2030-01-07T12:00:0', false])
    expect((await call('PUT', at('/clock'), { json: { frozen: true } })).body.frozen).toBe(true)
  })

  test.each([
    [{ now: 'soon' }, /Invalid now "soon"; accepted: today, real/],
    [{ now: 5 }, /Invalid now 5; accepted: a string/],
    [{ now: '2031-01-01', advance: 'P1M' }, /Invalid duration "P1M"; accepted: ISO 8601/],
    [{ now: '2031-01-01', frozen: 'no' }, /Invalid frozen "no"; accepted: true, false/],
    [
      { advanced: 'P1D' },
      /Invalid properties "advanced"; did you mean "advance"\? accepted: now, advance, frozen/,
    ],
    [{}, /The body is empty; accepted: now, advance, frozen/],
  ])('PUT /clock rejects %o and changes nothing', async (json, message) => {
    const call = fresh({ empty: true })
    const { status, body } = await call('PUT', at('/clock'), { json })
    expect([status, body.code]).toEqual([400, 'calmock_invalid'])
    expect(body.message).toMatch(message)
    expect((await call('GET', at('/clock'))).body).toEqual(isMonday)
  })
})

describe('the control route of the scenario', () => {
  test('PUT /scenario replaces the records, and a reset restores the first scenario', async () => {
    const call = fresh()
    const total = async () => (await call('GET', `${DE}/events?status=publish`)).body.total
    const before = await total()
    const put = await call('PUT', at('/scenario'), { json: { scenario: 'today + one' } })
    expect([put.status, put.body]).toEqual([200, { scenario: 'today+one' }])
    expect(await total()).toBe(1)
    expect((await call('POST', at('/reset'))).status).toBe(204)
    expect((await call('GET', at('/scenario'))).body).toEqual({ scenario: 'city' })
    expect(await total()).toBe(before)
  })

  test.each([
    [{ scenario: 'ctiy' }, /Invalid scenario "ctiy"; did you mean "city"\? accepted: city, empty/],
    [{ scenario: '' }, /Invalid scenario ""; accepted/],
    [{ scenario: Array(21).fill('one').join('+') }, /at most 20/],
    [{ name: 'city' }, /Invalid properties "name"; accepted: scenario/],
  ])('PUT /scenario rejects %o and changes nothing', async (json, message) => {
    const call = fresh({ empty: true })
    await call('POST', `${DE}/tags`, { form: 'name=Neu' })
    const { status, body } = await call('PUT', at('/scenario'), { json })
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
    expect((await call('GET', `${DE}/tags?hide_empty=false`)).body.total).toBe(1)
  })

  test('GET /scenarios lists all scenarios, including the user’s', async () => {
    const own = { name: 'mine', about: 'Nothing else.' }
    const call = fresh({ scenario: ['city', own], events: 1 })
    const { scenarios } = (await call('GET', at('/scenarios'))).body
    expect(scenarios).toHaveLength(28)
    expect(scenarios).toContainEqual(own)
    expect((await call('PUT', at('/scenario'), { json: { scenario: 'mine' } })).status).toBe(200)
  })
})

describe('the control routes of worlds', () => {
  test('POST /worlds creates a world with a name, a scenario and a time, which a reset restores', async () => {
    const call = fresh()
    const json = { name: 'mine', scenario: 'empty', now: '2031-05-01T12:00:00Z' }
    const made = await call('POST', at('/worlds'), { json })
    expect([made.status, made.body, made.headers.get('location')]).toEqual([
      201,
      { name: 'mine', url: `${ORIGIN}/~mine` },
      `${ORIGIN}/~mine`,
    ])
    await call('PUT', `/~mine${at('/clock')}`, { json: { advance: 'P1D' } })
    await call('PUT', `/~mine${at('/scenario')}`, { json: { scenario: 'one' } })
    await call('POST', `/~mine${at('/reset')}`)
    expect((await call('GET', `/~mine${at('/clock')}`)).body.now).toBe('2031-05-01T12:00:00.000Z')
    expect((await call('GET', `/~mine${at('/scenario')}`)).body.scenario).toBe('empty')
  })

  test('POST /worlds without a name generates a free name', async () => {
    const call = fresh({ empty: true })
    await call('GET', `/~world-1${DE}/tags`)
    expect((await call('POST', at('/worlds'))).body.name).toBe('world-2')
    expect((await call('POST', at('/worlds'), { json: {} })).body.name).toBe('world-3')
  })

  test('DELETE /worlds deletes a world, and the next request recreates it from the seed', async () => {
    const call = fresh({ empty: true })
    await call('POST', `/~mine${DE}/tags`, { form: 'name=Neu' })
    expect((await call('DELETE', at('/worlds/mine'))).status).toBe(204)
    expect((await call('GET', `/~mine${DE}/tags?hide_empty=false`)).body.total).toBe(0)
  })

  const exists = /The world "default" exists already; reset or delete it/
  const properties = /Invalid properties "title"; accepted: name, scenario, now/

  test.each([
    ['POST', '/worlds', { name: 'Mine' }, 400, /Invalid world name "Mine"/],
    ['POST', '/worlds', { name: 'default' }, 409, exists],
    ['POST', '/worlds', { name: 'x', scenario: 'y' }, 400, /Invalid scenario "y"/],
    ['POST', '/worlds', { name: 'x', now: 'y' }, 400, /Invalid now "y"/],
    ['POST', '/worlds', { title: 'x' }, 400, properties],
    ['DELETE', '/worlds/x', undefined, 404, /The world "x" cannot be deleted; deletable: none/],
    ['DELETE', '/worlds/default', undefined, 404, /The world "default" cannot be deleted/],
  ] as const)('%s %s %o is rejected', async (method, path, json, status, message) => {
    const call = fresh({ empty: true })
    const answer = await call(method, at(path), json && { json })
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringMatching(message)])
    expect((await call('GET', at('/worlds'))).body.worlds).toHaveLength(1)
  })
})

test('GET /landmarks lists id, slug, title and address in each language', async () => {
  const call = fresh({ sites: ['hi', 'de'] })
  const { body } = await call('GET', at('/landmarks'))
  const { url: _, ...jazzNight } = landmarks.events.jazzNight
  expect(body.events.jazzNight).toMatchObject(jazzNight)
  const { url, id } = body.events.jazzNight
  expect([url.hi, url.fr]).toEqual([
    `${ORIGIN}/hi/cal/events/v1/events/${id.hi}`,
    `${ORIGIN}/hi/cal/events/v1/events/${id.fr}`,
  ])
  const { password, ...readable } = body.events
  const kinds = Object.values<Record<string, typeof body>>({ ...body, events: readable })
  const all = kinds.flatMap((named) => Object.values(named).map((one) => one.url.ar))
  expect(all.length).toBeGreaterThan(80)
  for (const address of [url.fr, ...all.slice(0, 90)])
    expect((await call('GET', address.slice(ORIGIN.length))).status).toBe(200)
  expect((await call('GET', password.url.ar.slice(ORIGIN.length))).status).toBe(403)
})

describe('errors of the control routes', () => {
  test.each([
    ['POST', '/clock', 405, 'accepts GET, PUT, not POST', 'GET, PUT, OPTIONS'],
    ['GET', '/reset', 405, 'accepts POST, not GET', 'POST, OPTIONS'],
    ['DELETE', '/worlds', 405, 'accepts GET, POST, not DELETE', 'GET, POST, OPTIONS'],
    ['constructor', '/clock', 405, 'accepts GET, PUT, not constructor', 'GET, PUT, OPTIONS'],
    ['GET', '/worlds/x', 405, 'accepts DELETE, not GET', 'DELETE, OPTIONS'],
    ['GET', '/nothing', 404, 'route "/__calmock/nothing"; accepted: /__calmock/health', null],
    ['GET', '/constructor', 404, 'Invalid control route "/__calmock/constructor"', null],
  ])('%s %s is rejected with an explanation', async (method, path, status, message, allow) => {
    const answer = await fresh({ empty: true })(method, at(path))
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
    expect(answer.headers.get('allow')).toBe(allow)
  })

  test.each([
    ['{', 'The body is not JSON; a right body: {"advance":"P1D"}.'],
    ['[]', 'The body is not a JSON object; a right body: {"advance":"P1D"}.'],
    ['null', 'The body is not a JSON object; a right body: {"advance":"P1D"}.'],
    [new Uint8Array([0xff]), 'The body is not JSON; a right body: {"advance":"P1D"}.'],
  ])('the invalid body %s is rejected with an explanation', async (raw, message) => {
    const { status, body } = await fresh({ empty: true })('PUT', at('/clock'), { raw })
    expect([status, body.message]).toEqual([400, message])
  })

  test.each(
    Object.entries(controlRoutes).flatMap(([route, operations]) =>
      Object.entries(operations).flatMap(([method, { body }]) =>
        body?.example ? [[method, route, body.example] as const] : [],
      ),
    ),
  )('the right body that a message about %s %s shows is accepted', async (method, route, json) => {
    const call = fresh({ empty: true })
    await call('POST', `${DE}/tags`, { form: 'name=Neu' }) // to undo
    await call('PUT', at('/checkpoints/*'))
    const { status, body } = await call(method, at(route), { json: { nonsense: 1 } })
    expect([status, body.message]).toEqual([400, expect.stringContaining(JSON.stringify(json))])
    expect((await call(method, at(route), { json })).status).toBeLessThan(300)
  })

  test('a body over the size limit is rejected with 413', async () => {
    const json = { now: 'x'.repeat(1024 * 1024) }
    const { status, body } = await fresh({ empty: true })('PUT', at('/clock'), { json })
    expect([status, body.code]).toEqual([413, 'calmock_body_too_large'])
  })
})

describe('control by pages', () => {
  test.each(['http://localhost:3000', 'http://127.0.0.1:6006', 'http://[::1]:80', ORIGIN])(
    'a page of %s may control the mock',
    async (origin) => {
      const call = fresh({ empty: true })
      const { status, headers } = await call('GET', at('/clock'), { headers: { origin } })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
      const preflight = await call('OPTIONS', at('/clock'), { headers: { origin } })
      expect([preflight.status, preflight.headers.get('allow')]).toEqual([204, 'GET, PUT, OPTIONS'])
    },
  )

  test.each(['https://evil.example', 'http://localhost.evil.example', 'null', 'http://10.0.0.1'])(
    'a page of %s may not control the mock',
    async (origin) => {
      const call = fresh()
      const answer = await call('POST', at('/reset'), { headers: { origin } })
      expect([answer.status, answer.body.code]).toEqual([403, 'calmock_foreign_origin'])
    },
  )
})

test('a HEAD request returns no body', async () => {
  const { status, text } = await fresh({ empty: true, now: NOW })('HEAD', at('/clock'))
  expect([status, text]).toEqual([200, ''])
})

const LONG = 'x'.repeat(500_000)

test.each([
  ['PUT', '/clock', { advance: `P${'9'.repeat(500_000)}D` }],
  ['PUT', '/clock', { now: LONG }],
  ['PUT', '/scenario', { scenario: LONG }],
  ['PUT', '/world', { [LONG]: 1, seed: LONG }],
  ['POST', '/worlds', { [LONG]: 1 }],
  ['POST', '/worlds', { name: LONG }],
])('%s %s quotes a short part of a long value', async (method, path, json) => {
  const { status, text } = await fresh({ empty: true })(method, at(path), { json })
  expect(status).toBe(400)
  expect(text.length).toBeLessThan(1000)
})
