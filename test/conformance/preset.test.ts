import { expect, test } from 'vitest'
import { type Answer, type Call, fresh } from '../call.ts'

const API = '/wp-json/tribe/events/v1'
const service = { preset: 'the-events-calendar', sites: ['en'], empty: true } as const
const base = { title: 'Night', start_date: '2030-02-01 20:00', end_date: '2030-02-01 23:00' }

/** An event that sends every field, besides the links of `createWorld`. */
const full = {
  ...{ ...base, description: 'Text', excerpt: 'Short', slug: 'night', status: 'publish' },
  ...{ timezone: 'Europe/Berlin', all_day: false, cost: '12', website: 'https://e.example/' },
  ...{ show_map: true, show_map_link: true, hide_from_listings: false, sticky: true },
  ...{ featured: true, image: 'https://e.example/a.png', categories: ['Jazz'] },
}

type World = Readonly<Record<string, number>>

/** Creates records of each kind, and returns their IDs by name. */
async function createWorld(call: Call): Promise<World> {
  const make = async (path: string, json: object): Promise<number> => {
    const { status, body } = await call('POST', `${API}/${path}`, { json })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.id
  }
  const music = await make('categories', { name: 'Music' })
  const venue = await make('venues', { venue: 'Hall', country: 'Germany', province: 'BE' })
  const organizer = await make('organizers', { organizer: 'Club' })
  const late = await make('tags', { name: 'Late' })
  return {
    ...{ music, venue, organizer, jazz: await make('categories', { name: 'Jazz', parent: music }) },
    full: await make('events', { ...full, venue, organizer: [organizer], tags: [late] }),
    late,
    draft: await make('events', { ...base, title: 'Draft', status: 'draft' }),
    past: await make('events', { ...base, start_date: '2029-06-01', end_date: '2029-06-01' }),
  }
}

const fill = (text: string, ids: World): string =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(ids[name] ?? whole))

/** Sends `METHOD path` with a JSON body. `{name}` in the path, or `'{name}'` in the body, is the ID of a record. */
async function send(call: Call, ids: World, request: string, json?: unknown): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ')
  const target = `${API}/${fill(path, ids)}`
  if (json === undefined) return call(method, target)
  const text = JSON.stringify(json).replace(/"(\{\w+\})"/g, (_, name) => fill(name, ids))
  return call(method, target, { json: JSON.parse(text) })
}

/** The fields that an update clears if it does not name them (18.4). */
const cleared = {
  ...{ timezone: 'UTC', all_day: false, cost: '', website: '', image: false, organizer: [] },
  ...{ show_map: false, show_map_link: false, sticky: false, featured: false },
}
const event = (fields: object) => ({ ...base, ...fields })

