import { beforeEach, describe, expect, test } from 'vitest'
import type { Query } from '../../src/contract/context.ts'
import { MAX_BODY_BYTES } from '../../src/contract/context.ts'
import type { MessageKey } from '../../src/contract/format-message.ts'
import { messages } from '../../src/contract/messages/index.ts'
import { filterByLink, linksTo } from '../../src/contract/params/link.ts'
import { integer, positive } from '../../src/contract/params/number.ts'
import { required, withDefault } from '../../src/contract/params/param.ts'
import { singleLine, text } from '../../src/contract/params/text.ts'
import { neutralPreset } from '../../src/contract/presets.ts'
import { Problem } from '../../src/contract/problem.ts'
import type { Filter, ListContent, Resource, Row } from '../../src/contract/resource.ts'
import { createEndpoints, listRoutes } from '../../src/contract/route.ts'
import type { Seed } from '../../src/contract/seed.ts'
import { createSite } from '../../src/contract/site.ts'
import { toSlug } from '../../src/contract/slug.ts'
import { createEngine } from '../../src/engine/handle-request.ts'
import type { MockRequest } from '../../src/engine/http-message.ts'
import { Store } from '../../src/store/repository.ts'
import { NOW, ORIGIN } from '../call.ts'

/** Returns a kind of record that the service does not know, so that there are no messages for it. */
const named = (name: string) => name as MessageKey

const paging = {
  page: withDefault(positive('page'), 1),
  per_page: withDefault(positive('perPage'), 3),
}

const archive =
  (collection: string) =>
  ({ items, links, total, pages }: ListContent) => ({ [collection]: items, total, pages, ...links })

const sailor: Resource = {
  ...{ name: named('sailor'), collection: 'sailors', section: '0', addressedBy: ['id'] },
  ...{ itemMethods: ['GET', 'DELETE'], fields: { nick: required(text('termName')) } },
  ...{ filters: paging, defaults: { nick: '' }, schema: { type: 'object' } },
  ...{ rejectsPagePastEnd: false, defaultOrder: (a, b) => a.id - b.id },
  prepare: (values, { language }) => ({ ...values, slug: '', language }),
  present: ({ id, nick }) => ({ id, nick }),
  onDelete: () => undefined,
  presentList: archive('sailors'),
}

const boat: Resource = {
  name: named('boat'),
  collection: 'boats',
  section: '0',
  addressedBy: ['id', 'slug'],
  itemMethods: ['GET', 'EDIT', 'DELETE'],
  fields: {
    name: required(text('termName')),
    masts: withDefault(integer(named('masts')), 1),
    home: singleLine('venueCity'),
    crew: linksTo(sailor, named('sailor')),
  },
  filters: {
    ...paging,
    masts: {
      ...integer(named('masts')),
      matches: (wanted) => (row) => row.masts === wanted,
    } as Filter<unknown>,
    crew: filterByLink(sailor, 'crew', named('sailor')) as Filter<unknown>,
    order: text('order'),
  },
  itemParams: { key: text('password') },
  hiddenFields: { key: text('password') },
  defaults: { name: '', masts: 1, home: '', crew: [], key: '' },
  schema: { type: 'object', properties: { id: { type: 'integer' } } },
  rejectsPagePastEnd: true,
  isListed: (row) => row.home !== 'hidden',
  defaultOrder: (a, b) => a.id - b.id,
  order: ({ order }) => (order === 'desc' ? (a, b) => b.id - a.id : undefined),
  check({ masts }) {
    if (!(Number(masts) > 9)) return
    const fault = { key: 'notInteger', values: { given: Number(masts) } } as const
    throw new Problem('rest_invalid_param', { faults: { masts: fault } })
  },
  findExisting: ({ name }, { repository, language }) =>
    name === 'Twin' ? repository.bySlug('boat', 'twin', language) : undefined,
  createOnlyFields: ['name', 'home'],
  prepare(values, { language }, previous) {
    const blank = { home: '', crew: [], key: '', slug: toSlug(String(values.name), language) }
    return { ...blank, ...previous, ...values, language: previous?.language ?? language } as Row
  },
  present: ({ id, slug, name, masts, home, crew }, { base }, view) => ({
    id,
    slug,
    name,
    masts,
    home,
    crew,
    self: `${base}/boats/${id}`,
    view,
  }),
  authorizeRead(row, { key }) {
    if (row.key === '' || row.key === key) return
    throw new Problem('password-protected', { code: 'boat-locked', values: { given: row.id } })
  },
  onDelete: (row) => (row.home === 'museum' ? { ...row, name: `${row.name}, retired` } : undefined),
  presentList: archive('boats'),
}

