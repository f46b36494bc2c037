import { beforeEach, describe, expect, test } from 'vitest'
import { messages } from '../../fixtures/languages/messages.ts'
import { MAX_BODY_BYTES } from '../../src/contract/context.ts'
import type { MessageKey } from '../../src/contract/format-message.ts'
import { filterByLink, linksTo } from '../../src/contract/params/link.ts'
import { required, withDefault } from '../../src/contract/params/param.ts'
import { integer, positive, text } from '../../src/contract/params/values.ts'
import { neutralPreset } from '../../src/contract/presets.ts'
import type { Filter, ListContent, Resource, Row } from '../../src/contract/resource.ts'
import { createEndpoints, listRoutes } from '../../src/contract/route.ts'
import type { Seed } from '../../src/contract/seed.ts'
import { createSite } from '../../src/contract/site.ts'
import { toSlug } from '../../src/contract/slug.ts'
import { RequestNotes } from '../../src/engine/explain/request-notes.ts'
import { handleSiteRequest } from '../../src/engine/handle-site-request.ts'
import { bodyText, type MockRequest } from '../../src/engine/http-message.ts'
import { createRouter } from '../../src/engine/site-router.ts'
import { Store } from '../../src/store/store.ts'
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
  ...{ name: named('sailor'), collection: 'sailors', addressedBy: ['id'] },
  ...{ itemMethods: ['GET', 'DELETE'], fields: { nick: required(text('termName')) } },
  ...{ filters: paging, defaults: { nick: '' }, schema: { type: 'object' } },
  ...{ rejectsPagePastEnd: false, defaultOrder: (a, b) => a.id - b.id },
  prepare: (values, { language }) => ({ ...values, slug: '', language }),
  present: ({ id, nick }) => ({ id, nick }),
  onDelete: () => undefined,
  presentList: archive('sailors'),
}

const boat: Resource = {
  ...{ name: named('boat'), collection: 'boats', addressedBy: ['id', 'slug'] },
  itemMethods: ['GET', 'EDIT', 'DELETE'],
  fields: {
    name: required(text('termName')),
    masts: withDefault(integer(named('masts')), 1),
    crew: linksTo(sailor, named('sailor')),
  },
  filters: {
    ...paging,
    masts: {
      ...integer(named('masts')),
      matches: (wanted) => (row) => row.masts === wanted,
    } as Filter<unknown>,
    crew: filterByLink(sailor, 'crew', named('sailor')) as Filter<unknown>,
  },
  itemParams: { key: text('password') },
  hiddenFields: { key: text('password') },
  defaults: { name: '', masts: 1, crew: [], key: '' },
  schema: { type: 'object', properties: { id: { type: 'integer' } } },
  ...{ rejectsPagePastEnd: true, defaultOrder: (a, b) => a.id - b.id },
  prepare(values, { language }, previous) {
    const blank = { crew: [], key: '', slug: toSlug(String(values.name), language) }
    return { ...blank, ...previous, ...values, language: previous?.language ?? language } as Row
  },
  present: ({ id, slug, name, masts, crew }, { base }, view) => ({
    ...{ id, slug, name, masts, crew, self: `${base}/boats/${id}`, view },
  }),
  authorizeRead: () => undefined,
  onDelete: () => undefined,
  presentList: archive('boats'),
}

const resources = [sailor, boat]
const settings = {
  ...{
    perPage: 9,
    maxPerPage: 50,
    geolocRadius: 25,
    geolocation: true,
    tickets: true,
    namespace: 'fleet/v2',
  },
  ...{ maxBody: MAX_BODY_BYTES, preset: neutralPreset, users: [] },
  allowOrigin: [],
}
const sites = [
  createSite('de', () => messages.de, { root: '/api/:site' }),
  createSite('en', () => messages.en, { root: '/api/:site' }),
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
  const findRoute = createRouter({ sites, resources: tables, settings })
  return {
    match: (path: string, query: string) => findRoute({ path, query }).match,
    async handle(request: MockRequest) {
      const { match } = findRoute(request)
      const [notes, now] = [new RequestNotes(), new Date(NOW)]
      const rest = { resources: tables, settings, repository, now, notes, rejection: undefined }
      return match && handleSiteRequest({ request, match, ...rest })
    },
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
  const text = bodyText(response.body)
  const body = text === '' ? '' : JSON.parse(text)
  return { status: response.status, headers: new Headers(response.headers), body }
}

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
    const names = ['page', 'per_page', 'masts', 'crew', 'i18n_language']
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

test('a resource that the service does not know is created, listed, read, changed and removed', async () => {
  const ann = (await ask('POST', SAILORS, { nick: 'Ann' })).body.id
  const made = await ask('POST', BOATS, { name: 'Blaue Möwe', crew: [ann], unknown: 1 })
  const self = `${ORIGIN}${BOATS}/${made.body.id}`
  const fields = { id: made.body.id, slug: 'blaue-moewe', name: 'Blaue Möwe', crew: [ann] }
  expect(made.body).toEqual({ ...fields, masts: 1, self, view: 'write' })
  expect([made.status, made.headers.get('location')]).toEqual([201, self])
  await ask('POST', BOATS, { name: 'B', masts: 2 })
  const list = await ask('GET', `${BOATS}?masts=1&crew=${ann}`)
  expect(list.body).toMatchObject({ total: 1, pages: 1, boats: [fields] })
  expect((await ask('GET', `${BOATS}?page=3`)).body.code).toBe('boat-archive-page-not-found')
  expect((await ask('GET', `${SAILORS}?page=3`)).body).toMatchObject({ sailors: [], total: 1 })
  const target = `${BOATS}/by-slug/blaue-moewe`
  expect((await ask('PUT', target, { masts: 3 })).body).toMatchObject({ ...fields, masts: 3 })
  const wrong = await ask('POST', BOATS, { name: '', masts: 'x', crew: 'ann' })
  expect(Object.keys(wrong.body.data.params)).toEqual(['name', 'masts', 'crew'])
  await ask('DELETE', `${SAILORS}/${ann}`)
  expect((await ask('GET', target)).body).toMatchObject({ crew: [], view: 'item' })
  expect((await ask('DELETE', target)).body.view).toBe('removed')
  expect((await ask('GET', target)).body.code).toBe('rest-boat-not-found')
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