/** The preset answers as the service: request, body, status, and the code or some fields (24). */
const answers: readonly (readonly [
  request: string,
  json: unknown,
  status: number,
  expected: string | Readonly<Record<string, unknown>>,
])[] = [
  // updates (24.2)
  ['PATCH events/{full}', { title: 'New' }, 200, { ...cleared, title: 'New', slug: 'night' }],
  ['PUT events/{full}', {}, 200, { ...cleared, title: 'Night', excerpt: '<p>Short</p>' }],
  ['POST events/{full}', { cost: '5' }, 200, { ...cleared, cost: '$5' }],
  ['PATCH events/by-slug/night', { sticky: true }, 200, { ...cleared, sticky: true }],
  ['PATCH events/{full}', { start_date: '2030-03-01' }, 200, { start_date: '2030-02-01 20:00:00' }],
  ['PATCH events/{full}', { end_date: '2030-03-01' }, 200, { end_date: '2030-02-01 23:00:00' }],
  ['PATCH events/{full}', {}, 200, { utc_start_date: '2030-02-01 19:00:00' }],
  [
    'PATCH events/{full}',
    { start_date: '2030-03-01 10:00', end_date: '2030-03-01 11:00' },
    200,
    { start_date: '2030-03-01 10:00:00', utc_start_date: '2030-03-01 10:00:00' },
  ],
  ['PATCH events/{draft}', { title: 'Out' }, 200, { status: 'publish', slug: 'out' }],
  ['PATCH venues/{venue}', { city: 'Bonn' }, 200, { stateprovince: undefined, province: 'BE' }],
  ['PATCH venues/{venue}', { province: 'HH', country: 'Germany' }, 200, { stateprovince: 'HH' }],
  // errors (24.3)
  ['GET events/{venue}', undefined, 400, 'rest-invalid-event-id'],
  ['DELETE events/{organizer}', undefined, 400, 'rest-invalid-event-id'],
  ['PATCH events/{music}', {}, 400, 'rest-invalid-event-id'],
  ['GET venues/{full}', undefined, 400, 'rest_invalid_param'],
  // values (24.4)
  ['POST venues', { venue: 'A', show_map: true }, 400, 'rest_invalid_param'],
  ['POST venues', { venue: 'A', show_map: 'true' }, 201, { show_map: true }],
  ['POST venues', { venue: 'A', zip: 12345 }, 400, 'rest_invalid_param'],
  ['POST events', event({ start_date: 1_893_456_000 }), 400, 'rest_invalid_param'],
  ['POST events', event({ start_date: '1893456000' }), 201, { start_date: '2030-01-01 00:00:00' }],
  ['POST events', event({ website: 'javascript:alert(1)' }), 400, 'rest_invalid_param'],
  ['POST events', event({ website: 'data:text/html,x' }), 400, 'rest_invalid_param'],
  ['POST events', event({ website: 'mailto:a@b.test' }), 201, { website: 'mailto:a@b.test' }],
  ['POST events', event({ website: 'ftp://a.test' }), 201, { website: 'ftp://a.test' }],
  ['POST events', event({ image: 'javascript:alert(1)' }), 400, 'rest_invalid_param'],
  ['POST events', event({ image: 'file:///etc/passwd' }), 400, 'rest_invalid_param'],
  ['POST events', event({ categories: [999_999], tags: ['999999'] }), 201, { categories: [] }],
  ['POST events', event({ venue: 999_999 }), 400, 'rest_invalid_param'],
  [
    'POST events',
    event({ end_date: '2030-02-01 10:00' }),
    201,
    { end_date: '2030-02-01 20:00:00', utc_end_date: '2030-02-01 10:00:00' },
  ],
  [
    'POST events',
    event({ timezone: 'America/New_York', start_date: '2030-03-10 02:30', end_date: '2030-03-11' }),
    201,
    { start_date: '2030-03-10 03:30:00' },
  ],
  // texts (24.4)
  ['POST tags', { name: '<b>N</b> & "co"' }, 201, { name: 'N &amp; "co"' }],
  [
    'POST events',
    event({ excerpt: `It's -- "x"` }),
    201,
    { excerpt: '<p>It&#8217;s &#8212; &#8220;x&#8221;</p>' },
  ],
  [
    'POST events',
    event({ description: '<!-- wp:paragraph {"a":1} -->\n<p>Hi</p>\n<!-- /wp:paragraph -->' }),
    201,
    { description: '<p class="wp-block-paragraph">Hi</p>' },
  ],
  [
    'GET categories/{jazz}',
    undefined,
    200,
    { url: 'http://calmock.test/events/category/music/jazz/' },
  ],
  // lists and fields (24.5)
  ['GET events?include={past}', undefined, 200, { total: 0 }],
  ['GET events?include={past}&start_date=2029-01-01', undefined, 200, { total: 1 }],
  ['GET events?geoloc=true', undefined, 200, { total: 1 }],
  ['GET events?geoloc_lat=1', undefined, 200, { total: 1 }],
  ['GET events?geoloc_lat=1&geoloc_lng=1', undefined, 200, { total: 1 }],
  ['GET events?ticketed=true', undefined, 400, 'rest_invalid_param'],
  ['GET events?ticketed=false', undefined, 200, { total: 1 }],
  ['GET events?_fields=events.title,total', undefined, 200, { events: [], total: 1 }],
  [
    'GET events/{full}?_fields=title,organizer.organizer',
    undefined,
    200,
    { title: 'Night', organizer: [] },
  ],
  ['GET events/{full}?_fields=venue.venue', undefined, 200, { venue: { venue: 'Hall' } }],
  [
    'GET events?_envelope=1',
    undefined,
    200,
    { headers: { 'X-TEC-Total': 1, 'X-TEC-TotalPages': 1, Allow: 'GET, POST' } },
  ],
  [
    'GET events/{full}?_envelope=1',
    undefined,
    200,
    { headers: { Allow: 'GET, DELETE, POST, PUT, PATCH' } },
  ],
  // which record is written, and what is lost (24.2)
  ['PATCH events/{full}', { id: '{draft}', title: 'X' }, 200, { title: 'X', slug: 'x' }],
  ['PATCH venues/{venue}', { id: 999_999 }, 400, 'rest_invalid_param'],
  ['PATCH events/{full}', { id: 999_999 }, 404, 'rest-event-not-found'],
  ['PATCH events/{full}', { id: '{venue}' }, 400, 'rest-invalid-event-id'],
  ['DELETE tags/999999?id={late}', undefined, 200, { name: 'Late' }],
  ['GET events/{full}?id={draft}', undefined, 200, { title: 'Draft' }],
  ['PATCH organizers/{organizer}', { id: 'x' }, 400, 'rest_invalid_param'],
  ['PATCH events/by-slug/night', { slug: 'other' }, 404, 'rest-event-not-found'],
  ['PATCH events/by-slug/night', { id: '{draft}', title: 'X' }, 200, { slug: 'night' }],
  // null in text (24.4)
  ['POST venues', { venue: 'A', phone: null }, 400, 'rest_invalid_param'],
  ['PATCH organizers/{organizer}', { email: null }, 400, 'rest_invalid_param'],
  ['POST events', event({ cost: null, organizer: null, website: null }), 201, { cost: '' }],
  // paths (24.5)
  ['GET /events//{full}', undefined, 200, { title: 'Night' }],
]