const resources = [sailor, boat]
const settings = {
  ...{ maxPerPage: 50, geolocRadius: 25, namespace: 'fleet/v2' },
  ...{ maxBody: MAX_BODY_BYTES, preset: neutralPreset, users: [], isStrict: false },
}
const sites = [
  createSite('de', () => messages.de, '/api/:site'),
  createSite('en', () => messages.en, '/api/:site'),
]
const BOATS = '/api/de/fleet/v2/boats'
const SAILORS = '/api/de/fleet/v2/sailors'

type Ask = (method: string, target: string, json?: unknown) => Promise<Answer>
interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any
}

let engine: ReturnType<typeof createTestEngine>

/** Creates an engine for some resources, without records. */
function createTestEngine(tables: readonly Resource[]) {
  const seed: Seed = {
    ...{ languages: [], kinds: [], events: 0, firstFreeId: 1, languageOf: () => undefined },
    ...{ generate: () => [] },
  }
  const repository = new Store(tables, () => seed)
  const { handle, match } = createEngine({ sites, resources: tables, settings })
  return {
    match,
    handle: (request: MockRequest) =>
      handle(request, { repository, requireRoom: () => undefined, now: new Date(NOW) }),
  }
}

beforeEach(() => {
  engine = createTestEngine(resources)
})

const ask: Ask = async (method, target, json) => {
  const [path = '', query = ''] = target.split('?')
  const response = await engine.handle({
    ...{ method, origin: ORIGIN, path, query },
    header: (name) => (name === 'content-type' ? 'application/json' : undefined),
    ...(json !== undefined && { body: new TextEncoder().encode(JSON.stringify(json)) }),
  })
  if (!response) throw new Error(`${target} belongs to no site`)
  const body = response.body === '' ? '' : JSON.parse(response.body)
  return { status: response.status, headers: new Headers(response.headers), body }
}

/** Creates a boat and returns the body of the response. */
async function launch(fields: Query = {}) {
  const answer = await ask('POST', BOATS, { name: 'Aurora', ...fields })
  expect(answer.status).toBe(201)
  return answer.body
}

const namesIn = ({ body }: Answer) => body.boats.map(({ name }: { name: string }) => name)

