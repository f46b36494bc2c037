import { expect, test } from 'vitest'
import { DE, freshEach, idsOf, make, makeEvent, namesOf, read } from './world.ts'

const call = freshEach({ empty: true })

const past = { start_date: '2029-06-01 10:00:00', end_date: '2029-06-01 12:00:00' }

/**
 * Creates venues and organizers named after their links; returns the ids of two events and of an
 * unused one.
 */
async function createPlaces() {
  const event = (name: string, fields: object) =>
    makeEvent(call, { venue: { venue: name }, organizer: [{ organizer: name }], ...fields })
  const coming = await event('coming', {})
  const over = await event('over', past)
  await event('sketched', { status: 'draft' })
  await event('hidden', { hide_from_listings: true })
  await make(call, 'venues', { venue: 'unused' })
  await make(call, 'organizers', { organizer: 'unused' })
  const lonely = await makeEvent(call, { title: 'lonely' })
  const ids: Record<string, number> = { coming: coming.id, over: over.id, lonely: lonely.id }
  return { call, fill: (query: string) => query.replace(/\{(\w+)\}/, (_, name) => `${ids[name]}`) }
}

const everyPlace = ['coming', 'hidden', 'over', 'sketched', 'unused']

test.each(
  ['venues', 'organizers'].flatMap((path) => [
    { path, query: '', names: everyPlace },
    { path, query: 'event={coming}', names: ['coming'] },
    { path, query: 'event={lonely}', names: [] },
    { path, query: 'has_events=true', names: ['coming', 'hidden', 'over'] },
    { path, query: 'has_events=on', names: ['coming', 'hidden', 'over'] },
    { path, query: 'has_events=no', names: ['sketched', 'unused'] },
    { path, query: 'only_with_upcoming=true', names: ['coming'] },
    { path, query: 'only_with_upcoming=yes', names: ['coming'] },
    { path, query: 'only_with_upcoming=false', names: everyPlace },
    { path, query: 'event={over}&only_with_upcoming=true', names: [] },
    { path, query: 'search=over&has_events=1', names: ['over'] },
    { path, query: 'search=unused&has_events=1', names: [] },
  ]),
)('GET /$path?$query lists $names (4.4.1, 15.3)', async ({ path, query, names }) => {
  const { call, fill } = await createPlaces()
  const body = await read(call, `${DE}/${path}?${fill(query)}`)
  const name = path.slice(0, -1)
  expect(body[path].map((record: Record<string, string>) => record[name]).sort()).toEqual(names)
  expect(body.total).toBe(names.length)
})

test.each(['venues', 'organizers'])('%s are listed newest first (15.3)', async (path) => {
  const name = path.slice(0, -1)
  await make(call, path, { [name]: 'middle', date: '2029-12-02 00:00:00' })
  await make(call, path, { [name]: 'new', date: '2029-12-03 00:00:00' })
  await make(call, path, { [name]: 'old', date: '2029-12-01 00:00:00' })
  expect(await namesOf(call, path)).toEqual(['new', 'middle', 'old'])
})

test.each(['venues', 'organizers'])('the filter of %s by status', async (path) => {
  const name = path.slice(0, -1)
  await make(call, path, { [name]: 'open' })
  await make(call, path, { [name]: 'sketch', status: 'draft' })
  expect(await namesOf(call, path)).toEqual(['open'])
  expect(await namesOf(call, path, 'status=publish')).toEqual(['open'])
  expect(await namesOf(call, path, 'status=draft')).toEqual(['sketch'])
})

test.each([
  ['venues', 'temple+avenue', ['Hall']],
  ['venues', 'HALL', ['Hall']],
  ['venues', 'bonn', ['Park']],
  ['venues', 'bonn+hall', []],
  ['venues', '53111', ['Park']],
  ['venues', 'terrace', ['Park']],
  ['venues', '%E0%A4%AA%E0%A4%BE%E0%A4%B0%E0%A5%8D%E0%A4%95', ['पार्क']],
  ['venues', 'nothing', []],
  ['organizers', 'circle', ['Night Circle']],
  ['organizers', 'jazz@example.org', ['Night Circle']],
  ['organizers', '5550', ['Night Circle']],
  ['organizers', '%E4%B9%90%E5%9B%A2', ['乐团']],
  ['organizers', 'nothing', []],
])('GET /%s?search=%s lists %j (4.4.1, 15.3)', async (path, search, names) => {
  await make(call, 'venues', { venue: 'Hall', address: '100, Avenue du Temple' })
  const park = { venue: 'Park', city: 'Bonn', zip: '53111', description: 'A terrace' }
  const circle = { organizer: 'Night Circle', email: 'jazz@example.org', phone: '5550' }
  await make(call, 'venues', park)
  await make(call, 'venues', { venue: 'पार्क' })
  await make(call, 'organizers', circle)
  await make(call, 'organizers', { organizer: '乐团' })
  expect(await namesOf(call, path, `search=${search}`)).toEqual(names)
  expect((await read(call, `${DE}/${path}?search=${search}`)).total).toBe(names.length)
})

