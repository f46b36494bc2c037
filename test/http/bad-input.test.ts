import { expect, test } from 'vitest'
import { languages } from '../../src/contract/site.ts'
import { type CallInit, fresh } from '../call.ts'
import { DE, everything, expectRefused, freshEach, leastOf, make, outcome, read } from './world.ts'

const call = freshEach({ empty: true })

const JSON_TYPE = { 'content-type': 'application/json' }

/** Creates one record of each kind. Returns two ids and the contents of the lists. */
async function createWorld() {
  const { id } = await make(call, 'events', { tags: ['late'], categories: ['Music'] })
  const venue = await make(call, 'venues')
  await make(call, 'organizers')
  return { id, venue: venue.id, before: await everything(call) }
}

/** Sends a write to the German site. Fails unless it returns an error and changes nothing. */
async function sendRejected(method: string, path: string, init: CallInit) {
  const { id, venue, before } = await createWorld()
  const answer = await call(method, DE + path.replace('{id}', id).replace('{venue}', venue), init)
  expect(Object.keys(answer.body)).toEqual(['code', 'message', 'data'])
  expect(answer.body.data.status).toBe(answer.status)
  expect(await everything(call)).toBe(before)
  return answer
}

/** Sends a body of JSON, as `sendRejected`. */
const sendRejectedJson = (method: string, path: string, raw: string | Uint8Array) =>
  sendRejected(method, path, { raw, headers: JSON_TYPE })

const malformed = `{|{"title":|{"title":"x"|{title:"x"}|{'title':'x'}|{"title":"x",}|x`.split('|')

test.each([
  ...malformed.flatMap((raw) => [
    ['POST', '/events', raw],
    ['PUT', '/events/{id}', raw],
  ]),
  ...['PATCH', 'POST', 'DELETE'].map((method) => [method, '/venues/{venue}', '{"a']),
])('%s %s rejects the body %s (13.1)', async (method = '', path = '', raw = '') => {
  const answer = await sendRejectedJson(method, path, raw)
  expect(outcome(answer)).toEqual([400, 'rest_invalid_json'])
  expect(answer.body.data.json_error_code).toBe(4)
  expect(answer.body.data.json_error_message).toMatch(/\S/)
})

test('an unknown route is reported before a malformed body (10.1)', async () => {
  const answer = await sendRejectedJson('PATCH', '/events', '{')
  expect(outcome(answer)).toEqual([404, 'rest_no_route'])
})

const notObjects = '[] [1,2] [null] [{"cost":"99"}] "title" "" 5 true null'.split(' ')

test.each(notObjects)('a create with the JSON body %s lacks its fields (22.3)', async (raw) => {
  const { status, body } = await sendRejectedJson('POST', '/events', raw)
  expect([status, body.code]).toEqual([400, 'rest_missing_callback_param'])
  expect(body.data).toEqual({ status: 400, params: ['title', 'start_date', 'end_date'] })
  expect(body.message).toContain(`muss ein JSON-Objekt sein, nicht ${raw}.`)
})

test.each(
  notObjects.flatMap((raw) => [
    ['PUT', '/events/{id}', raw],
    ['PATCH', '/venues/{venue}', raw],
    ['POST', '/venues/{venue}', raw],
    ['POST', '/tags?name=Complete', raw],
  ]),
)('%s %s rejects the JSON body %s', async (method = '', path = '', raw = '') => {
  const answer = await sendRejectedJson(method, path, raw)
  expectRefused(answer, 'body')
  expect(answer.body.data.params.body).toContain(raw)
})

test.each(languages)('the message about a body that is no object is in %s', async (site) => {
  const call = fresh({ empty: true, sites: [site] })
  const target = `/${site}/cal/events/v1/tags`
  const { id } = (await call('POST', target, { json: { name: 'late' } })).body
  const answer = await call('PUT', `${target}/${id}`, { raw: '5', headers: JSON_TYPE })
  expectRefused(answer, 'body')
  expect(answer.headers.get('content-language')).toBe(site)
  for (const part of ['JSON', '5']) expect(answer.body.message).toContain(part)
})

test('GET and DELETE ignore a JSON body that is not an object', async () => {
  const { id } = await createWorld()
  for (const method of ['GET', 'DELETE']) {
    const answer = await call(method, `${DE}/events/${id}`, { raw: '5', headers: JSON_TYPE })
    expect(answer.status).toBe(200)
  }
})

test.each([
  ['a lone byte', [0xff]],
  ['a truncated character', [0xe0, 0xa4]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
])('JSON with %s is rejected as invalid UTF-8 (13.1)', async (_, broken) => {
  const raw = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(broken), Buffer.from('"}')])
  expect((await sendRejectedJson('POST', '/tags', raw)).status).toBe(400)
})

const forms = ['name=%FF', 'name=%E0%A4%A', 'name=%', 'name=a%zz', '%FF=x&name=a']

test.each(forms)('the form %s is rejected', async (form) => {
  expect((await sendRejected('POST', '/tags', { form })).status).toBe(400)
})

test.each([
  ...'/events?search=% /events?search=%E0%A4%A /events?search=%FF'.split(' '),
  ...'/events?search=a%zzb /events?%FF=1 /venues?search=%C0%AF /events/by-slug/%'.split(' '),
  ...'/events/by-slug/%zz /events/by-slug/%FF /events/by-slug/%E0%A4%A'.split(' '),
  ...'/venues/by-slug/a%2'.split(' '),
])('the malformed path GET %s is rejected with 400', async (path) => {
  expect((await sendRejected('GET', path, {})).status).toBe(400)
})

