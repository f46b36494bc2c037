import { expect, test } from 'vitest'
import { freshEach, leastOf, make } from '../http/world.ts'

const call = freshEach({ empty: true })

const sites = ['hi', 'de', 'zh-hans']

/** Sections 4.2 to 4.7: method, path, success status, methods of the path. */
const operations: readonly (readonly [string, string, number, string])[] = [
  ['GET', '/cal/events/v1', 200, 'GET'],
  ['GET', '/cal/events/v1/doc', 200, 'GET'],

  ['GET', '/cal/events/v1/events', 200, 'GET, POST'],
  ['POST', '/cal/events/v1/events', 201, 'GET, POST'],
  ['GET', '/cal/events/v1/events/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['DELETE', '/cal/events/v1/events/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['POST', '/cal/events/v1/events/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PUT', '/cal/events/v1/events/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PATCH', '/cal/events/v1/events/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['GET', '/cal/events/v1/events/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['DELETE', '/cal/events/v1/events/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['POST', '/cal/events/v1/events/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PUT', '/cal/events/v1/events/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PATCH', '/cal/events/v1/events/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],

  ['GET', '/cal/events/v1/venues', 200, 'GET, POST'],
  ['POST', '/cal/events/v1/venues', 201, 'GET, POST'],
  ['GET', '/cal/events/v1/venues/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['DELETE', '/cal/events/v1/venues/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['POST', '/cal/events/v1/venues/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PUT', '/cal/events/v1/venues/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PATCH', '/cal/events/v1/venues/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['GET', '/cal/events/v1/venues/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['DELETE', '/cal/events/v1/venues/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['POST', '/cal/events/v1/venues/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PUT', '/cal/events/v1/venues/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PATCH', '/cal/events/v1/venues/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],

  ['GET', '/cal/events/v1/organizers', 200, 'GET, POST'],
  ['POST', '/cal/events/v1/organizers', 201, 'GET, POST'],
  ['GET', '/cal/events/v1/organizers/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['DELETE', '/cal/events/v1/organizers/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['POST', '/cal/events/v1/organizers/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PUT', '/cal/events/v1/organizers/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PATCH', '/cal/events/v1/organizers/{id}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['GET', '/cal/events/v1/organizers/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['DELETE', '/cal/events/v1/organizers/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['POST', '/cal/events/v1/organizers/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PUT', '/cal/events/v1/organizers/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],
  ['PATCH', '/cal/events/v1/organizers/by-slug/{slug}', 200, 'GET, DELETE, POST, PUT, PATCH'],

  ['GET', '/cal/events/v1/categories', 200, 'GET, POST'],
  ['POST', '/cal/events/v1/categories', 201, 'GET, POST'],
  ['GET', '/cal/events/v1/categories/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],
  ['POST', '/cal/events/v1/categories/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],
  ['PUT', '/cal/events/v1/categories/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],
  ['PATCH', '/cal/events/v1/categories/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],
  ['DELETE', '/cal/events/v1/categories/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],

  ['GET', '/cal/events/v1/tags', 200, 'GET, POST'],
  ['POST', '/cal/events/v1/tags', 201, 'GET, POST'],
  ['GET', '/cal/events/v1/tags/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],
  ['POST', '/cal/events/v1/tags/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],
  ['PUT', '/cal/events/v1/tags/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],
  ['PATCH', '/cal/events/v1/tags/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],
  ['DELETE', '/cal/events/v1/tags/{id}', 200, 'GET, POST, PUT, PATCH, DELETE'],
]

/** The fields of an update of each collection. */
const changes: Readonly<Record<string, Record<string, string>>> = {
  events: { title: 'Another title' },
  venues: { venue: 'Another hall' },
  organizers: { organizer: 'Another circle' },
  categories: { name: 'Another category' },
  tags: { name: 'Another tag' },
}

test('the specification has 52 different pairs of method and path (4.2-4.7)', () => {
  expect(new Set(operations.map(([method, path]) => `${method} ${path}`)).size).toBe(52)
})

const onEverySite = sites.flatMap((site) =>
  operations.map(([method, path, status, allow]) => ({ site, method, path, status, allow })),
)

test.each(onEverySite)('$method $path on /$site returns $status and allows $allow', async (row) => {
  const collection = row.path.split('/')[4] ?? ''
  const target = `/${row.site}${row.path}`
  const isItem = row.path.includes('{')
  const made = isItem
    ? await make(call, collection, {}, `/${row.site}/cal/events/v1/${collection}`)
    : { id: 0, slug: '' }
  const json = isItem ? changes[collection] : leastOf(collection)

  const answer = await call(
    row.method,
    target.replace('{id}', made.id).replace('{slug}', made.slug),
    row.method === 'GET' || row.method === 'DELETE' ? {} : { json },
  )

  expect(answer.body.code).toBeUndefined()
  expect(answer.status).toBe(row.status)
  expect(answer.headers.get('allow')).toBe(row.allow)
})

const collections = ['events', 'venues', 'organizers', 'categories', 'tags']

const unsupported = [
  ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [
    { method, path: '/cal/events/v1', allow: 'GET' },
    { method, path: '/cal/events/v1/doc', allow: 'GET' },
  ]),
  ...['PUT', 'PATCH', 'DELETE'].flatMap((method) =>
    collections.map((name) => ({ method, path: `/cal/events/v1/${name}`, allow: 'GET, POST' })),
  ),
  { method: 'PROPFIND', path: '/cal/events/v1/events/1', allow: 'GET, DELETE, POST, PUT, PATCH' },
  {
    method: 'PROPFIND',
    path: '/cal/events/v1/venues/by-slug/blue-hall',
    allow: 'GET, DELETE, POST, PUT, PATCH',
  },
  { method: 'PROPFIND', path: '/cal/events/v1/tags/1', allow: 'GET, POST, PUT, PATCH, DELETE' },
]

test.each(unsupported)('$method $path returns 404 and allows $allow', async (row) => {
  const answer = await call(row.method, `/de${row.path}`)
  expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route'])
  expect(answer.body.data).toEqual({ status: 404 })
  expect(answer.headers.get('allow')).toBe(row.allow)
})

const unknown = [
  ...collections.flatMap((name) => [
    `/de/cal/events/v1/${name}/abc`,
    `/de/cal/events/v1/${name}/1x`,
    `/de/cal/events/v1/${name}/-1`,
    `/de/cal/events/v1/${name}/1.5`,
    `/de/cal/events/v1/${name}/1/more`,
  ]),
  '/hi/cal/events/v1/events/%E0%A5%AB',
  '/de/cal/events/v1/events/by-slug',
  '/de/cal/events/v1/events/by-slug/',
  '/de/cal/events/v1/events/by-slug/a/b',
  '/de/cal/events/v1/events/by-id/1',
  '/de/cal/events/v1/categories/by-slug/music',
  '/de/cal/events/v1/tags/by-slug/open-air',
  '/de/cal/events/v1/nothing',
  '/de/cal/events/v1/eventsx',
  '/de/cal/events/v1/docs',
  '/de/cal/events/v2',
  '/de/cal/events/v2/events',
  '/de/cal/events',
  '/de/events',
  '/fr/cal/events/v1/events',
  '/en/cal/events/v1',
  '/xx/cal/events/v1/events',
  '/zh/cal/events/v1/events',
  '/cal/events/v1/events',
  '/hi/de/cal/events/v1/events',
]

test.each(unknown)('GET %s returns 404 rest_no_route', async (target) => {
  const answer = await call('GET', target)
  expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route'])
  expect(answer.body.data).toEqual({ status: 404 })
  expect(answer.headers.get('allow')).toBeNull()
})

test.each([
  ['POST', '/de/cal/events/v1/events/abc'],
  ['PUT', '/de/cal/events/v1/venues/abc'],
  ['PATCH', '/de/cal/events/v1/organizers/abc'],
  ['DELETE', '/de/cal/events/v1/categories/abc'],
  ['DELETE', '/xx/cal/events/v1/tags/1'],
])('%s %s returns 404 rest_no_route, as any other method does', async (method, target) => {
  const answer = await call(method, target)
  expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route'])
})
