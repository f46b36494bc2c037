import { getResponse } from 'msw'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../fixtures/languages/messages.ts'
import { MAX_BODY_BYTES } from '../../src/contract/context.ts'
import { resources } from '../../src/contract/resources/index.ts'
import {
  createEndpoints,
  type Endpoint,
  listRoutes,
  type Operation,
} from '../../src/contract/route.ts'
import { createSite, defaultSites } from '../../src/contract/site.ts'
import { handlersFor } from '../../src/intercept/msw/handlers.ts'
import { createTestMock, fresh, ORIGIN } from '../call.ts'
import { type Answered, leastOf } from '../http/world.ts'
import { type Ask, type Edges, openEdges } from './edges.ts'

const options = { events: 24 }
const unchanged = fresh(options)
const DE = '/de/cal/events/v1'
const HI = '/hi/cal/events/v1'

/** A request with its expected status. */
interface Case extends Ask {
  readonly status: number
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const get = (target: string, status = 200, more: Partial<Ask> = {}): Case => ({
  method: 'GET',
  target,
  status,
  ...more,
})

const post = (target: string, status: number, body: unknown, more: Partial<Ask> = {}): Case => ({
  method: 'POST',
  target,
  status,
  headers: json,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
})

/** Returns the records of a collection, so that each operation can use a separate record. */
async function readRecords(site: string, collection: string): Promise<Answered[]> {
  const target = `/${site}/cal/events/v1/${collection}`
  const query = collection === 'events' ? '&start_date=2000-01-01&end_date=2100-01-01' : ''
  const isTerm = collection === 'categories' || collection === 'tags'
  const all = isTerm ? '&hide_empty=false' : query
  const { body } = await unchanged('GET', `${target}?per_page=50${all}`)
  return body[collection]
}

/** Encodes the fields of a write as JSON, or as a form for PUT. */
function encodeFields(method: string, fields: Readonly<Record<string, unknown>>): Partial<Ask> {
  if (method !== 'PUT') return { headers: json, body: JSON.stringify(fields) }
  const pairs = Object.entries(fields).map(([name, value]) => [name, String(value)])
  return { headers: form, body: new URLSearchParams(pairs).toString() }
}

/** Returns a request for each method of an operation, on separate records. */
function createCases(
  site: string,
  { path }: Endpoint,
  operation: Operation,
  own: Answered[],
): Case[] {
  const collection = path.split('/')[1] ?? ''
  const name = { events: 'title', venues: 'venue', organizers: 'organizer' }[collection] ?? 'name'
  return operation.methods.map((method) => {
    const record = own.pop()
    const target = path.replace('{id}', record?.id).replace('{slug}', record?.slug)
    const fields =
      operation.action === 'create'
        ? { ...leastOf(collection), [name]: `Neu – नया – 新 ${site}` }
        : { [name]: `Anders – अलग – 不同 ${record?.id}` }
    const isWrite = operation.action === 'create' || operation.action === 'update'
    return {
      method,
      target: `/${site}/cal/events/v1${target}`,
      status: operation.action === 'create' ? 201 : 200,
      ...(isWrite && encodeFields(method, fields)),
    }
  })
}

async function everyOperation(site: (typeof defaultSites)[number]): Promise<Case[]> {
  const endpoints = createEndpoints(
    resources,
    createSite(site, () => messages.en),
    'cal/events/v1',
  )
  const records = new Map<string, Answered[]>()
  for (const { collection } of resources) {
    records.set(collection, await readRecords(site, collection))
  }
  return endpoints.flatMap((endpoint) => {
    const own = records.get(endpoint.path.split('/')[1] ?? '') ?? []
    const isItem = endpoint.path.includes('{')
    return endpoint.operations.flatMap((operation) =>
      createCases(site, endpoint, operation, isItem ? own : []),
    )
  })
}

const operations = (await Promise.all(defaultSites.map(everyOperation))).flat()

const [event] = await readRecords('de', 'events')
const [hindiEvent] = await readRecords('hi', 'events')
const picture = event.image.url.slice(ORIGIN.length)
const thumbnail = event.image.sizes.thumbnail.url.slice(ORIGIN.length)
const least = leastOf('events')

const dates = { start_date: 'now', end_date: 'now' }
const now = 'start_date=now&end_date=now'

const parts = (fields: Readonly<Record<string, string>>) => {
  const head = '--X7\r\nContent-Disposition: form-data; name='
  const each = Object.entries(fields).map(([name, value]) => `${head}"${name}"\r\n\r\n${value}\r\n`)
  return `${each.join('')}--X7--\r\n`
}

const multipart = { 'content-type': 'multipart/form-data; boundary=X7' }

const readable = [
  ['', 200],
  ['/doc', 200],
  ['/events', 200],
  [`/events/${event.id}`, 200],
  [`/events/by-slug/${event.slug}`, 200],
  ['/tags?hide_empty=false', 200],
  ['/events/999999999', 404],
  ['/events?page=0', 400],
] as const

const cases: Case[] = [
  // methods besides the 52 operations
  ...readable.flatMap(([path, status]): Case[] => [
    { method: 'HEAD', target: DE + path, status },
    { method: 'OPTIONS', target: DE + path, status: 200 },
  ]),
  { method: 'OPTIONS', target: `${DE}/nothing`, status: 200 },
  { method: 'HEAD', target: `${DE}/nothing`, status: 404 },
  { method: 'PROPFIND', target: `${DE}/events`, status: 404 },
  { method: 'PUT', target: `${DE}/events`, status: 404 },
  { method: 'DELETE', target: `${DE}/doc`, status: 404 },
  post(`${DE}/events/${event.id}?_method=PATCH`, 200, { cost: '₹150, ₹300' }),
  post(`${DE}/events/${event.id}`, 200, '', { headers: { 'x-http-method-override': 'PUT' } }),

  // requests that must not write
  get(`${DE}/events/${event.id}?_method=DELETE`, 403),
  get(`${HI}/tags?name=A`, 403, { headers: { 'x-http-method-override': 'POST' } }),
  post(`${DE}/tags`, 403, 'name=A', { headers: { ...form, 'sec-fetch-site': 'cross-site' } }),
  get(`/~new${DE}/tags`, 403, { headers: { 'sec-fetch-site': 'cross-site' } }),

  // unknown routes, and other spellings of known routes
  get(`${DE}/nothing`, 404),
  get(`${DE}/events/abc`, 404),
  get(`${DE}/events/1/2`, 404),
  get(`${DE}/events/by-slug/`, 404),
  get(`${HI}/events/%E0%A5%AB`, 404),
  post(`${DE}/nothing`, 404, {}),
  get('/DE/Cal/Events/V1/Events/'),
  get(`${DE}/events/?page=1`),
  get(`${DE}/`),
  get(`${HI}/events/by-slug/${hindiEvent.slug}`),
  get(`${HI}/events/by-slug/${hindiEvent.slug.toUpperCase()}`),

  // valid and invalid input of every kind
  get(`${DE}/events?per_page=2&page=2&search=a&venue=,`, 400),
  get(`${DE}/events?per_page=2&page=2`),
  get(`${DE}/events?per_page=2&page=999`, 404),
  get(`${HI}/events?search=%E0%A4%B0&i18n_language=hi`),
  get(`${HI}/events?i18n_language=zh-hans`),
  get(`${DE}/events?i18n_language=fr`, 400),
  get(`${DE}/events?start_date=2030-02-31`, 400),
  get(`${DE}/events?start_date=tomorrow+9am&end_date=%2B2+weeks&strict_dates=1`),
  get(`${DE}/events?search='%22%3C%3E%7B%7D%7C%5C%5E%60`),
  get(`${DE}/events?search=%E0%A4%A`, 400),
  get(`${DE}/events?%zz=1`, 400),
  get(`${DE}/events/by-slug/%E0%A4%A`, 400),
  get(`${DE}/events/by-slug/%zz`, 400),
  get(`${DE}/events/by-slug/%`, 400),
  get(`${DE}/venues/by-slug/a%zz`, 400),
  get(`${DE}/events?search=%`, 400),
  get(`${DE}/%E0%A4%A`, 404),
  get(`${DE}/events/%E0%A4%A`, 404),
  get(`${DE}/%/events`, 404),
  get(`${DE}/events/by-slug/a+b%2Bc%252F`, 404),
  get(`${DE}/events/99999999999999999999`, 404),
  post(`${DE}/events`, 400, {}),
  post(`${DE}/events`, 400, { ...least, cost: true, author: 99, image: 'x', venue: [0] }),
  post(`${DE}/events`, 400, '{"title": '),
  post(`${DE}/events`, 400, '', { body: new Uint8Array([0x22, 0xff, 0x22]) }),
  post(`${DE}/events`, 400, '['.repeat(70) + ']'.repeat(70)),
  post(`${DE}/events`, 400, '[1, 2]'),
  post(`${DE}/tags?name=Xml`, 415, '<name/>', { headers: { 'content-type': 'text/xml' } }),
  post(`${DE}/events`, 400, '', { headers: {} }),
  post(`${DE}/tags`, 413, ' '.repeat(MAX_BODY_BYTES + 1)),
  post(`${DE}/tags`, 415, { name: 'A' }, { headers: { ...json, 'content-encoding': 'gzip' } }),
  post(`${DE}/tags`, 201, JSON.stringify({ name: 'Padded' }).padEnd(MAX_BODY_BYTES)),
  post(`${DE}/tags`, 400, { name: 'Padded' }),
  { method: 'POST', target: `${DE}/tags?name=No+body`, status: 201 },
  {
    method: 'DELETE',
    target: `${HI}/events/${hindiEvent.id}`,
    status: 200,
    headers: json,
    body: '{"i18n_language":"en"}',
  },

  // forms
  post(`${DE}/events`, 201, 'title=Caf%C3%A9+%26+Jazz&start_date=2030-02-01&end_date=%2B2+weeks', {
    headers: form,
  }),
  post(`${DE}/events`, 201, `title=A&${now}&venue[venue]=H&tags[]=x&tags[]=y`, { headers: {} }),
  post(`${DE}/events`, 400, `title=%E0%A4%A&${now}`, { headers: form }),
  post(`${DE}/tags`, 400, '', { headers: form, body: new Uint8Array([0x61, 0x3d, 0xff]) }),
  post(`${DE}/events`, 201, parts({ title: 'मेला — 音乐\r\n!', ...dates, 'venue[venue]': 'V' }), {
    headers: multipart,
  }),
  post(`${DE}/events`, 400, parts({ title: 'A' }), { headers: multipart }),
  post(`${DE}/events`, 400, 'no parts at all', { headers: multipart }),
  post(`${DE}/events`, 400, parts({ title: 'A' }), {
    headers: { 'content-type': 'multipart/form-data' },
  }),
  {
    method: 'PUT',
    target: `${DE}/events/${event.id}`,
    status: 415,
    headers: multipart,
    body: parts({ title: 'A' }),
  },

  // response formats
  get(`${DE}/events?_envelope=1&per_page=1`),
  get(`${DE}/events/999999999?_envelope`),
  post(`${DE}/tags?_envelope=1`, 200, { name: 'Enveloped' }),
  { method: 'HEAD', target: `${DE}/events?_envelope=1`, status: 200 },
  get(`${HI}/events?_fields=events.title,total&_pretty=1`),
  get(`${DE}/events?_pretty`),
  get(`${DE}/events?per_page=1`, 200, { headers: { origin: 'http://localhost:5173' } }),
  {
    method: 'OPTIONS',
    target: `${DE}/events`,
    status: 200,
    headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' },
  },
  get(`${DE}/events?per_page=1`, 200, { origin: 'http://localhost:8080' }),
  get(`${DE}/events/${event.id}`, 200, { origin: 'http://[::1]:3000' }),

  // pictures
  get(picture),
  get(thumbnail),
  { method: 'HEAD', target: picture, status: 200 },
  { method: 'POST', target: picture, status: 404 },
  get(`${picture}?x=1`),
  get('/__calmock/pictures/999999999.svg', 404),
  get('/__calmock/pictures/', 404),
  get('/__calmock/nothing', 404),

  // the final state after all requests
  ...defaultSites.flatMap((site) => {
    const any = 'per_page=50&status=publish,future,draft,pending,private,trash'
    const lists = [
      `events?${any}&start_date=2000-01-01&end_date=2100-01-01`,
      ...[`venues?${any}`, `organizers?${any}`],
      ...['categories', 'tags'].map((name) => `${name}?per_page=50&hide_empty=false`),
    ]
    return lists.map((list) => get(`/${site}/cal/events/v1/${list}`))
  }),
]

describe('equality of the transports socket, msw and fetch', () => {
  let edges: Edges

  beforeAll(async () => {
    edges = await openEdges(options)
  })
  afterAll(() => edges.close())

  async function expectSame({ status, ...ask }: Case): Promise<void> {
    const [socket, msw, fetch] = await Promise.all([
      edges.socket(ask),
      edges.msw(ask),
      edges.fetch(ask),
    ])
    expect(socket.status, socket.body.slice(0, 500)).toBe(status)
    expect(msw).toEqual(socket)
    expect(fetch).toEqual(socket)
    expect(socket.headers['content-type']).toMatch(/; charset=UTF-8$/)
    expect(socket.body === '').toBe(ask.method === 'HEAD')
  }

  test('the cases include 52 operations on each of four sites', () => {
    const asked = operations.map(({ method, target }) => `${method} ${target}`)
    expect([asked.length, new Set(asked).size]).toEqual([208, 208])
    expect(operations.filter(({ target }) => /undefined|\{/.test(target))).toEqual([])
  })

  test.each(operations)(
    'the operation $method $target returns the same bytes on all transports',
    expectSame,
  )

  test.each(cases)(
    '$method $target returns $status and the same bytes on all transports',
    expectSame,
  )
})

describe('requests outside the operations', () => {
  let edges: Edges

  beforeAll(async () => {
    edges = await openEdges(options)
  })
  afterAll(() => edges.close())

  test.each([
    get('/'),
    get('/', 200, { headers: { accept: 'text/html,*/*' } }),
    { method: 'HEAD', target: '/', status: 200 },
    get('/events', 404),
    get('/fr/cal/events/v1/events', 404),
    get('/de/cal/events/v2/events', 404),
    get('/de/cal/events/v1x', 404),
    get('/app/de/cal/events/v1/events', 404),
    get('/%E0%A4%A', 404),
    post('/de', 404, { title: 'A' }),
    get('/de/'),
    get('/de/event/none/', 404),
    get('/de/tag/none', 404),
    { method: 'OPTIONS', target: '/de', status: 200 },
  ])(
    '$method $target returns $status over a socket and by fetch, and msw does not handle it',
    async (row) => {
      const { status, ...ask } = row
      const socket = await edges.socket(ask)
      expect(socket.status).toBe(status)
      expect(await edges.fetch(ask)).toEqual(socket)
      expect(await edges.msw(ask)).toBeUndefined()
    },
  )
})

describe('the handlers for msw', () => {
  const routes = listRoutes(
    createEndpoints(
      resources,
      createSite('de', () => messages.de),
      'cal/events/v1',
    ),
  )
  const paths = routes.map(({ method, path }) => {
    const below = path.replace('{id}', ':id').replace('{slug}', ':slug')
    return `${method} */:site/cal/events/v1${below}`
  })

  test.each([{}, { sites: ['de'] }, { sites: ['hi', 'de', 'zh-hans', 'en', 'fr'] }] as const)(
    'the handlers list the 52 routes separately for any sites: %j',
    (more) => {
      const listed = handlersFor(createTestMock(more)).map(({ info }) => info)
      const named = listed.filter(({ method }) => typeof method === 'string')
      expect(named.map(({ method, path }) => `${method} ${path}`)).toEqual(paths)
      expect(named).toHaveLength(52)
    },
  )

  test.each([
    ...['/other', '/', '/events', '/de/cal/events/v1beta/events', '/fr/cal/events/v1/events'],
    ...['/v2/de/cal/events/v1/events', '/other?path=/de/cal/events/v1/events'],
    ...['/other#/de/cal/events/v1/events', '/__calmocks/pictures/1.svg', '/%E0%A4%A'],
  ])('the handlers ignore %s with any method', async (path) => {
    const url = `https://api.example${path}`
    const handlers = handlersFor(createTestMock())
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect(await getResponse(handlers, new Request(url, { method })), method).toBeUndefined()
    }
  })

  test.each([
    'http://localhost',
    'https://api.example',
    'https://api.example:8443',
    'http://[::1]:3000',
  ])('the handlers respond for the host %s, and links have the same host', async (origin) => {
    const request = new Request(`${origin}${DE}/events?per_page=1`)
    const response = await getResponse(handlersFor(createTestMock()), request)
    const { events, next_rest_url }: Answered = JSON.parse(await (response?.text() ?? ''))
    expect(events[0].rest_url).toBe(`${origin}${DE}/events/${events[0].id}`)
    expect(next_rest_url).toMatch(`${origin}${DE}/events/?`)
  })

  test('the handlers respond only under the configured root and namespace', async () => {
    const service = createTestMock({ root: '/blog/:site/wp-json', namespace: 'agenda/v3' })
    const handlers = handlersFor(service)
    const ask = (path: string) => getResponse(handlers, new Request(ORIGIN + path))
    expect((await ask('/blog/de/wp-json/agenda/v3/events'))?.status).toBe(200)
    expect((await ask('/blog/de/wp-json/agenda/v3/nothing'))?.status).toBe(404)
    expect(await ask('/blog/de/wp-json/cal/events/v1/events')).toBeUndefined()
    expect(await ask('/de/agenda/v3/events')).toBeUndefined()
  })
})
