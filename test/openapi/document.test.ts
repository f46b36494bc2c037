import { validate } from '@readme/openapi-parser'
import { expect, onTestFinished, test } from 'vitest'
import { fieldDescriptions } from '../../src/contract/resources/field-descriptions.ts'
import { resources } from '../../src/contract/resources/index.ts'
import { listen } from '../../src/http/server.ts'
import { type Answer, type Call, createTestMock, fresh, NOW } from '../call.ts'
import { DE, freshEach, kinds, leastOf, make, makeEvent, posts, read } from '../http/world.ts'
import { type Document, documentOf, type Json, operationsOf, promisesOf } from './document.ts'

const call = freshEach({ empty: true })

const titles = [
  { site: 'ar', title: 'خدمة', script: /\p{Script=Arabic}/u },
  { site: 'zh-hans', title: '活动', script: /\p{Script=Han}/u },
  { site: 'en', title: 'Events', script: /\p{Script=Latin}/u },
  { site: 'fr', title: 'événements', script: /\p{Script=Latin}/u },
  { site: 'de', title: 'Veranstaltung', script: /\p{Script=Latin}/u },
  { site: 'hi', title: 'कार्यक्रम', script: /\p{Script=Devanagari}/u },
  { site: 'es', title: 'eventos', script: /\p{Script=Latin}/u },
] as const
const everywhere = { sites: titles.map(({ site }) => site) }

test.each(titles)('GET /doc of $site returns valid OpenAPI 3.1 (19.2)', async ({ site }) => {
  const document = await documentOf(fresh(everywhere), site)
  expect(document.openapi).toBe('3.1.0')
  const result = await validate(structuredClone(document) as never) // the parser modifies its input
  expect(result).toEqual({ valid: true, warnings: [], specification: 'OpenAPI' })
})

test.each(titles)(
  'GET /doc of $site is in its language (19.2)',
  async ({ site, title, script }) => {
    const answer = await fresh(everywhere)('GET', `/${site}/cal/events/v1/doc`)
    expect(answer.headers.get('content-language')).toBe(site)
    expect(answer.body.info.title).toContain(title)
    const texts = collectTexts(answer.body)
    expect(texts.length).toBeGreaterThan(300)
    for (const text of texts) expect(text).toMatch(script)
  },
)

test('the documents of two sites have only a few words in common (19.2)', async () => {
  const call = fresh(everywhere)
  const english = new Set(collectTexts(await documentOf(call, 'en')))
  for (const { site } of titles.filter((row) => row.site !== 'en')) {
    const own = new Set(collectTexts(await documentOf(call, site)))
    expect([...own].filter((text) => english.has(text)).length, site).toBeLessThan(3)
  }
})

/** Returns every summary, description and title, except texts of fields of responses. */
function collectTexts(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === 'schemas') return collectTexts(pickSchemas(value, isBody))
    return typeof value === 'string' && ['summary', 'description', 'title'].includes(name)
      ? [value]
      : collectTexts(value)
  })
}

const isBody = (name: string): boolean => /(Fields|Changes)$/.test(name)

/** Returns the schemas whose names fulfil a condition. */
const pickSchemas = (schemas: Json, isPicked: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(schemas).filter(([name]) => isPicked(name)))

/** Returns the schemas of responses and their parts. */
const responseSchemas = ({ components }: Document): Json =>
  pickSchemas((components as Json).schemas as Json, (name) => !isBody(name)) // a valid document

/** Returns every field of a schema and of the objects in it, by path. */
function listFields(schema: Json, at: string): [string, Json][] {
  const own = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Json>>)
  const options = ((schema.anyOf ?? []) as Json[]).flatMap((option) => listFields(option, at))
  const below = own.flatMap(([name, field]) => listFields(field, `${at}.${name}`))
  return [
    ...own.map(([name, field]): [string, Json] => [`${at}.${name}`, field]),
    ...options,
    ...below,
  ]
}

test('every field of every response in /doc has a description in English (21.4a)', async () => {
  const schemas = responseSchemas(await documentOf(fresh(everywhere), 'en'))
  const fields = Object.entries(schemas).flatMap(([name, schema]) =>
    listFields(schema as Json, name),
  )
  expect(fields.length).toBeGreaterThan(190)
  const isSentence = ({ description }: Json): boolean =>
    /^[A-Z][ -~–€]+\.$/.test(String(description))
  expect(fields.filter(([, field]) => !isSentence(field)).map(([path]) => path)).toEqual([])
})

