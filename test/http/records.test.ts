import { expect, test } from 'vitest'
import { ORIGIN } from '../call.ts'
import {
  DE,
  everything,
  freshEach,
  kinds,
  make,
  makeEvent,
  methods,
  namesOf,
  outcome,
  posts,
  read,
  terms,
  update,
} from './world.ts'

const call = freshEach({ empty: true })

test.each(kinds)('an unknown id of $collection returns 404 for any method', async (row) => {
  const { id } = await make(call, row.collection === 'events' ? 'venues' : 'events')
  for (const method of methods)
    for (const unknown of [0, 999999999, 99999999999, id]) {
      const answer = await call(method, `${DE}/${row.collection}/${unknown}`)
      expect(outcome(answer), `${method} ${unknown}`).toEqual([404, `rest-${row.kind}-not-found`])
      expect(answer.body.data.status).toBe(404)
    }
})

test.each(posts)('an unknown slug of $collection returns 404 for any method', async (row) => {
  const { slug } = await make(call, row.collection === 'events' ? 'venues' : 'events')
  for (const method of methods)
    for (const unknown of ['nothing', slug]) {
      const answer = await call(method, `${DE}/${row.collection}/by-slug/${unknown}`)
      expect(outcome(answer), `${method} ${unknown}`).toEqual([404, `rest-${row.kind}-not-found`])
    }
})

test.each(kinds)('POST to $collection returns 201 with its Location', async (row) => {
  const answer = await call('POST', `${DE}/${row.collection}`, { json: row.least })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('location')).toBe(`${ORIGIN}${DE}/${row.collection}/${answer.body.id}`)
  expect((await read(call, `${DE}/${row.collection}/${answer.body.id}`)).id).toBe(answer.body.id)
})

test('ids increase and are unique across all kinds', async () => {
  const ids = []
  for (const { collection } of kinds) ids.push((await make(call, collection)).id)
  expect(new Set(ids).size).toBe(5)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
})

test.each(posts)('a page of $collection past the end returns 404', async (row) => {
  await make(call, row.collection)
  const answer = await call('GET', `${DE}/${row.collection}?page=2`)
  expect(outcome(answer)).toEqual([404, `${row.kind}-archive-page-not-found`])
})

test.each(kinds)('an empty first page of $collection returns 200', async (row) => {
  const body = await read(call, `${DE}/${row.collection}`)
  expect(body).toMatchObject({ [row.collection]: [], total: 0, total_pages: 0 })
  expect(body).not.toHaveProperty('next_rest_url')
  expect(body).not.toHaveProperty('previous_rest_url')
})

/** Removes the keys that only some responses contain. */
const stripLinks = (record: object) => {
  const isExtra = (key: string) => key === 'json_ld' || key === '_links'
  return JSON.parse(JSON.stringify(record, (key, value) => (isExtra(key) ? undefined : value)))
}

const full = {
  events: {
    ...{ title: 'Jazz night', start_date: '2030-02-01 19:00:00', end_date: '2030-02-01 22:00:00' },
    ...{ description: 'Two sets.', excerpt: 'Jazz.', date: '2029-12-01 08:00:00' },
    ...{ status: 'private', timezone: 'Europe/Berlin' },
    ...{ image: 'https://pictures.example/night.jpg', cost: '20$' },
    ...{ website: 'https://jazz.example/', show_map: true, show_map_link: true, sticky: true },
    ...{ featured: true, categories: ['Music'], tags: ['new'], venue: { venue: 'Blue Hall' } },
    ...{ organizer: [{ organizer: 'Night Circle' }] },
  },
  venues: {
    ...{ venue: 'Blue Hall', description: 'A hall.', status: 'draft', show_map: 'false' },
    ...{ show_map_link: 'false', address: '1 Canal Street', city: 'Bonn', country: 'Germany' },
    ...{ province: 'NRW', phone: '5550', website: 'https://hall.example/' },
    ...{ image: 'https://pictures.example/hall.jpg' },
  },
  organizers: {
    ...{ organizer: 'Night Circle', description: 'A circle.', status: 'draft', phone: '5551' },
    ...{ email: 'circle@example.org', image: 'https://pictures.example/circle.jpg' },
  },
  categories: { name: 'Music', description: 'Sounds.', slug: 'sounds' },
  tags: { name: 'New', description: 'First time.', slug: 'first-time' },
}