test.each(answers)(
  'with the preset, %s with %j answers %d %j',
  async (request, json, status, expected) => {
    const call = fresh(service)
    const answer = await send(call, await createWorld(call), request, json)
    expect([answer.status, answer.text]).toEqual([status, expect.anything()])
    if (typeof expected === 'string') expect(answer.body.code).toBe(expected)
    else
      for (const [name, value] of Object.entries(expected))
        expect(answer.body[name], `${name} of ${answer.text}`).toEqual(value)
  },
)

test('with the preset, an update that sends every field changes nothing else (18.4b)', async () => {
  const call = fresh(service)
  const ids = await createWorld(call)
  const { body: before } = await send(call, ids, 'GET events/{full}')
  const json = { ...full, organizer: [ids.organizer], tags: [ids.late], title: 'New' }
  await send(call, ids, 'PUT events/{full}', json)
  const { body: after } = await send(call, ids, 'GET events/{full}')
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  expect(changed).toEqual(['title', 'json_ld'])
})

test('with the preset, an existing tag by name or slug becomes a tag named by its number, and a filter uses the first tag (24.4, 24.5)', async () => {
  const call = fresh(service)
  const ids = await createWorld(call)
  const tagsOf = async (tags: unknown) => {
    const { body, headers } = await send(call, ids, 'POST events', { ...base, tags })
    const names = body.tags.map(({ name }: { readonly name: string }) => name)
    return [names, headers.get('x-calmock-notes')?.includes('service-differs') ?? false]
  }
  const number = String(ids.late)
  expect(await tagsOf(['Late'])).toEqual([[number], true])
  expect(await tagsOf('late,New one')).toEqual([[number, 'New one'], true])
  expect(await tagsOf(['{late}'])).toEqual([['Late'], false])
  expect(await tagsOf(['Newer'])).toEqual([['Newer'], false])
  const { body, headers } = await call('GET', `${API}/events?tags=late,newer`)
  expect([body.total, headers.get('x-calmock-notes')]).toEqual([
    2,
    expect.stringContaining('service-differs'),
  ])
  expect((await call('GET', `${API}/events?categories=jazz,music`)).body.total).toBe(1)
})