test('the descriptions of fields of responses are the same on every site (21.4a)', async () => {
  const call = fresh(everywhere)
  const english = responseSchemas(await documentOf(call, 'en'))
  for (const { site } of titles)
    expect(responseSchemas(await documentOf(call, site)), site).toEqual(english)
})

test.each(resources)(
  'responses with a $name have each field that a request can set (11.1)',
  ({ fields, schema }) => {
    expect(Object.keys(schema.properties as Json)).toEqual(
      expect.arrayContaining(Object.keys(fields)),
    )
  },
)

test('no description of a field is left over', async () => {
  const schemas = Object.values(responseSchemas(await documentOf(fresh(), 'de')))
  const known = schemas.flatMap((schema) => listFields(schema as Json, '').map(([path]) => path))
  const described = Object.values(fieldDescriptions).flatMap((fields) => Object.keys(fields))
  expect(described.filter((field) => !known.includes(`.${field}`))).toEqual([])
})

test('GET /doc describes all 52 pairs of method and path and names its own address (19.2)', async () => {
  const document = await documentOf(fresh(), 'de')
  const operations = operationsOf(document)
  expect(operations).toHaveLength(52)
  expect(document.servers).toEqual([{ url: 'http://calmock.test/de/cal/events/v1' }])
  const ids = operations.map(({ method, path }) => document.paths[path]?.[method.toLowerCase()])
  expect(new Set(ids.map((operation) => operation?.operationId)).size).toBe(52)
})

/** Returns the paths of the parts of a document that fulfil a condition. */
function findParts(part: unknown, matches: (part: Json) => boolean, at = ''): string[] {
  if (typeof part !== 'object' || part === null) return []
  const own = matches(part as Json) ? [at] : [] // an object, or a list without names
  const below = Object.entries(part).flatMap(([name, value]) =>
    findParts(value, matches, `${at}/${name}`),
  )
  return [...own, ...below]
}

test.each(titles)('every array of /doc of $site has a schema for its items', async ({ site }) => {
  const document = await documentOf(fresh(everywhere), site)
  const isArray = ({ type }: Json): boolean => [type].flat().includes('array')
  expect(findParts(document, isArray).length).toBeGreaterThan(30)
  expect(findParts(document, (part) => isArray(part) && !('items' in part))).toEqual([])
})

test.each(titles)('every operation of /doc of $site has text and a tag', async ({ site }) => {
  const document = await documentOf(fresh(everywhere), site)
  const tags = (document.tags as Json[]).map(({ name }) => name)
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    expect(operation.description).toMatch(/[.。।]$/)
    for (const tag of operation.tags as string[]) expect(tags).toContain(tag)
  }
})

const document = await documentOf(fresh(), 'de')
const promises = promisesOf(document)

/** Fails unless a response matches the document for this method and path. */
function expectDocumented(answer: Answer, method: string, path: string): void {
  expect(promises.answer(method, path, answer), answer.text.slice(0, 500)).toEqual([])
}

const everyStatus = 'per_page=50&status=publish,future,draft,pending,private,trash&hide_empty=0'

test.each(kinds)('lists and items of $collection match the document on every site', async (row) => {
  const call = fresh(everywhere)
  for (const { site } of titles) {
    const base = `/${site}/cal/events/v1/${row.collection}`
    const window = row.kind === 'event' ? '&start_date=1990-01-01&end_date=2100-01-01' : ''
    for (const query of ['', `${everyStatus}${window}`, `${everyStatus}${window}&page=2`]) {
      const list = await call('GET', `${base}?${query}`)
      expectDocumented(list, 'GET', `/${row.collection}`)
      if (query !== '' && site !== 'de') continue // one site has every record read alone
      for (const { id, slug } of list.body[row.collection] ?? []) {
        expectDocumented(await call('GET', `${base}/${id}`), 'GET', `/${row.collection}/{id}`)
        if (!posts.some(({ kind }) => kind === row.kind)) continue
        const bySlug = await call('GET', `${base}/by-slug/${slug}`)
        expectDocumented(bySlug, 'GET', `/${row.collection}/by-slug/{slug}`)
      }
    }
  }
})

