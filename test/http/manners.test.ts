import { expect, test } from 'vitest'
import { fresh, ORIGIN } from '../call.ts'
import { DE, freshEach, leastOf, make, makeEvent, namesOf, outcome, read } from './world.ts'

const call = freshEach({ empty: true })

const JSON_TYPE = 'application/json; charset=utf-8'

test.each([
  ['/events', 200],
  ['/tags?hide_empty=false', 200],
  ['/events/by-slug/jazz-night', 200],
  ['/doc', 200],
  ['', 200],
  ['/events/999999999', 404],
  ['/events?page=0', 400],
  ['/nothing', 404],
])('HEAD %s returns the headers of GET without the body (22.2)', async (path, status) => {
  await makeEvent(call)
  const head = await call('HEAD', `${DE}${path}`)
  const get = await call('GET', `${DE}${path}`)
  expect([head.status, get.status]).toEqual([status, status])
  expect(head.text).toBe('')
  for (const name of ['content-type', 'allow', 'link', 'x-cal-total', 'x-wp-totalpages']) {
    expect(head.headers.get(name), name).toBe(get.headers.get(name))
  }
})

test.each([
  ['', '', 'GET'],
  ['/events', '/events', 'GET, POST'],
  ['/events/7', '/events/(?P<id>\\d+)', 'GET, DELETE, POST, PUT, PATCH'],
  ['/venues/by-slug/hall', '/venues/by-slug/(?P<slug>[^/]+)', 'GET, DELETE, POST, PUT, PATCH'],
  ['/categories/7', '/categories/(?P<id>\\d+)', 'GET, POST, PUT, PATCH, DELETE'],
])('OPTIONS %s returns the index entry of its route (22.2)', async (path, route, allow) => {
  const answer = await call('OPTIONS', `${DE}${path}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('allow')).toBe(allow)
  const { routes } = await read(call, DE)
  const entry = routes[`/cal/events/v1${route}`]
  expect(answer.body.methods).toEqual(entry.methods)
  expect(answer.body.endpoints).toEqual(entry.endpoints)
})

const targets = ['/events', '/events/999999999', '/nothing', '/events?page=0', '']

test.each(targets)('GET %s has the fixed headers (22.1)', async (path) => {
  const { headers } = await call('GET', `${DE}${path}`)
  expect(headers.get('content-type')?.toLowerCase()).toBe(JSON_TYPE)
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

const listed = (text: string | null) => (text ?? '').toLowerCase().split(/\s*,\s*/)

test.each(['/events', '/events/999999999'])('any origin may read GET %s (22.1)', async (path) => {
  const origin = 'https://app.example'
  const { headers } = await call('GET', `${DE}${path}`, { headers: { origin } })
  expect(headers.get('access-control-allow-origin')).toBe(origin)
  expect(headers.get('access-control-allow-credentials')).toBe('true')
  expect(listed(headers.get('vary'))).toContain('origin')
  const exposed = listed(headers.get('access-control-expose-headers'))
  for (const name of 'x-cal-total x-cal-totalpages x-wp-total x-wp-totalpages link'.split(' ')) {
    expect(exposed).toContain(name)
  }
})

test.each([
  ['/events', 'POST'],
  ['/events/7', 'PUT'],
  ['/venues/by-slug/hall', 'PATCH'],
  ['/tags/7', 'DELETE'],
])('a CORS preflight of %s %s with credentials passes (22.1)', async (path, method) => {
  const origin = 'https://app.example'
  const { status, headers } = await call('OPTIONS', `${DE}${path}`, {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  })
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(300)
  expect(headers.get('access-control-allow-origin')).toBe(origin)
  expect(headers.get('access-control-allow-credentials')).toBe('true')
  expect(listed(headers.get('access-control-allow-methods'))).toContain(method.toLowerCase())
  const allowed = listed(headers.get('access-control-allow-headers'))
  expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type']))
})

test('a request without Origin gets no CORS permission (22.1)', async () => {
  const { headers } = await call('GET', `${DE}/events`)
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

const override = (method: string) => ({ 'x-http-method-override': method })

const changed = { title: 'Other' }

test.each([
  ['PUT', '?_method=PUT', {}, changed],
  ['PATCH', '', override('PATCH'), changed],
  ['PUT', '', override('PUT'), changed],
  ['DELETE', '?_method=DELETE', {}, { status: 'trash' }],
  ['DELETE', '', override('DELETE'), { status: 'trash' }],
  ['DELETE', '?_method=DELETE', override('PUT'), { status: 'trash' }],
])('POST is overridden to %s by %s %j (22.2)', async (method, query, headers, expected) => {
  const { id } = await makeEvent(call)
  const body = method === 'DELETE' ? {} : { json: changed }
  const answer = await call('POST', `${DE}/events/${id}${query}`, { ...body, headers })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject(expected)
})

test('an unknown overridden method is rejected like any other', async () => {
  const answer = await call('POST', `${DE}/events?_method=PATCH`, { json: leastOf('events') })
  expect(outcome(answer)).toEqual([404, 'rest_no_route'])
  expect(await namesOf(call, 'events')).toEqual([])
})

const expected = {
  title: 'Jazz & more',
  all_day: true,
  start_date: '2030-02-01 00:00:00',
  venue: expect.objectContaining({ venue: 'Hall', city: 'Bonn' }),
  organizer: [
    expect.objectContaining({ organizer: 'Ann' }),
    expect.objectContaining({ organizer: 'Bob', phone: '5550' }),
  ],
  tags: [expect.objectContaining({ name: 'free' }), expect.objectContaining({ name: 'late' })],
}

const sent: readonly (readonly [string, string])[] = [
  ['title', 'Jazz & more'],
  ['start_date', '2030-02-01 19:00:00'],
  ['end_date', '2030-02-01 22:00:00'],
  ['all_day', '1'],
  ['venue[venue]', 'Hall'],
  ['venue[city]', 'Bonn'],
  ['organizer[0][organizer]', 'Ann'],
  ['organizer[1][organizer]', 'Bob'],
  ['organizer[1][phone]', '5550'],
  ['tags[]', 'late'],
  ['tags[]', 'free'],
]

const form = new URLSearchParams(sent.map(([name, value]) => [name, value])).toString()

const multipart = `${sent
  .map(
    ([name, value]) => `--X7\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  .join('')}--X7--\r\n`

const asJson = JSON.stringify({
  ...{ title: 'Jazz & more', start_date: '2030-02-01 19:00:00', end_date: '2030-02-01 22:00:00' },
  ...{ all_day: true, venue: { venue: 'Hall', city: 'Bonn' } },
  organizer: [{ organizer: 'Ann' }, { organizer: 'Bob', phone: '5550' }],
  tags: ['late', 'free'],
})

test.each([
  ['application/json', asJson],
  ['application/json; charset=UTF-8', asJson],
  ['Application/JSON', asJson],
  ['application/vnd.api+json', asJson],
  ['application/x-www-form-urlencoded', form],
  ['application/x-www-form-urlencoded; charset=UTF-8', form],
  ['multipart/form-data; boundary=X7', multipart],
  ['multipart/form-data; boundary="X7"', multipart],
  [undefined, form],
])('POST /events accepts a body of type %s (22.3)', async (type, raw) => {
  const headers = type === undefined ? {} : { 'content-type': type }
  const answer = await call('POST', `${DE}/events`, { raw, headers })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject(expected)
})

test.each(['POST', 'PUT', 'PATCH'])('%s accepts a form on an item (22.3)', async (method) => {
  const { id } = await makeEvent(call)
  const init = { form: 'title=Caf%C3%A9+%26+Jazz&venue[venue]=Hall' }
  const answer = await call(method, `${DE}/events/${id}`, init)
  expect(answer.body).toMatchObject({ title: 'Café & Jazz', venue: { venue: 'Hall' } })
})

test('a file in a multipart body is not a field (22.3)', async () => {
  const file = 'Content-Disposition: form-data; name="image"; filename="p.png"'
  const raw = `--X7\r\n${file}\r\nContent-Type: image/png\r\n\r\nPNG\r\n${multipart}`
  const headers = { 'content-type': 'multipart/form-data; boundary=X7' }
  const answer = await call('POST', `${DE}/events`, { raw, headers })
  expect([answer.status, answer.body.image]).toEqual([201, false])
})

test.each([
  ['gzip', 415],
  ['br, gzip', 415],
  ['GZIP', 415],
  ['identity', 201],
  ['Identity', 201],
  ['', 201],
])('a body with the content coding "%s" returns %d', async (coding, status) => {
  const headers = { 'content-encoding': coding }
  const answer = await call('POST', `${DE}/tags`, { json: { name: 'A' }, headers })
  expect(answer.status).toBe(status)
  if (status === 201) return
  const reason = `Die Inhaltskodierung ${coding} wird nicht unterstützt. Senden Sie den Inhalt der Anfrage ohne Content-Encoding.`
  expect(answer.body).toEqual({
    code: 'rest_unsupported_media_type',
    message: reason,
    data: { status, params: { 'Content-Encoding': reason }, details: [] },
  })
  const reset = await call('POST', '/__calmock/reset', { raw: 'x', headers })
  expect([reset.status, reset.body.code]).toEqual([415, 'calmock_body_encoded'])
})

test('multipart texts may contain line breaks and any script (22.3)', async () => {
  const raw = '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nमेला — 音乐\r\n--b--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await call('POST', `${DE}/tags`, { raw, headers })
  expect([answer.status, answer.body.name]).toEqual([201, 'मेला — 音乐'])
})

test('the query may contain the fields of a create, and the body takes precedence (10.2)', async () => {
  const answer = await call('POST', `${DE}/venues?venue=Query&city=Bonn`, {
    json: { venue: 'Body' },
  })
  expect(answer.body).toMatchObject({ venue: 'Body', city: 'Bonn' })
})

test.each([
  ['/events?_fields=total,total_pages', { total: 1, total_pages: 1 }],
  ['/events/{id}?_fields=title,nothing', { title: 'Jazz night' }],
  ['/events/{id}?_fields=start_date_details.year', { start_date_details: { year: '2030' } }],
])('GET %s returns only the selected fields (22.4)', async (path, body) => {
  const { id } = await makeEvent(call)
  expect(await read(call, `${DE}${path.replace('{id}', id)}`)).toEqual(body)
})

test('_fields does not shorten errors (22.4)', async () => {
  const { body } = await call('GET', `${DE}/events/7?_fields=message`)
  expect(Object.keys(body)).toEqual(['code', 'message', 'data'])
})

test.each([
  ['/events', 200],
  ['/events/999999999', 404],
])('_envelope wraps GET %s with its status and headers (22.4)', async (path, status) => {
  const plain = await call('GET', `${DE}${path}`)
  const answer = await call('GET', `${DE}${path}?_envelope=1`)
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body)).toEqual(['body', 'status', 'headers'])
  expect(answer.body.status).toBe(status)
  expect(answer.body.body).toMatchObject(status === 200 ? { total: 0 } : plain.body)
  const headers = new Headers(answer.body.headers)
  expect(headers.get('x-cal-total')).toBe(plain.headers.get('x-cal-total'))
})

test.each([
  ['/de/cal/events/v1/', '/de/cal/events/v1'],
  ['/de/cal/events/v1/events/', '/de/cal/events/v1/events'],
  ['/de/CAL/Events/V1/EVENTS', '/de/cal/events/v1/events'],
  ['/de/cal/events/v1/Events/By-Slug/jazz-night/', '/de/cal/events/v1/events/by-slug/jazz-night'],
  ['/de/cal/events/v1/tags/?page=1', '/de/cal/events/v1/tags?page=1'],
])('GET %s equals GET %s (10.1)', async (target, same) => {
  await makeEvent(call, { tags: ['late'] })
  const [one, two] = [await call('GET', target), await call('GET', same)]
  expect(one.status).toBe(200)
  expect(one.text).toBe(two.text)
})

test('a Location and a rest_url refer to the record', async () => {
  const answer = await call('POST', `${DE}/events`, { json: leastOf('events') })
  const location = `${answer.headers.get('location')}`
  expect(location).toBe(answer.body.rest_url)
  expect((await read(call, location.slice(ORIGIN.length))).id).toBe(answer.body.id)
})

test('two mocks share no data', async () => {
  const one = fresh({ empty: true })
  const two = fresh({ empty: true })
  await make(one, 'tags')
  expect(await namesOf(one, 'tags', 'hide_empty=false')).toHaveLength(1)
  expect(await namesOf(two, 'tags', 'hide_empty=false')).toHaveLength(0)
})

test.each([
  ['_fields[]=total&_fields[]=total_pages', { total: 2, total_pages: 1 }],
  ['_fields=total&_fields=total_pages', { total: 2, total_pages: 1 }],
  ['_fields=total%20total_pages', { total: 2, total_pages: 1 }],
  ['_fields[0][toString]=x&_fields[1]=total', { total: 2 }],
])('%s selects two fields in any notation', async (query, expected) => {
  for (const name of ['a', 'b']) await make(call, 'tags', { name })
  expect(await read(call, `${DE}/tags?hide_empty=false&${query}`)).toEqual(expected)
})

test('_fields without a name has no effect (22.4)', async () => {
  expect(await read(call, `${DE}/tags?_fields=,`)).toEqual(await read(call, `${DE}/tags`))
})

test.each([
  ['?_method=POST&name=A', {}],
  ['?name=A', { 'x-http-method-override': 'POST' }],
])('OPTIONS changes nothing, even with %s and %o', async (query, headers) => {
  const before = (await call('GET', '/__calmock/world')).text
  expect((await call('OPTIONS', `${DE}/tags${query}`, { headers })).status).toBe(200)
  expect((await call('GET', '/__calmock/world')).text).toBe(before)
})