test('with the preset, the delete of an organizer takes the other organizers of its events with it (24.2)', async () => {
  const call = fresh(service)
  const ids = await createWorld(call)
  const second = await send(call, ids, 'POST organizers', { organizer: 'Second' })
  const organizer = [ids.organizer, second.body.id]
  const { body } = await send(call, ids, 'POST events', { ...base, organizer })
  const { headers } = await send(call, ids, 'DELETE organizers/{organizer}')
  expect(headers.get('x-calmock-notes')).toContain('service-differs')
  expect((await call('GET', `${API}/events/${body.id}`)).body.organizer).toEqual([])
})

test('with the preset, an event that ends before it starts is in no list (24.5)', async () => {
  const call = fresh(service)
  const ids = await createWorld(call)
  const json = { ...base, title: 'Backwards', end_date: '2030-02-01 10:00' }
  const { body } = await send(call, ids, 'POST events', json)
  expect((await call('GET', `${API}/events/${body.id}`)).status).toBe(200)
  expect((await call('GET', `${API}/events?search=backwards`)).body.total).toBe(0)
})

test.each(['Editor', 'EDITOR'])('a user signs in as %s in any letter case (20.2)', async (name) => {
  const call = fresh({ ...service, auth: 'editor:pw' })
  const headers = { authorization: `Basic ${btoa(`${name}:pw`)}` }
  expect((await call('POST', `${API}/events`, { json: base, headers })).status).toBe(201)
})

const explained = { headers: { 'x-calmock-explain': '1' } }

test.each([
  [
    service,
    'the update cleared timezone, cost, image, website, organizer, show_map, show_map_link, sticky, featured, as the service does',
  ],
  [
    { empty: true, sites: ['en'], root: '/wp-json', namespace: 'tribe/events/v1' },
    'the service would clear timezone',
  ],
] as const)('with %j, the note of a partial update says "%s" (18.4b)', async (options, start) => {
  const call = fresh(options)
  const ids = await createWorld(call)
  const { headers } = await call('PATCH', `${API}/events/${ids.full}`, {
    json: { title: 'New' },
    ...explained,
  })
  const [note] = JSON.parse(headers.get('x-calmock-notes') ?? '[]')
  expect(note.code).toBe('service-clears-fields')
  const names = (text: string) => text.match(/\w+/g)?.sort()
  expect(names(note.message.slice(0, start.length))).toEqual(names(start))
})

test('with the preset, any update restores an event from the trash, and an editor reads trashed venues (24.2, 24.3)', async () => {
  const call = fresh(service)
  const ids = await createWorld(call)
  await send(call, ids, 'DELETE events/{full}')
  const { body } = await send(call, ids, 'POST events/{full}', { title: 'Back' })
  expect([body.status, body.slug]).toEqual(['publish', 'night'])
  await send(call, ids, 'DELETE venues/{venue}')
  expect((await send(call, ids, 'GET venues/{venue}')).body.status).toBe('trash')
})

test('with the preset, visitors who read what is not published get 403 (24.3)', async () => {
  const call = fresh({ ...service, auth: 'ed:pw' })
  const headers = { authorization: `Basic ${btoa('ed:pw')}` }
  for (const [path, kind, json] of [
    ['events', 'event', { ...base, status: 'private' }],
    ['venues', 'venue', { venue: 'A', status: 'draft' }],
    ['organizers', 'organizer', { organizer: 'A', status: 'draft' }],
  ] as const) {
    const { body } = await call('POST', `${API}/${path}`, { json, headers })
    const answer = await call('GET', `${API}/${path}/${body.id}`)
    expect([answer.status, answer.body.code]).toEqual([403, `${kind}-not-accessible`])
    expect(answer.headers.has('www-authenticate')).toBe(false)
  }
})