/** Records with every field. */
const full: Readonly<Record<string, Record<string, unknown>>> = {
  events: {
    ...{ author: 2, description: 'Two sets.\n\nNo entry after ten.', excerpt: 'Two sets' },
    ...{ slug: 'full', status: 'publish', timezone: 'Europe/Berlin', all_day: true },
    ...{ image: 'https://pictures.test/jazz.jpg', cost: ['10', '20 €'] },
    ...{ website: 'https://jazz.test/', show_map: true, show_map_link: true },
    ...{ hide_from_listings: true, sticky: true, featured: true, categories: ['Music'] },
    ...{ tags: ['Open air'], venue: { venue: 'Blue Hall', city: 'Bonn' } },
    organizer: [{ organizer: 'Night Circle', email: 'night@circle.test' }],
  },
  venues: {
    ...{ description: 'A hall', address: 'Main street 1', city: 'Bonn', country: 'Germany' },
    ...{ province: 'NRW', state: 'NRW', zip: 53111, phone: '+49 228 1' },
    ...{ website: 'https://hall.test/', stateprovince: 'NRW' },
    ...{ image: 'https://pictures.test/hall.jpg', show_map: 'false', show_map_link: false },
  },
  organizers: {
    ...{ description: 'A circle', phone: '+49 228 1', website: 'https://circle.test/' },
    ...{ email: 'night@circle.test', image: 'https://pictures.test/circle.jpg' },
  },
  categories: { description: 'With sound', slug: 'music' },
  tags: { description: 'Under the sky', slug: 'open-air' },
}

test.each(kinds)('request bodies of $collection match the document', (row) => {
  const path = `/${row.collection}`
  const whole = { ...row.least, ...full[row.collection] }
  expect(promises.request('POST', path, row.least)).toEqual([])
  expect(promises.request('POST', path, whole)).toEqual([])
  for (const method of ['POST', 'PUT', 'PATCH']) {
    expect(promises.request(method, `${path}/{id}`, {})).toEqual([])
    expect(promises.request(method, `${path}/{id}`, whole)).toEqual([])
  }
  expect(promises.request('PUT', '/events/{id}', { password: '' })).toEqual([]) // removes it
  expect(promises.request('POST', path, {})).not.toEqual([])
  expect(promises.request('POST', path, { ...whole, more: 1 })).not.toEqual([])
})

const addressed = kinds.flatMap((row) => {
  const isPost = posts.some(({ kind }) => kind === row.kind)
  return (isPost ? ['id', 'slug'] : ['id']).map((by) => ({ ...row, by }))
})

/** Returns the path in the document and the target of a record, by id or by slug. */
function pathsOf(collection: string, by: string, record: { id: number; slug: string }) {
  return by === 'id'
    ? { path: `/${collection}/{id}`, target: `${DE}/${collection}/${record.id}` }
    : {
        path: `/${collection}/by-slug/{slug}`,
        target: `${DE}/${collection}/by-slug/${record.slug}`,
      }
}

test.each(addressed)('writes of $collection by $by match the document', async (row) => {
  const extras = [{}, full[row.collection]]
  for (const [n, extra] of extras.entries()) {
    const json = { ...leastOf(row.collection), [row.name]: `Name ${n}`, ...extra }
    const made = await call('POST', `${DE}/${row.collection}`, { json })
    expect(made.status, made.text).toBe(201)
    expectDocumented(made, 'POST', `/${row.collection}`)
    const { path, target } = pathsOf(row.collection, row.by, made.body)
    for (const method of ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']) {
      const answer = await call(method, target, ['GET', 'DELETE'].includes(method) ? {} : { json })
      expect(answer.status, answer.text).toBe(200)
      expectDocumented(answer, method, path)
    }
  }
})

const statuses = ['draft', 'pending', 'private', 'future']

test.each(statuses)('a record with the status %s matches the document', async (status) => {
  for (const { collection } of posts) {
    const json = { ...leastOf(collection), status, date: '2031-01-01 10:00:00' }
    const made = await call('POST', `${DE}/${collection}`, { json })
    expect(made.status, made.text).toBe(201)
    expectDocumented(made, 'POST', `/${collection}`)
    const item = await call('GET', `${DE}/${collection}/${made.body.id}`)
    expectDocumented(item, 'GET', `/${collection}/{id}`)
    const list = await call('GET', `${DE}/${collection}?status=${status}`)
    expectDocumented(list, 'GET', `/${collection}`)
  }
})

test('a list with a protected event matches the document (20.3)', async () => {
  await makeEvent(call, { ...full.events, hide_from_listings: false, password: 'x' })
  const list = await call('GET', `${DE}/events`)
  expect(list.body.total).toBe(1)
  expectDocumented(list, 'GET', '/events')
})