test('a JSON body may have 64 levels', async () => {
  const nest = (levels: number) => '{"a":'.repeat(levels - 1)
  const send = (levels: number) => {
    const raw = `{"name":"Tief ${levels}","x":${nest(levels)}1${'}'.repeat(levels)}`
    return call('POST', `${DE}/tags`, { raw, headers: JSON_TYPE })
  }
  expect((await send(64)).status).toBe(201)
  expect(outcome(await send(65))).toEqual([400, 'rest_invalid_json'])
})

const MIB = 1024 * 1024
const longTag = (size: number) =>
  JSON.stringify({ ...leastOf('tags'), description: 'a'.repeat(size) })

test.each<[string, CallInit]>([
  ['JSON', { raw: longTag(MIB), headers: JSON_TYPE }],
  ['a form', { form: `name=x&description=${'a'.repeat(MIB)}` }],
  ['malformed JSON', { raw: '{'.repeat(MIB + 1), headers: JSON_TYPE }],
  ['text', { raw: 'a'.repeat(MIB + 1), headers: { 'content-type': 'text/plain' } }],
])('%s above 1 MiB is rejected with 413', async (_, init) => {
  expect((await sendRejected('POST', '/tags', init)).status).toBe(413)
})

test('a body below 1 MiB is accepted', async () => {
  const raw = longTag(MIB - 1000)
  const answer = await call('POST', `${DE}/tags`, { raw, headers: JSON_TYPE })
  expect(answer.status).toBe(201)
  expect(answer.body.description).toHaveLength(MIB - 1000)
})

test.each(
  '2030-02-31|2030-02-31 10:00:00|2029-02-29|2030-04-31T10:00:00Z|2030-00-10'
    .split('|')
    .flatMap((value) => ['start_date', 'end_date', 'date'].map((name) => ({ name, value }))),
)('PUT rejects $name = $value and changes nothing', async ({ name, value }) => {
  const json = { title: 'Other', [name]: value }
  expectRefused(await sendRejected('PUT', '/events/{id}', { json }), name)
})

test('a rejected create creates neither terms nor venues', async () => {
  const json = {
    ...{ ...leastOf('events'), start_date: '2030-02-31', categories: ['Brand new'] },
    ...{ venue: { venue: 'Brand new' }, organizer: [{ organizer: 'Brand new' }] },
  }
  expectRefused(await sendRejected('POST', '/events', { json }), 'start_date')
})

const types = 'text/plain|text/xml|application/octet-stream|application/xml; charset=utf-8'.split(
  '|',
)

test.each(types)('a create with a body of type %s lacks all its fields', async (type) => {
  const raw = JSON.stringify({ title: 'Other', ...leastOf('events') })
  const answer = await sendRejected('POST', '/events', { raw, headers: { 'content-type': type } })
  expect(outcome(answer)).toEqual([400, 'rest_missing_callback_param'])
  expect(answer.body.data.params).toEqual(['title', 'start_date', 'end_date'])
})

test.each(
  types.flatMap((type) =>
    ['/events/{id}', '/events/by-slug/jazz-night'].flatMap((path) =>
      ['POST', 'PUT', 'PATCH'].map((method) => ({ type, path, method })),
    ),
  ),
)('$method $path with a body of type $type returns 415', async ({ type, path, method }) => {
  const init = { raw: 'title=Other', headers: { 'content-type': type } }
  const answer = await sendRejected(method, path, init)
  expect(outcome(answer)).toEqual([415, 'rest_unsupported_media_type'])
})

test('an update without a body changes nothing', async () => {
  const { id, before } = await createWorld()
  const answer = await call('PUT', `${DE}/events/${id}`)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject(leastOf('events'))
  expect(await everything(call)).toBe(before)
})

const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

test.each(inherited)('the unknown parameter %s is ignored', async (name) => {
  await createWorld()
  expect((await read(call, `${DE}/events?${name}=1&${name}[x]=1`)).total).toBe(1)
  const raw = `{"name":"Tag","${name}":{"x":1}}`
  const answer = await call('POST', `${DE}/tags`, { raw, headers: JSON_TYPE })
  expect([answer.status, answer.body.name]).toEqual([201, 'Tag'])
})

test.each([
  ['/events?geoloc_lat[toString]=1&geoloc_lng=2', 'geoloc_lat'],
  ['/events?categories[toString]=1', 'categories'],
  ['/events?tags[0][valueOf]=1', 'tags'],
])('%s is rejected for any key in its brackets', async (path, name) => {
  await createWorld()
  expectRefused(await call('GET', `${DE}${path}`), name)
})

test.each(['__proto__', 'constructor', 'toString', 'banana'])(
  'orderby=%s sorts by name, as every unknown attribute does (15.5)',
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
  await createWorld()
  const before = process.cpuUsage() // unlike time, the same on a busy machine
  await call('POST', `${DE}/events`, init)
  const { user, system } = process.cpuUsage(before)
  expect(user + system).toBeLessThan(5_000_000) // 5 s; quadratic work takes minutes
})

test.each(['GET', 'DELETE'])(
  '%s ignores a body with an unsupported type (22.3)',
  async (method) => {
    const { id } = await createWorld()
    const init = { raw: 'x', headers: { 'content-type': 'text/plain' } }
    expect((await call(method, `${DE}/events/${id}`, init)).status).toBe(200)
  },
)

test('a form with 80,000 numbered names does not block the mock', async () => {
  const { before } = await createWorld()
  const names = Array.from({ length: 40_000 }, (_, n) => [`a[${40_000 + n}]`, 'a[]']).flat()
  const raw = names.sort((a, b) => b.length - a.length).join('&')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await call('POST', `${DE}/events`, { raw, headers })).status).toBe(400)
  expect(await everything(call)).toBe(before)
})