const edits = kinds.flatMap((row) => ['POST', 'PUT', 'PATCH'].map((method) => ({ ...row, method })))

test.each(edits)('$method on $collection changes only the sent fields', async (row) => {
  const record = await make(call, row.collection, full[row.collection])
  const target = `${DE}/${row.collection}/${record.id}`
  const change = { [row.name]: 'New name' }
  const answer = await call(row.method, target, { json: change })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ...record, ...change })
  expect(stripLinks(await read(call, target))).toEqual({ ...stripLinks(record), ...change })
})

test.each(posts)('an update of $collection by slug equals an update by id', async (row) => {
  const record = await make(call, row.collection, full[row.collection])
  const target = `${DE}/${row.collection}/by-slug/${record.slug}`
  const after = await update(call, target, { [row.name]: 'New name' })
  expect(after).toEqual({ ...record, [row.name]: 'New name' })
})

test.each(kinds)('an id in the body does not change which $collection are written', async (row) => {
  const one = await make(call, row.collection, { [row.name]: 'one' })
  const two = await make(call, row.collection, { [row.name]: 'two' })
  const target = `${DE}/${row.collection}/${one.id}`
  expect((await update(call, target, { id: two.id, [row.name]: 'changed' })).id).toBe(one.id)
  expect((await read(call, `${DE}/${row.collection}/${two.id}`))[row.name]).toBe('two')
})

test.each(posts)(
  'a slug in the body does not change which $collection are written',
  async (row) => {
    const one = await make(call, row.collection, { [row.name]: 'one' })
    const two = await make(call, row.collection, { [row.name]: 'two' })
    const target = `${DE}/${row.collection}/by-slug/one`
    const changed = await update(call, target, { slug: 'two', [row.name]: 'changed' })
    expect([changed.id, changed[row.name]]).toEqual([one.id, 'changed'])
    expect((await read(call, `${DE}/${row.collection}/${two.id}`))[row.name]).toBe('two')
  },
)

test.each(['id', 'slug'])('a slug in the body renames an event addressed by %s', async (by) => {
  const { id } = await makeEvent(call)
  const target = `${DE}/events/${by === 'id' ? id : 'by-slug/jazz-night'}`
  const renamed = await update(call, target, { slug: 'Late Night!' })
  expect([renamed.id, renamed.slug]).toEqual([id, 'late-night'])
  expect((await read(call, `${DE}/events/by-slug/late-night`)).id).toBe(id)
  const old = await call('GET', `${DE}/events/by-slug/jazz-night`)
  expect(outcome(old)).toEqual([404, 'rest-event-not-found'])
})

test.each(['venues', 'organizers'])('the slug of %s is read-only (18.5)', async (path) => {
  const { id, slug } = await make(call, path)
  expect((await update(call, `${DE}/${path}/${id}`, { slug: 'other' })).slug).toBe(slug)
})

test.each(posts)('a draft of $collection is read by id and listed on request', async (row) => {
  const { id } = await make(call, row.collection, { status: 'draft' })
  expect((await read(call, `${DE}/${row.collection}/${id}`)).status).toBe('draft')
  expect(await namesOf(call, row.collection)).toEqual([])
  expect(await namesOf(call, row.collection, 'status=draft')).toHaveLength(1)
})

test.each(kinds)('an error of $collection consists of code, message and data', async (row) => {
  for (const [method, path, status] of [
    ['GET', `/${row.collection}/999999999`, 404],
    ['GET', `/${row.collection}?page=0`, 400],
    ['POST', `/${row.collection}`, 400],
    ['PUT', `/${row.collection}`, 404],
  ] as const) {
    const { status: got, body } = await call(method, `${DE}${path}`)
    expect(got, path).toBe(status)
    expect(Object.keys(body)).toEqual(['code', 'message', 'data'])
    expect(body.message).toMatch(/\S/)
    expect(body.data.status).toBe(status)
  }
})

test.each(terms)('an update of $collection to a taken slug is rejected with 400', async (row) => {
  await make(call, row.collection, { name: 'one' })
  const { id } = await make(call, row.collection, { name: 'two' })
  const untouched = await everything(call)
  const answer = await call('PUT', `${DE}/${row.collection}/${id}`, { json: { slug: 'one' } })
  expect(outcome(answer)).toEqual([400, 'duplicate_term_slug'])
  expect(answer.body.data.status).toBe(400)
  expect(await everything(call)).toBe(untouched)
})

