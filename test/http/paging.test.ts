import { expect, test } from 'vitest'
import { type Call, fresh, ORIGIN } from '../call.ts'
import { DE, freshEach, kinds, make, makeEvent, read, targetOf } from './world.ts'

const call = freshEach({ empty: true })

/** Returns the ids of all pages, following one of the links from a first page to the end. */
async function followLinks(call: Call, first: string, link = 'next_rest_url'): Promise<number[][]> {
  const collection = /v1\/(\w+)/.exec(first)?.[1] ?? ''
  const pages = []
  let target: string | undefined = first
  while (target !== undefined && pages.length < 50) {
    const body = await read(call, target)
    pages.push(body[collection].map(({ id }: { id: number }) => id))
    target = body[link] === undefined ? undefined : targetOf(body[link])
  }
  return pages
}

test.each(kinds)(
  'the first page of $collection is page 1 with nine records (15.6)',
  async (row) => {
    for (let n = 1; n <= 10; n++) await make(call, row.collection, { [row.name]: `name ${n}` })
    const body = await read(call, `${DE}/${row.collection}?hide_empty=false`)
    expect(body[row.collection]).toHaveLength(9)
    expect(body).toMatchObject({ total: 10, total_pages: 2 })
    const second = await read(call, `${DE}/${row.collection}?hide_empty=false&page=2`)
    expect(second[row.collection]).toHaveLength(1)
  },
)

test.each(kinds)('next_rest_url visits each record of $collection once', async (row) => {
  const ids = []
  for (let n = 1; n <= 7; n++) {
    ids.push((await make(call, row.collection, { [row.name]: `name ${n}` })).id)
  }
  const first = `${DE}/${row.collection}?hide_empty=false&per_page=3`
  const pages = await followLinks(call, first)
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1])
  expect(pages.flat().sort((a, b) => a - b)).toEqual(ids)
  const back = await followLinks(call, `${first}&page=3`, 'previous_rest_url')
  expect(back).toEqual([...pages].reverse())
})

test.each([
  [{}, 9],
  [{ preset: 'the-events-calendar', root: '/:site', namespace: 'cal/events/v1' }, 10],
  [{ perPage: 4 }, 4],
  [{ perPage: 20, maxPerPage: 15 }, 15],
] as const)(
  'with %j, a list has %d records where the request does not say (15.6a)',
  async (options, size) => {
    const call = fresh(options)
    expect((await read(call, `${DE}/events`)).events).toHaveLength(size)
    const { routes } = await read(call, `${DE}`)
    const { per_page: declared } = routes['/cal/events/v1/events'].endpoints[0].args
    expect(Number(declared.default)).toBe(size) // the service declares a text
  },
)

test.each(kinds)('per_page of $collection is at most 50', async (row) => {
  for (let n = 1; n <= 51; n++) await make(call, row.collection, { [row.name]: `name ${n}` })
  const body = await read(call, `${DE}/${row.collection}?hide_empty=false&per_page=1000`)
  expect(body[row.collection]).toHaveLength(50)
  expect(body).toMatchObject({ total: 51, total_pages: 2 })
  const { next_rest_url: next } = body
  expect(new URL(next).searchParams.get('per_page')).toBe('50')
  expect((await read(call, targetOf(next)))[row.collection]).toHaveLength(1)
})

test('next_rest_url includes every filter of a list of events', async () => {
  const jazz = await make(call, 'categories', { name: 'Jazz' })
  const late = await make(call, 'tags', { name: 'Late' })
  const hall = await make(call, 'venues', { venue: 'Hall & Garden' })
  const ann = await make(call, 'organizers', { organizer: 'Ann' })
  const fields = {
    ...{ title: 'मेला & more', categories: [jazz.id], tags: [late.id], venue: hall.id },
    ...{ organizer: [ann.id] },
  }
  const wanted = []
  for (let n = 0; n < 5; n++) wanted.push((await makeEvent(call, fields)).id)
  const others = {
    ...{ categories: [], tags: [], venue: [], organizer: [], featured: true, status: 'draft' },
    ...{ title: 'less', start_date: '2030-02-01 18:59:59', end_date: '2030-02-01 22:00:01' },
  }
  for (const [name, other] of Object.entries(others))
    await makeEvent(call, { ...fields, [name]: other })
  const query = [
    `categories=${jazz.id}`,
    'tags[]=late',
    `venue=${hall.id}`,
    `organizer=${ann.id}`,
    ...'featured=false status=publish search=%E0%A4%AE%E0%A5%87%E0%A4%B2%E0%A4%BE+%26'.split(' '),
    ...'starts_after=2030-02-01+18:59:59 ends_before=2030-02-01+22:00:01'.split(' '),
    ...'strict_dates=true per_page=2'.split(' '),
  ].join('&')
  const pages = await followLinks(call, `${DE}/events?${query}`)
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(pages.flat().sort((a, b) => a - b)).toEqual(wanted)
})