test('with the preset, pages of other origins may read and send what the service lets them, and headers of the mock (24.5)', async () => {
  const call = fresh(service)
  await createWorld(call)
  const headers = {
    origin: 'http://app.example',
    'access-control-request-headers': 'x-calmock-delay',
  }
  const answer = await call('GET', `${API}/events`, { headers })
  expect(answer.headers.get('access-control-expose-headers')).toBe(
    'X-WP-Total, X-WP-TotalPages, Link, X-Calmock-Notes',
  )
  expect(answer.headers.get('access-control-allow-headers')).toBe(
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, X-Calmock-World, X-Calmock-Scenario, X-Calmock-Now, X-Calmock-Delay',
  )
  expect(answer.headers.get('x-calmock-notes')?.split(', ')).toContain('totals-hidden')
  const own = await call('GET', `${API}/events`, { headers: { origin: 'http://calmock.test' } })
  expect(own.headers.get('x-calmock-notes')).not.toContain('totals-hidden')
})

test('with the preset, a note says that a place has no effect without the extension', async () => {
  const call = fresh(service)
  const extended = fresh({ ...service, geolocation: true })
  const notes = [call, extended].map(async (send) => {
    const { headers } = await send('GET', `${API}/events?geoloc_lat=1&geoloc_lng=1`)
    return String(headers.get('x-calmock-notes')).includes('no-effect')
  })
  expect(await Promise.all(notes)).toEqual([true, false])
})

test('with the preset, --geolocation and --tickets add the extensions of the service (24.5)', async () => {
  const call = fresh({ ...service, geolocation: true, tickets: true })
  const ids = await createWorld(call)
  expect((await send(call, ids, 'GET events?ticketed=true')).body.total).toBe(0)
  expect((await send(call, ids, 'GET events?geoloc=true')).body.total).toBe(0)
  expect((await send(call, ids, 'GET events?geoloc_lat=1')).status).toBe(400)
})

test('with the preset, a category has a page below those of its parents (24.4)', async () => {
  const call = fresh(service)
  const ids = await createWorld(call)
  const { body } = await send(call, ids, 'GET categories/{jazz}')
  const page = await call('GET', new URL(body.url).pathname)
  expect([page.status, page.text.includes('<h1>Jazz</h1>')]).toEqual([200, true])
})

test('with the preset, images have the sizes of their files (24.4)', async () => {
  const call = fresh({ preset: 'the-events-calendar', sites: ['en'] })
  const { image } = (await call('GET', `${API}/events/102`)).body
  for (const { url, filesize } of [image, ...Object.values<typeof image>(image.sizes)]) {
    const { text } = await call('GET', new URL(url).pathname)
    expect(filesize).toBe(new TextEncoder().encode(text).length)
  }
})

test('with the preset, /doc says what an update sets for fields that it does not send, and which types it reads (18.4b, 14.1c)', async () => {
  const { components } = (await fresh(service)('GET', `${API}/doc`)).body
  const { EventChanges, EventFields, VenueChanges } = components.schemas
  expect(EventChanges.properties.organizer.default).toEqual([])
  expect(EventChanges.properties.featured.default).toBe(false)
  expect(EventChanges.properties.title).not.toHaveProperty('default')
  expect(EventFields.properties.organizer).not.toHaveProperty('default')
  expect(VenueChanges.properties.show_map).toMatchObject({ type: 'string', default: 'true' })
})

test('the 404 of the other namespace of the service says that the mock does not have it', async () => {
  const { status, body } = await fresh(service)('GET', '/wp-json/tec/v1/events')
  expect([status, body.code]).toEqual([404, 'rest_no_route'])
  expect(body.message).toContain('does not have the namespace tec/v1')
})
