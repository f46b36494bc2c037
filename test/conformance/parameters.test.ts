import { expect, test } from 'vitest'
import { fresh, ORIGIN } from '../call.ts'

/** The keys of a parameter in the index, besides its description and `required`. */
type Forms = readonly Readonly<Record<string, unknown>>[]
type Args = Readonly<Record<string, Forms>>

const untyped: Forms = [{}]
const integer: Forms = [{ type: 'integer' }]
const string: Forms = [{ type: 'string' }]
const boolean: Forms = [{ type: 'boolean' }]
const stringOrNull: Forms = [{ type: 'string', default: null }]
/** The fields are declared as `array of integer`; the real service prints only `items` (19.1). */
const integers: Forms = [
  { items: { type: 'integer' } },
  { type: 'array', items: { type: 'integer' } },
]
const links: Forms = integers.map((form) => ({ ...form, default: null }))
/** The parameters are declared as dates; the real service prints no type (19.1). */
const dateTime: Forms = [
  {},
  { type: 'string' },
  { format: 'date-time' },
  { type: 'string', format: 'date-time' },
]
const aDate = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
const dateTimeNow: Forms = dateTime.map((form) => ({ ...form, default: aDate }))
const status: Forms = [
  { format: 'string' },
  { type: 'string' },
  { type: 'string', format: 'string' },
]
const double: Forms = [{ format: 'double' }, { type: 'number', format: 'double' }]

const paging = {
  page: [{ default: 1, type: 'integer' }],
  per_page: [{ default: 9, type: 'integer' }],
}

const indexQuery: Args = {
  namespace: [{ default: 'cal/events/v1' }],
  context: [{ default: 'view' }],
}

const eventQuery: Args = {
  ...paging,
  ...{ start_date: dateTimeNow, end_date: dateTimeNow, starts_before: dateTime },
  ...{ starts_after: dateTime, ends_before: dateTime, ends_after: dateTime },
  strict_dates: [
    { default: 'false' },
    { type: 'boolean', default: 'false' },
    { type: 'boolean', default: false },
  ],
  ...{ search: string, categories: integers, tags: integers, venue: integers },
  ...{ organizer: integers, featured: boolean, status, geoloc: boolean, geoloc_lat: double },
  ...{ geoloc_lng: double, include: integers, post_parent: integer, ticketed: boolean },
}

const eventFields: Args = {
  ...{ author: integer, date: string, date_utc: string, title: string, description: string },
  ...{ slug: string, excerpt: string, status: string, timezone: string },
  ...{ all_day: [{ default: false, type: 'boolean' }], start_date: string, end_date: string },
  ...{ image: string, cost: untyped, website: [{ default: null }], show_map: boolean },
  ...{ show_map_link: boolean, hide_from_listings: boolean, sticky: boolean, featured: boolean },
  ...{ categories: links, tags: links, venue: links, organizer: links },
}

const placeQuery: Args = {
  ...paging,
  ...{ search: string, event: integer, has_events: untyped },
  ...{ only_with_upcoming: [{ default: false }], status },
}

const venueFields: Args = {
  ...{ author: integer, date: string, date_utc: string, venue: string, description: stringOrNull },
  ...{ status: string, show_map: stringOrNull, show_map_link: stringOrNull },
  ...{ address: stringOrNull, city: stringOrNull, country: stringOrNull, province: stringOrNull },
  ...{ state: stringOrNull, zip: stringOrNull, phone: stringOrNull, stateprovince: stringOrNull },
  ...{ website: stringOrNull, image: stringOrNull },
}

const organizerFields: Args = {
  ...{ author: [{ type: 'integer', default: null }], date: stringOrNull, date_utc: stringOrNull },
  ...{ organizer: stringOrNull, description: stringOrNull, status: stringOrNull },
  ...{ phone: stringOrNull, website: stringOrNull, email: stringOrNull, image: stringOrNull },
}

const termQueryStart: Args = {
  ...paging,
  ...{ search: string, exclude: integers, include: integers, order: string, orderby: string },
  hide_empty: [
    { type: 'boolean', default: '1' },
    { type: 'boolean', default: 1 },
  ],
}
const termQueryEnd: Args = { post: integer, event: integer, slug: string }
const categoryQuery: Args = { ...termQueryStart, parent: integer, ...termQueryEnd }
const tagQuery: Args = { ...termQueryStart, ...termQueryEnd }
const tagFields: Args = { name: string, description: string, slug: string }
const categoryFields: Args = { ...tagFields, parent: integer }

const byId: Args = { id: integer }
const bySlug: Args = { slug: string }
const eventById: Args = { id: integer, password: string }