describe('routes', () => {
  test('the routes are the methods and paths of the resources, in their order', () => {
    const [site] = sites
    if (!site) throw new Error('no site')
    const routes = listRoutes(createEndpoints(resources, site, 'fleet/v2'))
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...'GET |GET /doc|GET /sailors|POST /sailors|GET /sailors/{id}'.split('|'),
      ...'DELETE /sailors/{id}|GET /boats|POST /boats|GET /boats/{id}|POST /boats/{id}'.split('|'),
      ...'PUT /boats/{id}|PATCH /boats/{id}|DELETE /boats/{id}|GET /boats/by-slug/{slug}'.split(
        '|',
      ),
      ...'POST /boats/by-slug/{slug}|PUT /boats/by-slug/{slug}'.split('|'),
      ...'PATCH /boats/by-slug/{slug}|DELETE /boats/by-slug/{slug}'.split('|'),
    ])
  })

  test.each([
    ['/api/de/fleet/v2', ''],
    ['/api/de/fleet/v2/', ''],
    ['/api/en/fleet/v2/doc', '/doc'],
    ['/api/de/fleet/v2/boats', '/boats'],
    ['/API/DE/Fleet/V2/Boats/', '/boats'],
    ['/api/de/fleet/v2/boats/7', '/boats/{id}'],
    ['/api/de/fleet/v2/boats/by-slug/aurora', '/boats/by-slug/{slug}'],
    ['/api/de/fleet/v2/sailors/7', '/sailors/{id}'],
  ])('%s has the endpoint "%s"', (path, template) => {
    expect(engine.match(path, '')?.endpoint?.path).toBe(template)
  })

  test.each([
    '/api/de/fleet/v2/events',
    '/api/de/fleet/v2/sailors/by-slug/ann',
    '/api/de/fleet/v2/boats/aurora',
    '/api/de/fleet/v2/boats/7/crew',
    '/api/de/fleet/v2/boats//7',
  ])('%s belongs to the API without an endpoint, and returns 404', async (path) => {
    expect(engine.match(path, '')).toMatchObject({ endpoint: undefined })
    const { status, body } = await ask('GET', path)
    expect([status, body.code]).toEqual([404, 'rest_no_route'])
    expect(body.message).toContain(`${ORIGIN}/api/de/fleet/v2`)
  })

  test.each([
    '/',
    '/api/fr/fleet/v2/boats',
    '/de/fleet/v2/boats',
    '/api/de/fleet/v2x',
    '/api/de/cal/events/v1/events',
  ])('%s does not belong to the API, and has no response', async (path) => {
    expect(engine.match(path, '')).toBeUndefined()
    const request = { method: 'GET', origin: ORIGIN, path, query: '', header: () => undefined }
    expect(await engine.handle(request)).toBeUndefined()
  })

  test.each([
    ['PUT', SAILORS, 'GET, POST'],
    ['PUT', `${SAILORS}/1`, 'GET, DELETE'],
    ['PROPFIND', `${BOATS}/1`, 'GET, POST, PUT, PATCH, DELETE'],
    ['POST', '/api/de/fleet/v2', 'GET'],
  ])('%s %s returns 404 with Allow: %s', async (method, target, allow) => {
    const answer = await ask(method, target)
    expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route'])
    expect(answer.headers.get('allow')).toBe(allow)
  })

  test('the index lists the routes with the arguments of the resources', async () => {
    const { body } = await ask('GET', '/api/de/fleet/v2')
    expect(body.namespace).toBe('fleet/v2')
    expect(Object.keys(body.routes)).toEqual([
      ...'/fleet/v2 /fleet/v2/doc /fleet/v2/sailors /fleet/v2/sailors/(?P<id>\\d+)'.split(' '),
      ...'/fleet/v2/boats /fleet/v2/boats/(?P<id>\\d+)'.split(' '),
      ...'/fleet/v2/boats/by-slug/(?P<slug>[^/]+)'.split(' '),
    ])
    const [list, create] = body.routes['/fleet/v2/boats'].endpoints
    const names = ['page', 'per_page', 'masts', 'crew', 'order', 'i18n_language']
    expect(Object.keys(list.args)).toEqual(names)
    expect(create.args.name).toMatchObject({ type: 'string', required: true })
    expect(create.args.masts).toMatchObject({ type: 'integer', default: 1, required: false })
    expect(create.args).not.toHaveProperty('key')
  })

  test('OPTIONS returns the entry of the index', async () => {
    const { body } = await ask('GET', '/api/de/fleet/v2')
    const answer = await ask('OPTIONS', BOATS)
    expect(answer.body).toEqual(body.routes['/fleet/v2/boats'])
  })

  test('the OpenAPI document has the paths and the schemas of the resources', async () => {
    const { body } = await ask('GET', '/api/de/fleet/v2/doc')
    expect(Object.keys(body.paths)).toEqual(
      '/ /doc /sailors /sailors/{id} /boats /boats/{id} /boats/by-slug/{slug}'.split(' '),
    )
    expect(body.components.schemas.Boat).toEqual(boat.schema)
    expect(body.components.schemas.BoatFields.required).toEqual(['name'])
    expect(Object.keys(body.paths['/boats/{id}'].get.responses)).toEqual(
      expect.arrayContaining(['200', '400', '403', '404']),
    )
  })
})

