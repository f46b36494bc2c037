import { expect, test } from 'vitest'
import { DE, freshEach, make, makeEvent, outcome, read, update } from './world.ts'

const call = freshEach({ empty: true })

const secret = {
  ...{ password: 'Sesam öffne', description: 'Behind the door.', excerpt: 'Door.', cost: '20$' },
  ...{ website: 'https://door.example/', image: 'https://pictures.example/door.jpg' },
  ...{ sticky: true, featured: true, show_map: true, categories: ['Music'], tags: ['late'] },
  ...{ venue: { venue: 'Hall' }, organizer: [{ organizer: 'Ann' }] },
}

const key = `password=${encodeURIComponent(secret.password)}`

test.each(['id', 'slug'])('a read by %s of a protected event requires its password', async (by) => {
  const { id, slug } = await makeEvent(call, secret)
  const target = `${DE}/events/${by === 'id' ? id : `by-slug/${slug}`}`
  for (const query of ['', '?password=wrong', '?password=sesam+%C3%B6ffne']) {
    const answer = await call('GET', `${target}${query}`)
    expect(outcome(answer), query).toEqual([403, 'event-password-protected'])
    expect(answer.body.data.status).toBe(403)
    expect(answer.text).not.toContain('door')
  }
  const open = await read(call, `${target}?${key}`)
  expect(open).toMatchObject({ id, description: '<p>Behind the door.</p>', cost: '20$' })
  expect(open).not.toHaveProperty('password')
})

test('a protected event is listed without its protected fields (20.3)', async () => {
  const { id, slug, url } = await makeEvent(call, secret)
  const { events } = await read(call, `${DE}/events`)
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({
    ...{ id, slug, url, title: 'Jazz night', start_date: '2030-02-01 19:00:00', description: '' },
    ...{ excerpt: '', cost: '', website: '', image: false, all_day: null, show_map: null },
    ...{ show_map_link: null, hide_from_listings: null, sticky: null, featured: null },
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
    ...{ categories: [], tags: [], venue: [], organizer: [], custom_fields: [] },
  })
})

test.each([
  ['jazz', 1],
  ['behind', 0],
  ['"the door"', 0],
  ['jazz -behind', 1],
])('the search %s finds a protected event by its title alone', async (search, total) => {
  await makeEvent(call, secret)
  expect(await read(call, `${DE}/events?search=${encodeURIComponent(search)}`)).toMatchObject({
    total,
  })
})

test('updates set, change and remove the password of an event', async () => {
  const { id } = await makeEvent(call)
  const target = `${DE}/events/${id}`
  await read(call, target)
  await update(call, target, { password: 'one' })
  expect((await call('GET', target)).status).toBe(403)
  expect((await read(call, `${target}?password=one`)).id).toBe(id)
  await update(call, target, { password: 'two' })
  expect((await call('GET', `${target}?password=one`)).status).toBe(403)
  expect((await read(call, `${target}?password=two`)).id).toBe(id)
  await update(call, target, { password: '' })
  expect((await read(call, target)).id).toBe(id)
})

test('an update without a password preserves the password and requires none', async () => {
  const { id } = await makeEvent(call, secret)
  const target = `${DE}/events/${id}`
  expect((await update(call, target, { title: 'Other' })).title).toBe('Other')
  expect((await call('GET', target)).status).toBe(403)
  expect((await read(call, `${target}?${key}`)).title).toBe('Other')
})

test('DELETE of a protected event requires no password', async () => {
  const { id } = await makeEvent(call, secret)
  const answer = await call('DELETE', `${DE}/events/${id}`)
  expect([answer.status, answer.body.status]).toEqual([200, 'trash'])
})

test('a password in the query of a public event has no effect', async () => {
  const { id } = await make(call, 'events')
  expect((await read(call, `${DE}/events/${id}?password=x`)).id).toBe(id)
})
