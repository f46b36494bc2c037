import { expect, test } from 'vitest'
import type { Call } from '../call.ts'
import {
  DE,
  expectRefused,
  freshEach,
  leastOf,
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

test.each(posts)('DELETE moves a record of $collection to the trash', async (row) => {
  const path = `${DE}/${row.collection}`
  const { id, slug } = await make(call, row.collection)
  const removed = await call('DELETE', `${path}/${id}`)
  expect(removed.status).toBe(200)
  expect(removed.body).toMatchObject({ id, status: 'trash', slug: `${slug}__trashed` })
  for (const method of ['GET', 'DELETE']) {
    const answer = await call(method, `${path}/${id}`)
    expect(outcome(answer)).toEqual([410, `${row.kind}-is-in-trash`])
    const bySlug = await call(method, `${path}/by-slug/${slug}`)
    expect(outcome(bySlug)).toEqual([404, `rest-${row.kind}-not-found`])
  }
  expect(await namesOf(call, row.collection)).toEqual([])
  const trash = await read(call, `${path}?status=trash`)
  expect(trash[row.collection].map((record: { id: number }) => record.id)).toEqual([id])
})

test.each(posts)('DELETE by slug moves a record of $collection to the trash', async (row) => {
  const { id, slug } = await make(call, row.collection)
  const removed = await call('DELETE', `${DE}/${row.collection}/by-slug/${slug}`)
  expect([removed.status, removed.body.status]).toEqual([200, 'trash'])
  const answer = await call('GET', `${DE}/${row.collection}/${id}`)
  expect(outcome(answer)).toEqual([410, `${row.kind}-is-in-trash`])
})

test.each(posts)(
  'only an update with a status restores from the trash: $collection',
  async (row) => {
    const path = `${DE}/${row.collection}`
    const { id, slug, [row.name]: name } = await make(call, row.collection)
    await call('DELETE', `${path}/${id}`)
    const without = await call('PUT', `${path}/${id}`, { json: { [row.name]: 'Other' } })
    expect(outcome(without)).toEqual([410, `${row.kind}-is-in-trash`])
    const back = await update(call, `${path}/${id}`, { status: 'publish' })
    expect(back).toMatchObject({ id, slug, status: 'publish', [row.name]: name })
    expect((await read(call, `${path}/by-slug/${slug}`)).id).toBe(id)
  },
)

test('a restored event gets a free slug if its old slug is taken', async () => {
  const first = await makeEvent(call)
  await call('DELETE', `${DE}/events/${first.id}`)
  expect((await makeEvent(call)).slug).toBe('jazz-night')
  const back = await update(call, `${DE}/events/${first.id}`, { status: 'publish' })
  expect(back.slug).toBe('jazz-night-2')
})

test.each(terms)('DELETE removes a record of $collection for good and returns it', async (row) => {
  const { id } = await make(call, row.collection)
  const removed = await call('DELETE', `${DE}/${row.collection}/${id}`)
  expect(removed.status).toBe(200)
  expect(removed.body).toMatchObject({ id, name: leastOf(row.collection).name })
  expect(removed.body).not.toHaveProperty('deleted')
  for (const method of methods) {
    const answer = await call(method, `${DE}/${row.collection}/${id}`)
    expect(outcome(answer), method).toEqual([404, `rest-${row.kind}-not-found`])
  }
})

test('a deleted category is rejected as a parent (14.5)', async () => {
  const { id } = await make(call, 'categories')
  await call('DELETE', `${DE}/categories/${id}`)
  const json = { name: 'Jazz', parent: id }
  expectRefused(await call('POST', `${DE}/categories`, { json }), 'parent')
})

const createEvent = async (call: Call, fields: object) => (await makeEvent(call, { ...fields })).id

test('a deleted event no longer counts for its terms (18.6)', async () => {
  const tag = await make(call, 'tags')
  const id = await createEvent(call, { tags: [tag.id], venue: { venue: 'Hall' } })
  await createEvent(call, { tags: [tag.id], status: 'draft' })
  expect((await read(call, `${DE}/tags/${tag.id}`)).count).toBe(1)
  await call('DELETE', `${DE}/events/${id}`)
  expect((await read(call, `${DE}/tags/${tag.id}`)).count).toBe(0)
  expect(await namesOf(call, 'venues')).toEqual(['Hall'])
})

test('a deleted venue is removed from its events (18.6)', async () => {
  const { id } = await make(call, 'venues')
  const event = await createEvent(call, { venue: id })
  await call('DELETE', `${DE}/venues/${id}`)
  expect((await read(call, `${DE}/events/${event}`)).venue).toEqual([])
})

test('a deleted organizer is removed from its events, and the others remain (18.6)', async () => {
  const one = await make(call, 'organizers', { organizer: 'one' })
  const two = await make(call, 'organizers', { organizer: 'two' })
  const event = await createEvent(call, { organizer: [one.id, two.id] })
  await call('DELETE', `${DE}/organizers/${one.id}`)
  const { organizer } = await read(call, `${DE}/events/${event}`)
  expect(organizer.map(({ id }: { id: number }) => id)).toEqual([two.id])
})

test('a deleted category passes its children to its parent (18.6)', async () => {
  const top = await make(call, 'categories', { name: 'top' })
  const middle = await make(call, 'categories', { name: 'middle', parent: top.id })
  const child = await make(call, 'categories', { name: 'child', parent: middle.id })
  const event = await createEvent(call, { categories: [middle.id, child.id] })
  await call('DELETE', `${DE}/categories/${middle.id}`)
  expect((await read(call, `${DE}/categories/${child.id}`)).parent).toBe(top.id)
  const { categories } = await read(call, `${DE}/events/${event}`)
  expect(categories.map(({ name }: { name: string }) => name)).toEqual(['child'])
})

test('a deleted tag is removed from its events (18.6)', async () => {
  const { id } = await make(call, 'tags')
  const event = await createEvent(call, { tags: [id, 'other'] })
  await call('DELETE', `${DE}/tags/${id}`)
  const { tags } = await read(call, `${DE}/events/${event}`)
  expect(tags.map(({ name }: { name: string }) => name)).toEqual(['other'])
})