describe('lists', () => {
  beforeEach(async () => {
    for (const [name, masts] of Object.entries({ A: 1, B: 2, C: 2, D: 3, E: 2 })) {
      await launch({ name, masts })
    }
  })

  test.each([
    ['', ['A', 'B', 'C']],
    ['?page=2', ['D', 'E']],
    ['?per_page=2&page=2', ['C', 'D']],
    ['?masts=2', ['B', 'C', 'E']],
    ['?masts=2&per_page=2&page=2', ['E']],
    ['?masts=2&order=desc', ['E', 'C', 'B']],
    ['?masts=7', []],
  ])('GET /boats%s returns %j', async (query, names) => {
    expect(namesIn(await ask('GET', BOATS + query))).toEqual(names)
  })

  test('a list contains its totals, its URL and the URLs of the adjacent pages', async () => {
    const { body, headers } = await ask('GET', `${BOATS}?masts=2&per_page=1&page=2`)
    const address = (query: string) => `${ORIGIN}${BOATS}/?${query}`
    expect(body).toMatchObject({
      total: 3,
      pages: 3,
      rest_url: address('page=2&per_page=1&masts=2'),
      next_rest_url: address('per_page=1&masts=2&page=3'),
      previous_rest_url: address('per_page=1&masts=2'),
    })
    expect([headers.get('x-cal-total'), headers.get('x-cal-totalpages')]).toEqual(['3', '3'])
    expect(headers.get('content-language')).toBe('de')
  })

  test('a list neither contains nor counts a row that isListed rejects', async () => {
    const { id } = await launch({ name: 'F', home: 'hidden' })
    const { body } = await ask('GET', `${BOATS}?per_page=50`)
    expect([body.total, body.boats.length]).toEqual([5, 5])
    expect((await ask('GET', `${BOATS}/${id}`)).status).toBe(200)
  })

  test('a list contains one language', async () => {
    await ask('POST', '/api/en/fleet/v2/boats', { name: 'Elsewhere' })
    expect((await ask('GET', BOATS)).body.total).toBe(5)
    expect(namesIn(await ask('GET', '/api/en/fleet/v2/boats'))).toEqual(['Elsewhere'])
    expect(namesIn(await ask('GET', `${BOATS}?i18n_language=en`))).toEqual(['Elsewhere'])
  })

  test('a page past the end returns 404 if the resource rejects it, and is empty otherwise', async () => {
    const { status, body } = await ask('GET', `${BOATS}?page=3`)
    expect([status, body.code]).toEqual([404, 'boat-archive-page-not-found'])
    expect((await ask('GET', `${SAILORS}?page=3`)).body).toMatchObject({ sailors: [], total: 0 })
  })

  test('a list is filtered by links', async () => {
    const { id } = (await ask('POST', SAILORS, { nick: 'Ann' })).body
    await launch({ name: 'F', crew: [id] })
    expect(namesIn(await ask('GET', `${BOATS}?crew=${id}`))).toEqual(['F'])
    const { status, body } = await ask('GET', `${BOATS}?crew=99`)
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['crew']])
  })
})