const tooLarge = new Uint8Array(1024 * 1024 + 1)
const json = { 'Content-Type': 'application/json' }
const plain = { 'Content-Type': 'text/plain' }

type Provoke = (call: Call, method: string, path: string) => Promise<Answer>

const target = (path: string): string =>
  `${DE}${path === '/' ? '' : path}`.replace('{id}', '987654').replace('{slug}', 'nothing')

/** Returns the target of an existing record for a path template. */
async function createTarget(call: Call, path: string, fields = {}): Promise<string> {
  const collection = path.split('/')[1] ?? ''
  if (!path.includes('{')) return target(path)
  const { id, slug } = await make(call, collection, fields)
  return `${DE}${path}`.replace('{id}', id).replace('{slug}', slug)
}

/** Requests that cause each documented error status. */
const provocations: Readonly<Record<string, Provoke>> = {
  400: async (call, method, path) =>
    call(method, `${await createTarget(call, path)}?i18n_language=xx`),
  403: async (call, method, path) =>
    method === 'GET'
      ? call(method, await createTarget(call, path, { password: 'x' }))
      : call(method, target(path), { headers: { 'Sec-Fetch-Site': 'cross-site' } }),
  404: (call, method, path) => call(method, `${target(path)}?page=99&namespace=other`),
  410: async (call, method, path) => {
    const there = await createTarget(call, path)
    const collection = path.split('/')[1] ?? ''
    await call('DELETE', there)
    const trash = await read(call, `${DE}/${collection}?status=trash`)
    const [{ id, slug }] = trash[collection]
    return call(method, `${DE}${path}`.replace('{id}', id).replace('{slug}', slug))
  },
  413: async (call, method, path) =>
    call(method, await createTarget(call, path), { raw: tooLarge, headers: json }),
  415: async (call, method, path) => {
    const complete = leastOf(path.split('/')[1] ?? '') as Record<string, string>
    const there = `${await createTarget(call, path)}?${new URLSearchParams(complete)}`
    return call(method, there, { raw: 'x', headers: plain })
  },
  507: async (_, method, path) => {
    const collection = path.split('/')[1] ?? ''
    const call = fresh({ events: 3, maxMemory: 1 })
    const seeded = (await read(call, `${DE}/${collection}?hide_empty=false`))[collection][0]
    const there = `${DE}${path}`.replace('{id}', seeded.id).replace('{slug}', seeded.slug)
    const lengths = [100_000, 10_000, 1].flatMap((length) => Array(9).fill(length))
    for (const [n, length] of lengths.entries())
      await call('POST', `${DE}/tags`, { json: { name: `n${n}`, description: 'x'.repeat(length) } })
    const fields = { ...leastOf(collection), description: 'y'.repeat(100_000) }
    return call(method, there, method === 'DELETE' ? {} : { json: fields })
  },
}

const postLists = ['/events', '/venues', '/organizers']
const termLists = ['/categories', '/tags']
const places = ['/venues', '/organizers']
const edits = ['POST', 'PUT', 'PATCH']
const itemsOf = (list: string): string[] => [`${list}/{id}`, `${list}/by-slug/{slug}`]
const termItems = termLists.map((list) => `${list}/{id}`)

test.each([
  [['GET'], ['/'], '200 400 404 413 414'],
  [['GET'], ['/doc'], '200 400 413 414'],
  [['GET'], postLists, '200 400 404 413 414'],
  [['GET'], termLists, '200 400 413 414'],
  [['POST'], [...postLists, ...termLists], '201 400 403 413 414 415 507'],
  [['GET'], itemsOf('/events'), '200 400 403 404 410 413 414'],
  [['GET'], places.flatMap(itemsOf), '200 400 404 410 413 414'],
  [['DELETE'], postLists.flatMap(itemsOf), '200 400 403 404 410 413 414 507'],
  [edits, postLists.flatMap(itemsOf), '200 400 403 404 410 413 414 415 507'],
  [['GET'], termItems, '200 400 404 413 414'],
  [['DELETE'], termItems, '200 400 403 404 413 414 507'],
  [edits, termItems, '200 400 403 404 413 414 415 507'],
])('%j of %j document the statuses %s', (methods, paths, statuses) => {
  const found = operationsOf(document).filter(
    ({ method, path }) => methods.includes(method) && paths.includes(path),
  )
  expect(found).toHaveLength(methods.length * paths.length)
  for (const { responses } of found) expect(Object.keys(responses).join(' ')).toBe(statuses)
})

