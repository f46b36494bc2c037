import { expect, test } from 'vitest'
import { freshEach, leastOf, make } from '../http/world.ts'

const call = freshEach({ empty: true })

const sites = ['hi', 'de', 'zh-hans']

const item = 'GET, DELETE, POST, PUT, PATCH'
const termItem = 'GET, POST, PUT, PATCH, DELETE'

/** The paths (4.2-4.7), and the methods of each in the order of `Allow`. */
const paths: readonly (readonly [string, string])[] = [
  ['/cal/events/v1', 'GET'],
  ['/cal/events/v1/doc', 'GET'],
  ['/cal/events/v1/events', 'GET, POST'],
  ['/cal/events/v1/events/{id}', item],
  ['/cal/events/v1/events/by-slug/{slug}', item],
  ['/cal/events/v1/venues', 'GET, POST'],
  ['/cal/events/v1/venues/{id}', item],
  ['/cal/events/v1/venues/by-slug/{slug}', item],
  ['/cal/events/v1/organizers', 'GET, POST'],
  ['/cal/events/v1/organizers/{id}', item],
  ['/cal/events/v1/organizers/by-slug/{slug}', item],
  ['/cal/events/v1/categories', 'GET, POST'],
  ['/cal/events/v1/categories/{id}', termItem],
  ['/cal/events/v1/tags', 'GET, POST'],
  ['/cal/events/v1/tags/{id}', termItem],
]

/** A create returns 201, every other operation 200. */
const operations = paths.flatMap(([path, allow]) =>
  allow.split(', ').map((method) => {
    const status = method === 'POST' && allow === 'GET, POST' ? 201 : 200
    return { method, path, status, allow }
  }),
)

/** The fields of an update of each collection. */
const changes: Readonly<Record<string, Record<string, string>>> = {
  events: { title: 'Another title' },
  venues: { venue: 'Another hall' },
  organizers: { organizer: 'Another circle' },
  categories: { name: 'Another category' },
  tags: { name: 'Another tag' },
}

test('the specification has 52 different pairs of method and path (4.2-4.7)', () => {
  expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(52)
})

const onEverySite = sites.flatMap((site) => operations.map((row) => ({ site, ...row })))

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
  { method: 'PROPFIND', path: '/cal/events/v1/events/1', allow: item },
  { method: 'PROPFIND', path: '/cal/events/v1/venues/by-slug/blue-hall', allow: item },
  { method: 'PROPFIND', path: '/cal/events/v1/tags/1', allow: termItem },
]

test.each(unsupported)('$method $path returns 404 and allows $allow', async (row) => {
  const answer = await call(row.method, `/de${row.path}`)
  expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route'])
  expect(answer.body.data).toEqual({ status: 404 })
  expect(answer.headers.get('allow')).toBe(row.allow)
})

const root = '/de/cal/events/v1'

test.each([
  ...collections.flatMap((name) =>
    ['abc', '1x', '-1', '1.5', '1/more'].map((id) => ['GET', `${root}/${name}/${id}`]),
  ),
  ['GET', '/hi/cal/events/v1/events/%E0%A5%AB'],
  ['GET', `${root}/events/by-slug`],
  ['GET', `${root}/events/by-slug/`],
  ['GET', `${root}/events/by-slug/a/b`],
  ['GET', `${root}/events/by-id/1`],
  ['GET', `${root}/categories/by-slug/music`],
  ['GET', `${root}/tags/by-slug/open-air`],
  ['GET', `${root}/nothing`],
  ['GET', `${root}/eventsx`],
  ['GET', `${root}/docs`],
  ['GET', '/de/cal/events/v2'],
  ['GET', '/de/cal/events/v2/events'],
  ['GET', '/de/cal/events'],
  ['GET', '/de/events'],
  ['GET', '/fr/cal/events/v1/events'],
  ['GET', '/fr/cal/events/v1'],
  ['GET', '/xx/cal/events/v1/events'],
  ['GET', '/zh/cal/events/v1/events'],
  ['GET', '/cal/events/v1/events'],
  ['GET', '/hi/de/cal/events/v1/events'],
  ['POST', `${root}/events/abc`],
  ['PUT', `${root}/venues/abc`],
  ['PATCH', `${root}/organizers/abc`],
  ['DELETE', `${root}/categories/abc`],
  ['DELETE', '/xx/cal/events/v1/tags/1'],
])('%s %s returns 404 rest_no_route', async (method = '', target = '') => {
  const answer = await call(method, target)
  expect([answer.status, answer.body.code]).toEqual([404, 'rest_no_route'])
  expect(answer.body.data).toEqual({ status: 404 })
  expect(answer.headers.get('allow')).toBeNull()
})
