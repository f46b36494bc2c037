import { expect, test } from 'vitest'
import { languages } from '../../src/contract/site.ts'
import { type CallInit, fresh } from '../call.ts'
import {
  DE,
  everything,
  expectRefused,
  freshEach,
  leastOf,
  make,
  makeEvent,
  outcome,
  read,
} from './world.ts'

const call = freshEach({ empty: true })

const JSON_TYPE = { 'content-type': 'application/json' }

/** Returns a mock with one record of each kind, and the contents of its lists. */
async function createWorld() {
  const { id } = await makeEvent(call, { tags: ['late'], categories: ['Music'] })
  const venue = await make(call, 'venues')
  await make(call, 'organizers')
  return { call, id, venue: venue.id, before: await everything(call) }
}

const malformed = [
  '{',
  '{"title":',
  '{"title":"x"',
  '{title:"x"}',
  "{'title':'x'}",
  '{"title":"x",}',
  'x',
]

test.each(
  malformed.flatMap((raw) => [
    { method: 'POST', path: '/events', raw },
    { method: 'PUT', path: '/events/{id}', raw },
  ]),
)('$method $path rejects the body $raw (3.1)', async ({ method, path, raw }) => {
  const { call, id, before } = await createWorld()
  const target = `${DE}${path.replace('{id}', id)}`
  const answer = await call(method, target, { raw, headers: JSON_TYPE })
  expect(outcome(answer)).toEqual([400, 'rest_invalid_json'])
  expect(answer.body.data.status).toBe(400)
  expect(answer.body.data.json_error_code).toBe(4)
  expect(answer.body.data.json_error_message).toMatch(/\S/)
  expect(await everything(call)).toBe(before)
})

test.each(['PATCH', 'POST', 'DELETE'])('%s rejects malformed JSON (3.1)', async (method) => {
  const { call, venue, before } = await createWorld()
  const answer = await call(method, `${DE}/venues/${venue}`, { raw: '{"a', headers: JSON_TYPE })
  expect(outcome(answer)).toEqual([400, 'rest_invalid_json'])
  expect(await everything(call)).toBe(before)
})

test('an unknown route is reported before a malformed body (0)', async () => {
  const { call } = await createWorld()
  const answer = await call('PATCH', `${DE}/events`, { raw: '{', headers: JSON_TYPE })
  expect(outcome(answer)).toEqual([404, 'rest_no_route'])
})

const notObjects = '[] [1,2] [null] [{"cost":"99"}] "title" "" 5 true null'.split(' ')

test.each(notObjects)('a create with the JSON body %s lacks its fields (12)', async (raw) => {
  const { call, before } = await createWorld()
  const answer = await call('POST', `${DE}/events`, { raw, headers: JSON_TYPE })
  expect(outcome(answer)).toEqual([400, 'rest_missing_callback_param'])
  expect(answer.body.data).toEqual({ status: 400, params: ['title', 'start_date', 'end_date'] })
  expect(answer.body.message).toContain(`muss ein JSON-Objekt sein, nicht ${raw}.`)
  expect(await everything(call)).toBe(before)
})

const writes = [
  ['PUT', '/events/{id}'],
  ['PATCH', '/venues/{venue}'],
  ['POST', '/venues/{venue}'],
  ['POST', '/tags?name=Complete'],
]

test.each(notObjects.flatMap((raw) => writes.map(([method, path]) => [method, path, raw])))(
  '%s %s rejects the JSON body %s, which is not an object',
  async (method = '', path = '', raw = '') => {
    const { call, id, venue, before } = await createWorld()
    const target = `${DE}${path.replace('{id}', id).replace('{venue}', venue)}`
    const answer = await call(method, target, { raw, headers: JSON_TYPE })
    expectRefused(answer, 'body')
    expect(answer.body.data.params.body).toContain(raw)
    expect(await everything(call)).toBe(before)
  },
)

test.each(languages)(
  'the message about a JSON body that is not an object is in the language of the site %s',
  async (site) => {
    const call = fresh({ empty: true, sites: [site] })
    const target = `/${site}/cal/events/v1/tags`
    const { id } = (await call('POST', target, { json: { name: 'late' } })).body
    const answer = await call('PUT', `${target}/${id}`, { raw: '5', headers: JSON_TYPE })
    expectRefused(answer, 'body')
    expect(answer.headers.get('content-language')).toBe(site)
    for (const part of ['JSON', '5']) expect(answer.body.message).toContain(part)
  },
)