test('next_rest_url includes the include filter in its order', async () => {
  const ids = []
  for (const date of ['2029-12-03', '2029-12-01', '2029-12-02']) {
    const start_date = '2019-01-01 10:00:00'
    ids.push((await makeEvent(call, { date, start_date, end_date: start_date })).id)
  }
  await makeEvent(call)
  const pages = await followLinks(call, `${DE}/events?include=${ids}&per_page=1`)
  expect(pages.flat()).toEqual([ids[1], ids[2], ids[0]])
})

test.each(['venues', 'organizers'])('next_rest_url includes every filter of %s', async (path) => {
  const name = path.slice(0, -1)
  const wanted = []
  for (const text of ['jazz one', 'jazz two', 'jazz three', 'opera']) {
    const { id } = await make(call, path, { [name]: text })
    await makeEvent(call, { [name]: id })
    if (text !== 'opera') wanted.push(id)
  }
  await make(call, path, { [name]: 'jazz without events' })
  for (const query of [
    'has_events=yes',
    'only_with_upcoming=true',
    'has_events=1&status=publish',
  ]) {
    const pages = await followLinks(call, `${DE}/${path}?search=jazz&per_page=1&${query}`)
    const ids = pages.flat().sort((a, b) => a - b)
    expect(ids, query).toEqual(wanted)
  }
})

test.each(['categories', 'tags'])('next_rest_url includes every filter of %s', async (path) => {
  const ids: number[] = []
  for (const name of ['jazz a', 'jazz b', 'jazz c', 'opera', 'jazz d']) {
    ids.push((await make(call, path, { name })).id)
  }
  const [a, b, c, , d] = ids
  const query = `hide_empty=0&search=jazz&exclude=${d}&order=desc&orderby=id&per_page=1`
  expect((await followLinks(call, `${DE}/${path}?${query}`)).flat()).toEqual([c, b, a])
})

test('next_rest_url includes the language of a list', async () => {
  const target = `${DE}/events?i18n_language=en`
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await make(call, 'events', {}, target)).id)
  await makeEvent(call)
  expect((await followLinks(call, `${target}&per_page=1`)).flat()).toEqual(ids)
})

test('next_rest_url visits each seeded event of a language once', async () => {
  const call = fresh({ events: 30 })
  const { total } = await read(call, '/zh-hans/cal/events/v1/events')
  const pages = await followLinks(call, '/zh-hans/cal/events/v1/events?per_page=4')
  expect(pages.flat()).toHaveLength(total)
  expect(new Set(pages.flat()).size).toBe(total)
})

test.each(kinds)('rest_url of $collection links to the same page', async (row) => {
  for (const text of ['a', 'b', 'c']) await make(call, row.collection, { [row.name]: text })
  const target = `${DE}/${row.collection}?hide_empty=false&per_page=1&page=2`
  const body = await read(call, target)
  expect(body.rest_url.startsWith(`${ORIGIN}${DE}/${row.collection}/?`), body.rest_url).toBe(true)
  expect(body.rest_url).not.toMatch(/[ "<>]/)
  expect(await read(call, targetOf(body.rest_url))).toEqual(body)
})

test('rest_url of events includes the effective page, size and date window (16.1)', async () => {
  const { rest_url } = await read(call, `${DE}/events`)
  const query = new URL(rest_url).searchParams
  expect(query.get('page')).toBe('1')
  expect(query.get('per_page')).toBe('9')
  expect(query.get('start_date')).toBe('2030-01-06 00:00:00')
  expect(query.get('end_date')).toBe('2032-01-07 23:59:59')
})