const ID = '(?P<id>\\d+)'
const SLUG = 'by-slug/(?P<slug>[^/]+)'
const EDIT = 'POST,PUT,PATCH'

/**
 * Route below the namespace, methods of the endpoint, its parameters in order, the required
 * parameters.
 */
const endpoints: readonly (readonly [string, string, Args, string])[] = [
  ['', 'GET', indexQuery, ''],
  ['/doc', 'GET', {}, ''],
  ['/events', 'GET', eventQuery, ''],
  ['/events', 'POST', eventFields, 'title,start_date,end_date'],
  [`/events/${ID}`, 'GET', eventById, 'id'],
  [`/events/${ID}`, 'DELETE', eventById, 'id'],
  [`/events/${ID}`, EDIT, { ...eventById, ...eventFields }, 'id'],
  [`/events/${SLUG}`, 'GET', bySlug, 'slug'],
  [`/events/${SLUG}`, 'DELETE', bySlug, 'slug'],
  [`/events/${SLUG}`, EDIT, { ...bySlug, ...eventFields }, ''],
  ['/venues', 'GET', placeQuery, ''],
  ['/venues', 'POST', venueFields, 'venue'],
  [`/venues/${ID}`, 'GET', byId, 'id'],
  [`/venues/${ID}`, 'DELETE', byId, 'id'],
  [`/venues/${ID}`, EDIT, { ...byId, ...venueFields }, 'id'],
  [`/venues/${SLUG}`, 'GET', bySlug, 'slug'],
  [`/venues/${SLUG}`, 'DELETE', bySlug, 'slug'],
  [`/venues/${SLUG}`, EDIT, { ...bySlug, ...venueFields }, 'slug'],
  ['/organizers', 'GET', placeQuery, ''],
  ['/organizers', 'POST', organizerFields, 'organizer'],
  [`/organizers/${ID}`, 'GET', byId, 'id'],
  [`/organizers/${ID}`, 'DELETE', byId, 'id'],
  [`/organizers/${ID}`, EDIT, { ...byId, ...organizerFields }, 'id'],
  [`/organizers/${SLUG}`, 'GET', bySlug, 'slug'],
  [`/organizers/${SLUG}`, 'DELETE', bySlug, 'slug'],
  [`/organizers/${SLUG}`, EDIT, { ...bySlug, ...organizerFields }, 'slug'],
  ['/categories', 'GET', categoryQuery, ''],
  ['/categories', 'POST', categoryFields, 'name'],
  [`/categories/${ID}`, 'GET', byId, 'id'],
  [`/categories/${ID}`, EDIT, { ...byId, ...categoryFields }, 'id'],
  [`/categories/${ID}`, 'DELETE', byId, 'id'],
  ['/tags', 'GET', tagQuery, ''],
  ['/tags', 'POST', tagFields, 'name'],
  [`/tags/${ID}`, 'GET', byId, 'id'],
  [`/tags/${ID}`, EDIT, { ...byId, ...tagFields }, 'id'],
  [`/tags/${ID}`, 'DELETE', byId, 'id'],
]