test('GET and DELETE ignore a JSON body that is not an object', async () => {
  const { call, id } = await createWorld()
  for (const method of ['GET', 'DELETE'])
    expect(
      (await call(method, `${DE}/events/${id}`, { raw: '5', headers: JSON_TYPE })).status,
    ).toBe(200)
})

const bytes = (...parts: (string | number)[]) =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...new TextEncoder().encode(part)] : [part],
    ),
  )

test.each([
  ['a lone byte', [0xff]],
  ['a truncated character', [0xe0, 0xa4]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
])('JSON with %s is rejected as invalid UTF-8 (3.1)', async (_, broken) => {
  const { call, before } = await createWorld()
  const raw = bytes('{"name":"', ...broken, '"}')
  const answer = await call('POST', `${DE}/tags`, { raw, headers: JSON_TYPE })
  expect(answer.status).toBe(400)
  expect(answer.body.data.status).toBe(400)
  expect(await everything(call)).toBe(before)
})

test.each(['name=%FF', 'name=%E0%A4%A', 'name=%', 'name=a%zz', '%FF=x&name=a'])(
  'the form %s is rejected',
  async (form) => {
    const { call, before } = await createWorld()
    const answer = await call('POST', `${DE}/tags`, { form })
    expect(answer.status).toBe(400)
    expect(answer.body.data.status).toBe(400)
    expect(await everything(call)).toBe(before)
  },
)

test.each([
  ...'/events?search=% /events?search=%E0%A4%A /events?search=%FF'.split(' '),
  ...'/events?search=a%zzb /events?%FF=1 /venues?search=%C0%AF /events/by-slug/%'.split(' '),
  ...'/events/by-slug/%zz /events/by-slug/%FF /events/by-slug/%E0%A4%A'.split(' '),
  ...'/venues/by-slug/a%2'.split(' '),
])('the malformed path GET %s is rejected with 400', async (path) => {
  const answer = await call('GET', `${DE}${path}`)
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body)).toEqual(['code', 'message', 'data'])
  expect(answer.body.data.status).toBe(400)
})

const MIB = 1024 * 1024
const longTag = (size: number) =>
  JSON.stringify({ ...leastOf('tags'), description: 'a'.repeat(size) })

test.each([
  ['JSON', { raw: longTag(MIB), headers: JSON_TYPE }],
  ['a form', { form: `name=x&description=${'a'.repeat(MIB)}` }],
  ['malformed JSON', { raw: '{'.repeat(MIB + 1), headers: JSON_TYPE }],
  ['text', { raw: 'a'.repeat(MIB + 1), headers: { 'content-type': 'text/plain' } }],
] as readonly (readonly [string, CallInit])[])(
  '%s above 1 MiB is rejected with 413',
  async (_, init) => {
    const { call, before } = await createWorld()
    const answer = await call('POST', `${DE}/tags`, init)
    expect(answer.status).toBe(413)
    expect(Object.keys(answer.body)).toEqual(['code', 'message', 'data'])
    expect(answer.body.data.status).toBe(413)
    expect(await everything(call)).toBe(before)
  },
)

test('a body below 1 MiB is accepted', async () => {
  const { call } = await createWorld()
  const raw = longTag(MIB - 1000)
  const answer = await call('POST', `${DE}/tags`, { raw, headers: JSON_TYPE })
  expect(answer.status).toBe(201)
  expect(answer.body.description).toHaveLength(MIB - 1000)
})

const impossible =
  '2030-02-31|2030-02-31 10:00:00|2029-02-29|2030-04-31T10:00:00Z|2030-00-10'.split('|')

test.each(
  impossible.flatMap((value) =>
    ['start_date', 'end_date', 'date'].map((name) => ({ name, value })),
  ),
)('PUT rejects $name = $value and changes nothing', async ({ name, value }) => {
  const { call, id, before } = await createWorld()
  const json = { title: 'Other', [name]: value }
  expectRefused(await call('PUT', `${DE}/events/${id}`, { json }), name)
  expect(await everything(call)).toBe(before)
})

test('a rejected create creates neither terms nor venues', async () => {
  const { call, before } = await createWorld()
  const json = {
    ...leastOf('events'),
    categories: ['Brand new'],
    venue: { venue: 'Brand new' },
    organizer: [{ organizer: 'Brand new' }],
    start_date: '2030-02-31',
  }
  expectRefused(await call('POST', `${DE}/events`, { json }), 'start_date')
  expect(await everything(call)).toBe(before)
})