test.each(kinds)('the list of $collection has its counts in four exposed headers', async (row) => {
  for (const text of ['a', 'b', 'c']) await make(call, row.collection, { [row.name]: text })
  const { headers } = await call('GET', `${DE}/${row.collection}?hide_empty=false&per_page=2`)
  const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/,\s*/)
  for (const [name, value] of [
    ['x-cal-total', '3'],
    ['x-cal-totalpages', '2'],
    ['x-wp-total', '3'],
    ['x-wp-totalpages', '2'],
  ] as const) {
    expect(headers.get(name), name).toBe(value)
    expect(exposed).toContain(name)
  }
})

test.each(['venues', 'organizers'])('%s with the same name are one record (17.4)', async (path) => {
  const name = path.slice(0, -1)
  const again = (fields: object) => make(call, path, { [name]: 'Hall of Jazz', ...fields })
  const first = await again({ phone: '1', website: 'https://one.example/' })
  const same = await again({ [name]: 'HALL OF JAZZ', phone: '2', status: 'draft' })
  expect(same).toMatchObject({
    ...{ id: first.id, [name]: 'Hall of Jazz', phone: '2', status: 'publish' },
  })
  expect(same.website).toBe('https://one.example/')
  const described = await again({ description: 'Another one.' })
  expect(described.id).not.toBe(first.id)
  await call('DELETE', `${DE}/${path}/${first.id}`)
  await call('DELETE', `${DE}/${path}/${described.id}`)
  const anew = await again({})
  expect([first.id, described.id]).not.toContain(anew.id)
})

const letterCases = [
  ['Twice Hall', 'twice hall'],
  ['Größe Straße', 'GRÖSSE STRASSE'],
  ['GRÖẞE', 'größe'],
  ['ΟΔΟΣ ΑΘΗΝΑΣ', 'οδος αθηνας'],
  ['Ярмарка', 'ЯРМАРКА'],
  ['ŒUVRE', 'œuvre'],
] as const

const places = ['venue', 'organizer']
const twice = places.flatMap((name) => letterCases.map((pair) => [name, ...pair] as const))

test.each(twice)('%ss described as %s and %s are one record (17.4)', async (name, one, other) => {
  const path = `${name}s`
  const first = await make(call, path, { [name]: one, description: `About ${one}` })
  const again = await make(call, path, { [name]: other, description: `about ${other}` })
  expect(again).toMatchObject({ id: first.id, [name]: one, description: `<p>About ${one}</p>` })
  const nested = { [name]: other, description: `ABOUT ${other}` }
  const linked = await makeEvent(call, { [name]: nested })
  expect([linked[name]].flat().map(({ id }) => id)).toEqual([first.id])
  const different = await make(call, path, { [name]: other, description: `On ${other}` })
  expect(different.id).not.toBe(first.id)
})

test('a venue may be renamed to the name of another venue (17.4)', async () => {
  await make(call, 'venues', { venue: 'one' })
  const { id } = await make(call, 'venues', { venue: 'two' })
  const renamed = await update(call, `${DE}/venues/${id}`, { venue: 'one' })
  expect([renamed.id, renamed.venue]).toEqual([id, 'one'])
  expect(await namesOf(call, 'venues')).toEqual(['one', 'one'])
})

test.each(terms)('POST to $collection rejects a name that its parent has', async (row) => {
  const { id } = await make(call, row.collection, { name: 'Jazz' })
  const answer = await call('POST', `${DE}/${row.collection}`, { json: { name: 'Jazz' } })
  expect(outcome(answer)).toEqual([400, 'term_exists'])
  expect(answer.body.data).toMatchObject({ status: 400, term_id: id })
})

test('a category may have the name of a category under another parent (17.1)', async () => {
  const music = await make(call, 'categories', { name: 'Music' })
  await make(call, 'categories', { name: 'Jazz' })
  const child = await make(call, 'categories', { name: 'Jazz', parent: music.id })
  expect(child).toMatchObject({ parent: music.id, slug: 'jazz-music' })
})