const refusals = operationsOf(document).flatMap(({ method, path, responses }) =>
  Object.keys(responses)
    .filter((status) => Number(status) >= 400 && status !== '414') // only a server rejects long URLs
    .map((status) => ({ method, path, status })),
)

test.each(refusals)('$method $path can return $status, which matches the document', async (row) => {
  const answer = await provocations[row.status]?.(call, row.method, row.path)
  expect(answer?.status, answer?.text).toBe(Number(row.status))
  if (answer) expectDocumented(answer, row.method, row.path)
})

test('a URL that is too long is rejected with 414, which matches the document', async () => {
  const server = await listen(createTestMock({ now: NOW }))
  onTestFinished(() => server.close())
  const response = await fetch(`${server.url}${DE}/events?search=${'a'.repeat(20_000)}`)
  const { status, headers } = response
  const text = await response.text()
  expect(status).toBe(414)
  expectDocumented({ status, headers, text, body: JSON.parse(text) }, 'GET', '/events')
})

test('a write without a user matches the document of a service with users', async () => {
  const call = fresh({ auth: ['editor:secret'] })
  const answer = await call('POST', `${DE}/tags`, { json: { name: 'x' } })
  expect(answer.status).toBe(401)
  const { answer: findDifferences } = promisesOf(await documentOf(call, 'de'))
  expect(findDifferences('POST', '/tags', answer)).toEqual([])
})

const mistakes = [
  { mistake: 'a missing parameter', init: { json: {} } },
  { mistake: 'wrong types', init: { json: { ...leastOf('events'), title: 5, author: 'x' } } },
  { mistake: 'an unknown word', init: { json: { ...leastOf('events'), status: 'gone' } } },
  { mistake: 'broken JSON', init: { raw: '{', headers: json } },
  { mistake: 'deep JSON', init: { raw: '['.repeat(99) + ']'.repeat(99), headers: json } },
  { mistake: 'broken encoding', init: { form: 'title=%FF' } },
]

test.each(mistakes)('the error for $mistake matches the document', async ({ init }) => {
  const answer = await call('POST', `${DE}/events`, init)
  expect(answer.status).toBe(400)
  expectDocumented(answer, 'POST', '/events')
})

test.each(['categories', 'tags'])(
  'errors for duplicates in %s are documented',
  async (collection) => {
    const first = await make(call, collection)
    const second = await make(call, collection, { name: 'Other' })
    const again = await call('POST', `${DE}/${collection}`, { json: leastOf(collection) })
    expect(again.status).toBe(400)
    expectDocumented(again, 'POST', `/${collection}`)
    const slug = { json: { name: 'Other', slug: first.slug } }
    const taken = await call('PUT', `${DE}/${collection}/${second.id}`, slug)
    expect(taken.status).toBe(400)
    expectDocumented(taken, 'PUT', `/${collection}/{id}`)
  },
)

test.each(['/', '/doc'])('GET %s matches the document', async (path) => {
  expectDocumented(await fresh()('GET', target(path)), 'GET', path)
})

test('each example of GET /doc is accepted, in the order of the document (19.2b)', async () => {
  const call = fresh({ sites: ['de'] })
  const { paths } = await documentOf(call, 'de')
  const failed: string[] = []
  let sent = 0
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const { url, json } = readExamples(path, operation as unknown as Described) // as the parser's test has seen
      const answer = await call(method.toUpperCase(), `/de/cal/events/v1${url}`, { json })
      sent++
      if (answer.status >= 400) failed.push(`${method} ${url} ${JSON.stringify(answer.body)}`)
    }
  expect(failed).toEqual([])
  expect(sent).toBe(52)
})

interface Described {
  readonly parameters: readonly { in: string; name: string; example: unknown }[]
  readonly requestBody?: { content: { 'application/json': { example: Json } } }
}

/** Returns the request that the examples of an operation describe. A parameter without an example fails. */
function readExamples(path: string, { parameters, requestBody }: Described) {
  const query = new URLSearchParams()
  let url = path
  for (const { in: place, name, example } of parameters) {
    expect(example, `${path} ${name}`).toBeDefined()
    if (place === 'path') url = url.replace(`{${name}}`, String(example))
    else query.set(name, String(example))
  }
  return { url: `${url}?${query}`, json: requestBody?.content['application/json'].example }
}
