import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorized, hasWorkerd, type RunningWorker, startWorker } from './start-worker.ts'

const events = '/de/cal/events/v1/events'
const venues = '/de/cal/events/v1/venues'

describe.skipIf(!hasWorkerd)('the worlds of a worker', () => {
  let worker: RunningWorker
  beforeAll(async () => {
    worker = await startWorker()
  })
  afterAll(() => worker?.stop())

  /** Creates a venue in a world. Returns its ID. */
  const addVenue = async (prefix: string, venue: string): Promise<number> => {
    const { status, body } = await worker.json('POST', `${prefix}${venues}`, { venue })
    expect(status).toBe(201)
    return body.id
  }

  test('worlds named by prefix, header and cookie are separate objects', async () => {
    const ids = [
      await addVenue('/~by-prefix', 'Halle 1'),
      await addVenue('/~by-header', 'Halle 2'),
      await addVenue('', 'Halle 3'),
    ]
    expect(new Set(ids).size).toBe(1) // the first free ID of each world
    const readVenue = async (prefix: string, headers: Record<string, string> = {}) => {
      const response = await worker.call(`${prefix}${venues}/${ids[0]}`, { headers })
      return (await response.json()).venue
    }
    expect(await readVenue('/~by-prefix')).toBe('Halle 1')
    expect(await readVenue('', { 'x-calmock-world': 'by-prefix' })).toBe('Halle 1')
    expect(await readVenue('', { cookie: 'a=b; calmock_world=by-header' })).toBe('Halle 2')
    expect(await readVenue('/~by-prefix', { 'x-calmock-world': 'by-header' })).toBe('Halle 1')
    expect(await readVenue('')).toBe('Halle 3')
    expect(await readVenue('/~default')).toBe('Halle 3')
    expect(await readVenue('/~another')).toBe(undefined)
  })

  test('links have the prefix of the world and the origin of the request', async () => {
    const { body } = await worker.json('GET', `/~links${events}?per_page=1`)
    expect(body.next_rest_url).toMatch(`${worker.url}/~links${events}/?`)
    expect(body.events[0].rest_url).toMatch(`${worker.url}/~links${events}/`)
    const next = await fetch(body.next_rest_url)
    expect(next.status).toBe(200)
  })

  test('an invalid name returns 400, and the default world remains usable', async () => {
    const { status, body } = await worker.json('GET', `/~No_Name${events}`)
    expect([status, body.code]).toEqual([400, 'calmock_invalid'])
    expect(body.message).toContain('Invalid world name "No_Name"')
    expect((await worker.json('GET', events)).status).toBe(200)
  })

  test('the control routes list, create and remove worlds across objects', async () => {
    const names = async (prefix = '') =>
      (await worker.json('GET', `${prefix}/__calmock/worlds`)).body.worlds.map(
        ({ name }: { name: string }) => name,
      )
    const before = await names()
    expect(before[0]).toBe('default')
    expect(await names('/~seen')).toEqual([...before, 'seen'])
    const made = await worker.json('POST', '/__calmock/worlds', { name: 'made', scenario: 'empty' })
    expect(made).toEqual({ status: 201, body: { name: 'made', url: `${worker.url}/~made` } })
    expect((await worker.json('GET', `/~made${events}`)).body.total).toBe(0)
    expect((await worker.json('POST', '/__calmock/worlds', { name: 'made' })).status).toBe(409)
    expect((await worker.json('POST', '/__calmock/worlds', { name: 'default' })).status).toBe(409)
    const chosen = await worker.json('POST', '/~made/__calmock/worlds')
    expect(chosen.body.name).toBe('world-1')
    expect((await worker.json('GET', '/__calmock/health')).body.worlds).toBe(before.length + 3)

    for (const status of [204, 404])
      expect((await worker.json('DELETE', '/~seen/__calmock/worlds/seen')).status).toBe(status)
    expect((await worker.json('DELETE', '/__calmock/worlds/made')).status).toBe(204)
    const missing = await worker.json('DELETE', '/__calmock/worlds/made')
    expect(missing.body.message).toContain('The world "made" cannot be deleted; deletable: ')
    expect((await worker.json('DELETE', '/__calmock/worlds/default')).status).toBe(404)
    expect((await worker.json('DELETE', '/__calmock/worlds/No!')).status).toBe(404)
    expect(await names()).toEqual([...before, 'world-1'])
    expect((await worker.json('GET', `/~made${events}`)).body.total).toBeGreaterThan(0)
  })

  test('a world that was removed starts from the seed', async () => {
    const id = await addVenue('/~short', 'Halle 4')
    expect((await worker.json('DELETE', '/__calmock/worlds/short')).status).toBe(204)
    expect((await worker.json('GET', `/~short${venues}/${id}`)).status).toBe(404)
    expect(await addVenue('/~short', 'Halle 5')).toBe(id)
  })

  test('requests to a world that is removed at the same time all have a response of the service', async () => {
    const requests = (world: string) => [
      () => worker.json('GET', `/~${world}${venues}`),
      () => worker.json('GET', `/~${world}${venues}`),
      () => worker.json('POST', `/~${world}${venues}`, { venue: 'Halle 6' }),
      () => worker.json('DELETE', `/__calmock/worlds/${world}`),
    ]
    for (let round = 0; round < 20; round++) {
      const all = Array(3)
        .fill(requests(`removed-${round}`))
        .flat()
      const statuses = (await Promise.all(all.map((send) => send()))).map(({ status }) => status)
      expect([200, 201, 204, 404]).toEqual(expect.arrayContaining(statuses))
    }
  })

  test('a picture of another site cannot create a world, and can read an existing one', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors', // the global fetch replaces it
      referer: 'https://evil.example/',
    }
    const read = () =>
      new Promise((resolve, reject) => {
        const sent = request(`${worker.url}/~pictured${events}`, { headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.on('error', reject).end()
      })
    expect([await read(), await read()]).toEqual([403, 403])
    const { body } = await worker.json('GET', '/__calmock/worlds')
    expect(JSON.stringify(body)).not.toContain('pictured')
    await worker.json('GET', `/~pictured${events}`)
    expect(await read()).toBe(200)
  })

  test('a hundred writes at the same time have distinct IDs', async () => {
    const ids = await Promise.all(
      [...Array(100).keys()].map((n) => addVenue('/~crowded', `Halle ${n}`)),
    )
    expect(new Set(ids).size).toBe(100)
    const { body } = await worker.json('GET', `/~crowded${venues}?search=Halle&per_page=1`)
    expect(body.total).toBeGreaterThanOrEqual(100)
  })

  test('the clock, the scenario and a reset act on one world', async () => {
    const at = (path: string) => `/~moved/__calmock${path}`
    const clock = await worker.json('PUT', at('/clock'), { now: '2031-05-01T08:00:00Z' })
    expect(clock.body).toEqual({ now: '2031-05-01T08:00:00.000Z', frozen: true })
    expect((await worker.json('PUT', at('/scenario'), { scenario: 'one' })).status).toBe(200)
    expect((await worker.json('GET', `/~moved${events}`)).body.total).toBe(1)
    expect((await worker.json('GET', '/__calmock/scenario')).body).toEqual({ scenario: 'city' })
    expect((await worker.json('POST', at('/reset'))).status).toBe(204)
    expect((await worker.json('GET', at('/clock'))).body.now).toBe('2030-01-07T12:00:00.000Z')
    expect((await worker.json('GET', at('/scenario'))).body).toEqual({ scenario: 'city' })
  })

  test('control routes without the token return 401', async () => {
    const get = (headers: Record<string, string>) => worker.call('/__calmock/health', { headers })
    const response = await get({})
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect((await get({ Authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await get(authorized)).status).toBe(200)
  })
})

test.skipIf(!hasWorkerd).each([
  ['without a secret', null],
  ['with a malformed secret', 'two words'],
])('control routes of a worker %s return 403, and the API answers', async (_, token) => {
  const worker = await startWorker({ token })
  const api = await worker.call(venues)
  const response = await worker.call('/__calmock/scenario', { method: 'PUT', body: '{}' })
  const body = await response.json()
  await worker.stop()
  expect(api.status).toBe(200)
  expect(response.status).toBe(403)
  expect(body.code).toBe('calmock_control_forbidden')
  expect(body.message).toContain('secret CALMOCK_TOKEN')
})

test.skipIf(!hasWorkerd)(
  'in a worker, pages of other origins write and create worlds if allowOrigin names them (20.4a)',
  async () => {
    const [evil, app] = ['http://evil.example', 'https://app.example']
    const options = `{ events: 3, auth: 'editor:pw', allowOrigin: ['${app}'] }`
    const worker = await startWorker({ options })
    const ask = async (origin: string, path: string, init: RequestInit = {}) => {
      const headers = { Origin: origin, Authorization: `Basic ${btoa('editor:pw')}` }
      const response = await worker.call(path, { ...init, headers })
      return [response.status, (await response.json()).code]
    }
    const write = (origin: string, path = events) => {
      const body = new URLSearchParams({ title: 'A', start_date: 'now', end_date: 'now' })
      return ask(origin, path, { method: 'POST', body })
    }
    const refused = [403, 'calmock_foreign_origin']
    expect(await write(evil)).toEqual(refused)
    expect(await write(evil, `/~new${events}`)).toEqual(refused)
    expect(await ask(evil, `/~new${events}`)).toEqual(refused)
    expect(await ask(evil, events)).toEqual([200, undefined])
    expect((await worker.json('GET', '/__calmock/worlds')).body.worlds).toHaveLength(1)
    expect(await write(app, `/~new${events}`)).toEqual([201, undefined])
    expect(await ask(evil, `/~new${events}`)).toEqual([200, undefined])
    expect(await write(worker.url)).toEqual([201, undefined])
    expect((await worker.json('GET', '/__calmock/worlds')).body.worlds).toHaveLength(2)
    await worker.stop()
  },
)
