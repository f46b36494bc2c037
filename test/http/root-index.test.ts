import { describe, expect, test } from 'vitest'
import { messages } from '../../fixtures/languages/messages.ts'
import type { Options } from '../../src/options/options.ts'
import { createTestMock, fresh, ORIGIN, over } from '../call.ts'

const mounts: readonly { options: Options; root: string; home: string }[] = [
  { options: {}, root: '/de', home: '/de' },
  { options: { root: '/:site/wp-json' }, root: '/de/wp-json', home: '/de' },
  { options: { root: '/wp-json', sites: ['de'] }, root: '/wp-json', home: '' },
  { options: { root: '/blog/:site', baseUrl: '/api' }, root: '/api/blog/de', home: '/api/blog/de' },
]

describe.each(mounts)('with $options', ({ options, root, home }) => {
  const call = fresh({ events: 6, ...options })

  test('every response announces the root of its site, and the root returns its index', async () => {
    const api = `${root}/cal/events/v1`
    for (const path of ['/events', '/events/999999999', '/tags?page=x', '/nothing', '/doc', '']) {
      const { headers } = await call('GET', api + path)
      const [, announced = ''] =
        /<([^>]*)>; rel="https:\/\/api\.w\.org\/"/.exec(headers.get('link') ?? '') ?? []
      expect(announced).toBe(`${ORIGIN}${root}/`)
      const index = await call('GET', announced.slice(ORIGIN.length))
      expect(index.status).toBe(200)
      expect(index.body.namespaces).toEqual(['cal/events/v1'])
    }
  })

  test('the index has the properties of the framework, with and without a trailing slash', async () => {
    const { body } = await call('GET', `${root}/`)
    const namespace = await call('GET', `${root}/cal/events/v1`)
    const { routes, ...rest } = body
    expect(rest).toEqual({
      ...{ name: messages.de.docTitle, description: messages.de.siteDescription },
      ...{ url: ORIGIN + home, home: ORIGIN + home, gmt_offset: 0, timezone_string: 'UTC' },
      ...{ namespaces: ['cal/events/v1'], authentication: [] },
    })
    const { '/': own, ...others } = routes
    expect(own).toEqual({
      namespace: '',
      methods: ['GET'],
      endpoints: [{ methods: ['GET'], args: { context: { default: 'view', required: false } } }],
      _links: { self: [{ href: `${ORIGIN}${root}/` }] },
    })
    expect(others).toEqual(namespace.body.routes)
    expect((await call('GET', root)).body).toEqual(body)
  })

  test('every link of the index leads to a response', async () => {
    const { body } = await call('GET', `${root}/`)
    for (const { _links } of Object.values<{ _links?: { self: { href: string }[] } }>(
      body.routes,
    )) {
      for (const { href } of _links?.self ?? [])
        expect((await call('GET', href.slice(ORIGIN.length))).status, href).toBe(200)
    }
    expect((await call('GET', body.home.slice(ORIGIN.length))).status).toBe(200)
  })

  test('the home announces the root to clients that look for it there', async () => {
    for (const path of [home, `${home}/`]) {
      const { status, headers } = await call('HEAD', path)
      expect(status).toBe(200)
      expect(headers.get('link')).toContain(`<${ORIGIN}${root}/>; rel="https://api.w.org/"`)
    }
  })

  test('rest_route at the home is the same request as the path', async () => {
    const list = await call('GET', `${root}/cal/events/v1/events?per_page=2&search=a`)
    for (const front of [`${home}/`, home, `${home}/index.php`]) {
      const route = encodeURIComponent('/cal/events/v1/events')
      const plain = await call('GET', `${front}?per_page=2&rest_route=${route}&search=a`)
      expect([plain.status, plain.text]).toEqual([200, list.text])
      const index = await call('GET', `${front}?rest_route=/`)
      expect(index.body).toEqual((await call('GET', `${root}/`)).body)
    }
  })

  test('rest_route writes, and finds slugs of any script', async () => {
    const json = { name: 'कबीर' }
    const route = '/cal/events/v1/organizers'
    const fields = { organizer: json.name, status: 'publish' }
    const made = await call('POST', `${home}/?rest_route=${route}`, { json: fields })
    expect(made.status).toBe(201)
    for (const slug of [json.name, made.body.slug, encodeURIComponent(made.body.slug)]) {
      const bySlug = await call('GET', `${home}/?rest_route=${route}/by-slug/${slug}`)
      expect([bySlug.status, bySlug.body.id]).toEqual([200, made.body.id])
    }
  })
})

test('the index is in the language of the site, and can be cut with _fields', async () => {
  const { body } = await fresh()('GET', '/hi?_fields=name,routes')
  expect(body.name).toBe(messages.hi.docTitle)
  expect(Object.keys(body)).toEqual(['name', 'routes'])
})

test('the index allows only GET', async () => {
  const call = fresh()
  const post = await call('POST', '/de/')
  expect([post.status, post.body.code]).toEqual([404, 'rest_no_route'])
  const options = await call('OPTIONS', '/de/')
  expect(options.headers.get('allow')).toBe('GET')
  expect(options.body.namespace).toBe('')
})

test('rest_route at a root that is not the home of a site returns 404 with a valid URL', async () => {
  const { status, body } = await fresh()('GET', '/?rest_route=/cal/events/v1/events')
  expect(status).toBe(404)
  expect(body.message).toContain(`${ORIGIN}/en/cal/events/v1/events.`)
})

test('interception leaves the home of a site to the app, unless rest_route is set', () => {
  const at = (options: Options, path: string) =>
    createTestMock(options).matchUrl(new URL(path, ORIGIN)).isOurs
  expect(at({}, '/de/')).toBe(false)
  expect(at({}, '/de/?rest_route=/cal/events/v1/events')).toBe(true)
  expect(at({ root: '/:site/wp-json' }, '/de/')).toBe(false)
  expect(at({ root: '/:site/wp-json' }, '/de/wp-json/')).toBe(true)
})

test('the page at a separate home links the root for clients that read HTML', async () => {
  const call = fresh({ root: '/:site/wp-json' })
  const { text } = await call('GET', '/de/', { headers: { accept: 'text/html' } })
  expect(text).toContain(`<link rel="https://api.w.org/" href="${ORIGIN}/de/wp-json/">`)
})

test('clients can build their routes from the index, as wpapi does', async () => {
  const call = over(createTestMock({ sites: ['en'], root: '/wp-json' }))
  const home = await call('HEAD', '/')
  const [, root = ''] = /<([^>]*)>/.exec(home.headers.get('link') ?? '') ?? []
  const { routes } = (await call('GET', root.slice(ORIGIN.length))).body
  const patterns = Object.keys(routes)
  expect(patterns).toContain('/cal/events/v1/events/(?P<id>\\d+)')
  expect(routes['/cal/events/v1/events'].endpoints[0].args).toHaveProperty('per_page')
})