const types = [
  'text/plain',
  'text/xml',
  'application/octet-stream',
  'application/xml; charset=utf-8',
]
const text = { title: 'Other', ...leastOf('events') }

test.each(types)('a create with a body of type %s lacks all its fields', async (type) => {
  const { call, before } = await createWorld()
  const init = { raw: JSON.stringify(text), headers: { 'content-type': type } }
  const answer = await call('POST', `${DE}/events`, init)
  expect(outcome(answer)).toEqual([400, 'rest_missing_callback_param'])
  expect(answer.body.data.params).toEqual(['title', 'start_date', 'end_date'])
  expect(await everything(call)).toBe(before)
})

test.each(types.flatMap((type) => ['POST', 'PUT', 'PATCH'].map((method) => ({ type, method }))))(
  '$method on an item with a body of type $type is rejected with 415',
  async ({ type, method }) => {
    const { call, id, before } = await createWorld()
    const init = { raw: 'title=Other', headers: { 'content-type': type } }
    for (const address of [id, 'by-slug/jazz-night']) {
      const answer = await call(method, `${DE}/events/${address}`, init)
      expect(outcome(answer)).toEqual([415, 'rest_unsupported_media_type'])
      expect(answer.body.data.status).toBe(415)
    }
    expect(await everything(call)).toBe(before)
  },
)

test('an update without a body changes nothing', async () => {
  const { call, id, before } = await createWorld()
  const answer = await call('PUT', `${DE}/events/${id}`)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject(leastOf('events'))
  expect(await everything(call)).toBe(before)
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'the unknown parameter %s is ignored',
  async (name) => {
    const { call } = await createWorld()
    expect((await read(call, `${DE}/events?${name}=1&${name}[x]=1`)).total).toBe(1)
    const raw = `{"name":"Tag","${name}":{"x":1}}`
    const answer = await call('POST', `${DE}/tags`, { raw, headers: JSON_TYPE })
    expect([answer.status, answer.body.name]).toEqual([201, 'Tag'])
  },
)

test.each([
  ['/events?geoloc_lat[toString]=1&geoloc_lng=2', 'geoloc_lat'],
  ['/events?categories[toString]=1', 'categories'],
  ['/events?tags[0][valueOf]=1', 'tags'],
])('%s is rejected for any key in its brackets', async (path, name) => {
  const { call } = await createWorld()
  expectRefused(await call('GET', `${DE}${path}`), name)
})

test.each(['__proto__', 'constructor', 'toString', 'banana'])(
  'orderby=%s sorts by name, as every unknown attribute does (5.5)',
  async (name) => {
    for (const term of ['b', 'a', 'c']) await make(call, 'tags', { name: term })
    const { tags } = await read(call, `${DE}/tags?hide_empty=false&orderby=${name}`)
    expect(tags.map((tag: { name: string }) => tag.name)).toEqual(['a', 'b', 'c'])
  },
)

test.each([
  ['a form of many brackets', { form: 'a[]=&'.repeat(150_000) }],
  ['a form of one name', { form: 'a=1&'.repeat(200_000) }],
  ['a title of many "<"', { json: { ...leastOf('events'), title: '<'.repeat(500_000) } }],
] as const)('%s gets a response at once', async (_, init) => {
  const { call } = await createWorld()
  const before = process.cpuUsage() // unlike time, the same on a busy machine
  await call('POST', `${DE}/events`, init)
  const { user, system } = process.cpuUsage(before)
  expect(user + system).toBeLessThan(5_000_000) // 5 s; quadratic work takes minutes
})

test.each(['GET', 'DELETE'])('%s ignores a body with an unsupported type (12)', async (method) => {
  const { call, id } = await createWorld()
  const init = { raw: 'x', headers: { 'content-type': 'text/plain' } }
  expect((await call(method, `${DE}/events/${id}`, init)).status).toBe(200)
})

test('a form with 80,000 numbered names does not block the mock', async () => {
  const { call, before } = await createWorld()
  const names = Array.from({ length: 40_000 }, (_, n) => [`a[${40_000 + n}]`, 'a[]']).flat()
  const raw = names.sort((a, b) => b.length - a.length).join('&')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await call('POST', `${DE}/events`, { raw, headers })).status).toBe(400)
  expect(await everything(call)).toBe(before)
})