test.each(
  [
    { path: 'venues', fields: { venue: 'Café Müller' } },
    { path: 'venues', fields: { venue: 'Hall', address: 'Rue du Café-Müller' } },
    { path: 'organizers', fields: { organizer: 'Société du CAFÉ MÜLLER' } },
    { path: 'categories', fields: { name: 'Cafe\u0301 Mu\u0308ller', slug: 'a' } },
    { path: 'tags', fields: { name: 'Café Müller', slug: 'a' } },
  ].flatMap((row) =>
    ['cafe', 'CAFÉ', 'cafe\u0301', 'muller', 'Mûller'].map((search) => ({ ...row, search })),
  ),
)('GET /$path?search=$search ignores letter case and accents: $fields (15.2b)', async (row) => {
  const { path, fields, search } = row
  const { id } = await make(call, path, fields)
  await make(call, path)
  expect(await idsOf(call, path, `hide_empty=0&search=${encodeURIComponent(search)}`)).toEqual([id])
})

/**
 * Creates the terms "Alpha" (used twice), "Beta" (used once) and "Gamma" (unused); returns their
 * ids.
 */
async function createTerms(path: string) {
  const ids: Record<string, number> = {}
  for (const [name, slug, description] of [
    ['Gamma', 'first', 'y'],
    ['Alpha', 'third', 'z'],
    ['Beta', 'second', 'x'],
  ] as const) {
    ids[name] = (await make(call, path, { name, slug, description })).id
  }
  ids.one = (await makeEvent(call, { [path]: [ids.Alpha, ids.Beta] })).id
  ids.two = (await makeEvent(call, { [path]: [ids.Alpha], ...past })).id
  return { call, fill: (query: string) => query.replace(/\{(\w+)\}/g, (_, name) => `${ids[name]}`) }
}

const everything = 'hide_empty=false'

test.each(
  ['categories', 'tags'].flatMap((path) =>
    [
      { query: '', names: ['Alpha', 'Beta'] },
      { query: 'hide_empty=true', names: ['Alpha', 'Beta'] },
      { query: 'hide_empty=1', names: ['Alpha', 'Beta'] },
      { query: everything, names: ['Alpha', 'Beta', 'Gamma'] },
      { query: 'hide_empty=0', names: ['Alpha', 'Beta', 'Gamma'] },
      { query: `${everything}&order=asc`, names: ['Alpha', 'Beta', 'Gamma'] },
      { query: `${everything}&order=ASC`, names: ['Alpha', 'Beta', 'Gamma'] },
      { query: `${everything}&order=desc`, names: ['Gamma', 'Beta', 'Alpha'] },
      { query: `${everything}&order=banana`, names: ['Gamma', 'Beta', 'Alpha'] },
      { query: `${everything}&orderby=name`, names: ['Alpha', 'Beta', 'Gamma'] },
      { query: `${everything}&orderby=id`, names: ['Gamma', 'Alpha', 'Beta'] },
      { query: `${everything}&orderby=term_id&order=desc`, names: ['Beta', 'Alpha', 'Gamma'] },
      { query: `${everything}&orderby=slug`, names: ['Gamma', 'Beta', 'Alpha'] },
      { query: `${everything}&orderby=description`, names: ['Beta', 'Gamma', 'Alpha'] },
      { query: `${everything}&orderby=count`, names: ['Gamma', 'Beta', 'Alpha'] },
      { query: `${everything}&search=ALPH`, names: ['Alpha'] },
      { query: `${everything}&search=second`, names: ['Beta'] },
      { query: 'search=gamma', names: [] },
      { query: `${everything}&include={Gamma},{Beta}`, names: ['Beta', 'Gamma'] },
      { query: 'include={Gamma},{Beta}', names: ['Beta'] },
      { query: `${everything}&exclude={Alpha}`, names: ['Beta', 'Gamma'] },
      { query: `${everything}&exclude={Alpha},{Beta},{Gamma}`, names: [] },
      { query: 'post={one}', names: ['Alpha', 'Beta'] },
      { query: 'event={two}', names: ['Alpha'] },
      { query: 'post={one}&event={two}', names: ['Alpha'] },
      { query: `${everything}&slug=first`, names: ['Gamma'] },
      { query: `${everything}&slug=unknown`, names: [] },
    ].map((row) => ({ path, ...row })),
  ),
)('GET /$path?$query lists $names (4.6.1, 15.4, 15.5)', async ({ path, query, names }) => {
  const { call, fill } = await createTerms(path)
  const body = await read(call, `${DE}/${path}?${fill(query)}`)
  expect(body[path].map(({ name }: { name: string }) => name)).toEqual(names)
  expect(body.total).toBe(names.length)
})

test('parent lists the direct children of a category (4.6.1)', async () => {
  const top = await make(call, 'categories', { name: 'top' })
  const child = await make(call, 'categories', { name: 'child', parent: top.id })
  await make(call, 'categories', { name: 'grandchild', parent: child.id })
  expect(await namesOf(call, 'categories', `${everything}&parent=${top.id}`)).toEqual(['child'])
})

test('a category with used descendants is not hidden (15.4)', async () => {
  const top = await make(call, 'categories', { name: 'top' })
  const child = await make(call, 'categories', { name: 'child', parent: top.id })
  await make(call, 'categories', { name: 'unused' })
  await makeEvent(call, { categories: [child.id] })
  const body = await read(call, `${DE}/categories`)
  expect(body.categories.map(({ name }: { name: string }) => name)).toEqual(['child', 'top'])
  expect(body.total).toBe(2)
})