describe('records', () => {
  test('POST creates a record with defaults and returns its Location', async () => {
    const answer = await ask('POST', BOATS, { name: 'Blaue Möwe', unknown: 1 })
    expect(answer.body).toEqual({
      id: 1,
      slug: 'blaue-moewe',
      name: 'Blaue Möwe',
      masts: 1,
      home: '',
      crew: [],
      self: `${ORIGIN}${BOATS}/1`,
      view: 'write',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${ORIGIN}${BOATS}/1`])
  })

  test('GET returns a record by ID and by slug', async () => {
    const { id, slug } = await launch()
    const byId = await ask('GET', `${BOATS}/${id}`)
    const bySlug = await ask('GET', `${BOATS}/by-slug/${slug}`)
    expect(byId.body).toMatchObject({ id, name: 'Aurora', view: 'item' })
    expect(bySlug.body).toEqual(byId.body)
  })

  test.each([
    ['by ID', (id: number) => `${BOATS}/${id}`],
    ['by slug', () => `${BOATS}/by-slug/aurora`],
  ])('POST, PUT and PATCH %s update only the fields of the request', async (_, target) => {
    const { id, slug } = await launch({ masts: 3 })
    for (const [n, method] of ['POST', 'PUT', 'PATCH'].entries()) {
      const { status, body } = await ask(method, target(id), { home: `Port ${n}` })
      expect([status, body]).toMatchObject([200, { id, slug, masts: 3, home: `Port ${n}` }])
    }
    const { body } = await ask('PUT', target(id), { id: 99, slug: 'other', masts: 2 })
    expect(body).toMatchObject({ id, slug, masts: 2, home: 'Port 2' })
  })

  test.each([
    ['by ID', (id: number) => `${BOATS}/${id}`],
    ['by slug', () => `${BOATS}/by-slug/aurora`],
  ])('DELETE %s removes a record and returns it', async (_, target) => {
    const { id } = await launch()
    const gone = await ask('DELETE', target(id))
    expect([gone.status, gone.body]).toMatchObject([200, { id, name: 'Aurora', view: 'removed' }])
    expect((await ask('GET', target(id))).status).toBe(404)
    expect((await ask('DELETE', target(id))).status).toBe(404)
    expect((await ask('GET', BOATS)).body.total).toBe(0)
  })

  test('DELETE keeps the record that onDelete returns', async () => {
    const { id } = await launch({ home: 'museum' })
    expect((await ask('DELETE', `${BOATS}/${id}`)).body.name).toBe('Aurora, retired')
    expect((await ask('GET', `${BOATS}/${id}`)).body.name).toBe('Aurora, retired')
  })

  test('DELETE removes the links to a record', async () => {
    const [ann, bob] = [
      (await ask('POST', SAILORS, { nick: 'Ann' })).body.id,
      (await ask('POST', SAILORS, { nick: 'Bob' })).body.id,
    ]
    const { id, crew } = await launch({ crew: [bob, ann] })
    expect(crew).toEqual([bob, ann])
    await ask('DELETE', `${SAILORS}/${bob}`)
    expect((await ask('GET', `${BOATS}/${id}`)).body.crew).toEqual([ann])
  })

  test('POST creates linked records from objects', async () => {
    const { crew } = await launch({ crew: [{ nick: 'Ann' }, { nick: 'Bob' }] })
    const { body } = await ask('GET', SAILORS)
    expect(body.sailors).toEqual([
      { id: crew[0], nick: 'Ann' },
      { id: crew[1], nick: 'Bob' },
    ])
  })

  test('POST updates the record that findExisting returns, except its createOnlyFields fields', async () => {
    const { id } = await launch({ name: 'Twin', masts: 2, home: 'Bonn' })
    const again = await launch({ name: 'Twin', masts: 3, home: 'Kiel' })
    expect(again).toMatchObject({ id, name: 'Twin', masts: 3, home: 'Bonn' })
    expect((await ask('GET', BOATS)).body.total).toBe(1)
  })

  test('authorizeRead rejects a record with a hidden field until the item parameter matches', async () => {
    const { id } = await launch({ key: 'anchor' })
    expect((await ask('GET', `${BOATS}/${id}`)).body.code).toBe('boat-locked')
    expect((await ask('GET', `${BOATS}/${id}?key=sail`)).status).toBe(403)
    expect((await ask('GET', `${BOATS}/${id}?key=anchor`)).body.name).toBe('Aurora')
  })

  test('GET returns the original record if the requested translation does not exist', async () => {
    const { id } = await launch()
    const { body, headers } = await ask('GET', `${BOATS}/${id}?i18n_language=en`)
    expect([body.id, headers.get('content-language')]).toEqual([id, 'de'])
  })
})

describe('problems', () => {
  test.each([
    ['GET', `${BOATS}/99`, undefined, 404, 'rest-boat-not-found'],
    ['PUT', `${BOATS}/99`, {}, 404, 'rest-boat-not-found'],
    ['DELETE', `${BOATS}/by-slug/none`, undefined, 404, 'rest-boat-not-found'],
    ['GET', `${SAILORS}/99`, undefined, 404, 'rest-sailor-not-found'],
    ['POST', BOATS, {}, 400, 'rest_missing_callback_param'],
    ['POST', BOATS, { name: 'A', masts: 'many' }, 400, 'rest_invalid_param'],
    ['POST', BOATS, { name: 'A', masts: 10 }, 400, 'rest_invalid_param'],
    ['GET', `${BOATS}?masts=many`, undefined, 400, 'rest_invalid_param'],
    ['GET', `${BOATS}?per_page=0`, undefined, 400, 'rest_invalid_param'],
    ['GET', `${BOATS}?i18n_language=xx`, undefined, 400, 'rest_invalid_param'],
    ['GET', `${BOATS}/by-slug/%E0%A4%A`, undefined, 400, 'rest_invalid_param'],
  ])('%s %s %j is rejected with %d %s', async (method, target, json, status, code) => {
    const answer = await ask(method, target, json)
    expect([answer.status, answer.body.code, answer.body.data.status]).toEqual([
      status,
      code,
      status,
    ])
    expect((await ask('GET', BOATS)).body.total).toBe(0)
  })

  test('a rejected request names all invalid parameters', async () => {
    const { body } = await ask('POST', BOATS, { name: '', masts: 'x', home: 5, crew: 'ann' })
    expect(Object.keys(body.data.params)).toEqual(['name', 'masts', 'home', 'crew'])
  })

  test('a rejected update leaves the record unchanged', async () => {
    const { id } = await launch({ masts: 2 })
    expect((await ask('PUT', `${BOATS}/${id}`, { masts: 10, home: 'X' })).status).toBe(400)
    expect((await ask('GET', `${BOATS}/${id}`)).body).toMatchObject({ masts: 2, home: '' })
  })

  test('an unexpected error of a resource reaches the caller', async () => {
    const present = () => {
      throw new TypeError('a bug')
    }
    const { handle } = createTestEngine([sailor, { ...boat, present }])
    const request = {
      ...{ method: 'POST', origin: ORIGIN, path: BOATS, query: 'name=A', header: () => undefined },
    }
    await expect(handle(request)).rejects.toThrow('a bug')
  })
})
