import { expect, test } from 'vitest'
import { type Call, fresh } from '../call.ts'

const API = '/wp-json/tribe/events/v1'
const service = { preset: 'the-events-calendar', sites: ['en'], empty: true } as const
const neutral = {
  empty: true,
  sites: ['en'],
  root: '/wp-json',
  namespace: 'tribe/events/v1',
} as const
const dates = { start_date: '2030-02-01 20:00', end_date: '2030-02-01 23:00' }

/** The kinds, each with the field of its name, and the code of an update of an unknown record. */
const kinds = [
  ['events', 'title', 'rest-event-not-found'],
  ['venues', 'venue', 'rest_invalid_param'],
  ['organizers', 'organizer', 'rest_invalid_param'],
  ['categories', 'name', 'rest_invalid_param'],
  ['tags', 'name', 'rest_invalid_param'],
] as const

/** Creates two records of a kind and returns their IDs. */
async function createTwo(call: Call, path: string, name: string): Promise<[number, number]> {
  const ids: number[] = []
  for (const text of ['First', 'Second']) {
    const json = { [name]: text, ...(path === 'events' && dates) }
    ids.push((await call('POST', `${API}/${path}`, { json })).body.id)
  }
  return ids as [number, number]
}

test.each(kinds)(
  'with the preset, an id in the body, a form or the query selects the record of %s, with a note (24.2)',
  async (path, name, unknown) => {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const call = fresh(service)
      const [first, second] = await createTwo(call, path, name)
      const target = `${API}/${path}/${first}`
      const nameOf = async (id: number) => (await call('GET', `${API}/${path}/${id}`)).body[name]
      const updates = [
        [target, { json: { id: second, [name]: 'Json' } }],
        [target, { form: `id=${second}&${name}=Form` }],
        [`${target}?id=${second}`, { json: { [name]: 'Query' } }],
      ] as const
      for (const [n, [url, init]] of updates.entries()) {
        const { status, headers } = await call(method, url, init)
        expect([status, headers.get('x-calmock-notes')]).toEqual([
          200,
          expect.stringContaining('id-in-body'),
        ])
        expect([await nameOf(first), await nameOf(second)]).toEqual([
          'First',
          ['Json', 'Form', 'Query'][n],
        ])
      }
      const missing = await call(method, target, { json: { id: 987_654, [name]: 'X' } })
      expect(missing.body.code).toBe(unknown)
      const same = await call(method, target, { json: { id: first, [name]: 'Own' } })
      expect([await nameOf(first), same.headers.get('x-calmock-notes') ?? '']).toEqual([
        'Own',
        expect.not.stringContaining('id-in-body'),
      ])
    }
  },
)

test.each(kinds)(
  'with the preset, an id in the query selects what GET and DELETE of %s take (24.2)',
  async (path, name) => {
    const call = fresh(service)
    const [first, second] = await createTwo(call, path, name)
    const target = `${API}/${path}/${first}?id=${second}`
    expect((await call('GET', target)).body[name]).toBe('Second')
    expect((await call('DELETE', target)).status).toBe(200)
    expect((await call('GET', `${API}/${path}/${first}`)).body[name]).toBe('First')
  },
)

test.each(kinds)(
  'without the preset, an update of %s by another id changes the record of the path, with a note (24.2)',
  async (path, name) => {
    const call = fresh(neutral)
    const [first, second] = await createTwo(call, path, name)
    const json = { id: second, [name]: 'New' }
    const { body, headers } = await call('PATCH', `${API}/${path}/${first}`, { json })
    expect([body.id, body[name], headers.get('x-calmock-notes')]).toEqual([
      first,
      'New',
      expect.stringContaining('id-in-body'),
    ])
    const read = await call('GET', `${API}/${path}/${first}?id=${second}`)
    expect([read.body.id, read.headers.get('x-calmock-notes') ?? '']).toEqual([
      first,
      expect.not.stringContaining('id-in-body'),
    ])
  },
)

/** The fields of text of venues and organizers, without the required name and the `status` of venues. */
const texts = {
  venues: [
    ...['description', 'address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip'],
    ...['phone', 'website', 'image'],
  ],
  organizers: ['description', 'phone', 'website', 'email', 'image', 'status', 'date', 'date_utc'],
} as const

test.each(['venues', 'organizers'] as const)(
  'null in a text of %s is "not sent", and 400 with the preset (14.1b, 24.4)',
  async (path) => {
    const name = path.slice(0, -1)
    for (const [options, created, updated] of [
      [service, 400, 400],
      [neutral, 201, 200],
    ] as const) {
      const call = fresh(options)
      const { body } = await call('POST', `${API}/${path}`, { json: { [name]: 'A' } })
      for (const field of texts[path]) {
        const json = { [name]: `With ${field}`, [field]: null }
        expect((await call('POST', `${API}/${path}`, { json })).status, field).toBe(created)
        for (const method of ['POST', 'PUT', 'PATCH']) {
          const answer = await call(method, `${API}/${path}/${body.id}`, {
            json: { [field]: null },
          })
          expect(answer.status, `${method} ${field}`).toBe(updated)
        }
      }
    }
  },
)