interface Endpoint {
  readonly methods: readonly string[]
  readonly args: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

async function readIndex(site: string) {
  const { body } = await fresh({ empty: true })('GET', `/${site}/cal/events/v1`)
  return body
}

async function readEndpoints(site: string): Promise<Endpoint[]> {
  const { routes } = await readIndex(site)
  return Object.keys(routes).flatMap((key) => routes[key].endpoints)
}

test.each(
  endpoints.map(([route, methods, args, required]) => ({ route, methods, args, required })),
)('$methods $route declares its parameters in order (2.1-2.5, 4.2-4.7)', async (row) => {
  const { routes } = await readIndex('de')
  const endpoint: Endpoint | undefined = routes[`/cal/events/v1${row.route}`].endpoints.find(
    ({ methods }: Endpoint) => methods.join() === row.methods,
  )
  expect(Object.keys(endpoint?.args ?? {})).toEqual([...Object.keys(row.args), 'i18n_language'])
  for (const [name, forms] of Object.entries(row.args)) {
    const { description, required, ...declared } = endpoint?.args[name] ?? {}
    expect(forms, `${name} is declared as ${JSON.stringify(declared)}`).toContainEqual(declared)
    expect(required, name).toBe(row.required.split(',').includes(name))
  }
})

test('the index lists 15 routes in order, with the methods of each (4.2-4.7)', async () => {
  const { namespace, routes } = await readIndex('de')
  const item = 'GET | DELETE | POST,PUT,PATCH'
  const term = 'GET | POST,PUT,PATCH | DELETE'
  const listed = Object.entries<{ endpoints: Endpoint[] }>(routes).map(([key, route]) => [
    key,
    route.endpoints.map(({ methods }) => methods.join()).join(' | '),
  ])
  expect(namespace).toBe('cal/events/v1')
  expect(listed).toEqual([
    ['/cal/events/v1', 'GET'],
    ['/cal/events/v1/doc', 'GET'],
    ['/cal/events/v1/events', 'GET | POST'],
    ['/cal/events/v1/events/(?P<id>\\d+)', item],
    ['/cal/events/v1/events/by-slug/(?P<slug>[^/]+)', item],
    ['/cal/events/v1/venues', 'GET | POST'],
    ['/cal/events/v1/venues/(?P<id>\\d+)', item],
    ['/cal/events/v1/venues/by-slug/(?P<slug>[^/]+)', item],
    ['/cal/events/v1/organizers', 'GET | POST'],
    ['/cal/events/v1/organizers/(?P<id>\\d+)', item],
    ['/cal/events/v1/organizers/by-slug/(?P<slug>[^/]+)', item],
    ['/cal/events/v1/categories', 'GET | POST'],
    ['/cal/events/v1/categories/(?P<id>\\d+)', term],
    ['/cal/events/v1/tags', 'GET | POST'],
    ['/cal/events/v1/tags/(?P<id>\\d+)', term],
  ])
})

test.each([
  ['/cal/events/v1/events', ['GET', 'POST']],
  ['/cal/events/v1/events/(?P<id>\\d+)', ['GET', 'DELETE', 'POST', 'PUT', 'PATCH']],
  ['/cal/events/v1/tags/(?P<id>\\d+)', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
])('the index entry %s names its namespace and all its methods', async (key, methods) => {
  const { routes } = await readIndex('de')
  expect(routes[key]).toMatchObject({ namespace: 'cal/events/v1', methods })
})

test('the index links exactly the routes without a parameter in their path', async () => {
  const { routes } = await readIndex('hi')
  const linked = Object.keys(routes).filter((key) => '_links' in routes[key])
  expect(linked).toEqual(
    ['', '/doc', '/events', '/venues', '/organizers', '/categories', '/tags'].map(
      (path) => `/cal/events/v1${path}`,
    ),
  )
  for (const key of linked) {
    expect(routes[key]._links.self[0].href).toBe(`${ORIGIN}/hi${key}`)
  }
})

const seven = ['ar', 'zh-hans', 'en', 'fr', 'de', 'hi', 'es']

test.each([
  ['hi', seven],
  ['de', ['en', 'de']],
  ['zh-hans', seven],
])('every endpoint of /%s ends with i18n_language and its codes (4.1)', async (site, codes) => {
  const all = await readEndpoints(site)
  expect(all).toHaveLength(36)
  for (const { args } of all) {
    expect(Object.keys(args).at(-1)).toBe('i18n_language')
    expect(args.i18n_language).toMatchObject({ type: 'string', enum: codes, required: false })
  }
})

test('the index computes the default date window of GET /events at request time (4.3.1)', async () => {
  const { routes } = await readIndex('de')
  const { args } = routes['/cal/events/v1/events'].endpoints[0]
  expect(args.start_date.default).toBe('2030-01-06 23:59:00')
  expect(args.end_date.default).toMatch(/^2032-01-07 /)
})

test.each(['hi', 'de', 'zh-hans'])('every parameter of /%s ends with `required`', async (site) => {
  for (const { args } of await readEndpoints(site)) {
    for (const [name, arg] of Object.entries(args)) {
      expect(Object.keys(arg).at(-1), name).toBe('required')
      expect(typeof arg.required, name).toBe('boolean')
    }
  }
})

test.each([
  ['hi', /\p{Script=Devanagari}/u],
  ['de', /^[^\p{Script=Devanagari}\p{Script=Han}]+$/u],
  ['zh-hans', /\p{Script=Han}/u],
])('every description of /%s is in the language of the site', async (site, script) => {
  for (const { args } of await readEndpoints(site)) {
    for (const [name, arg] of Object.entries(args)) {
      if (name === 'namespace' || name === 'context') expect(arg.description).toBeUndefined()
      else expect(arg.description, name).toMatch(script)
    }
  }
})

test.each([
  ['namespace=cal/events/v1', 200],
  ['context=view', 200],
  ['context=help', 200],
  ['namespace=nothing/v1', 404],
])('GET of the index with %s returns %i (4.2)', async (query, expected) => {
  const answer = await fresh({ empty: true })('GET', `/de/cal/events/v1?${query}`)
  expect(answer.status).toBe(expected)
  expect(answer.body.code).toBe(expected === 404 ? 'rest_invalid_namespace' : undefined)
})
