import { expect, test } from 'vitest'
import { ORIGIN } from '../call.ts'
import { DE, freshEach, kinds, make, makeEvent, read, update } from './world.ts'

const call = freshEach({ empty: true })

/** Keys typed from the specification (11.1-11.7), in the order of the response. */
const eventKeys = `id global_id global_id_lineage author status date date_utc modified modified_utc
  url rest_url title description excerpt slug image all_day start_date start_date_details end_date
  end_date_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details timezone
  timezone_abbr cost cost_details website show_map show_map_link hide_from_listings sticky featured
  categories tags venue organizer custom_fields`.split(/\s+/)
const venueKeys = `id author status date date_utc modified modified_utc url venue description slug
  image address city country province state zip phone website stateprovince show_map show_map_link
  global_id global_id_lineage`.split(/\s+/)
const organizerKeys = `id author status date date_utc modified modified_utc url organizer
  description slug image phone website email global_id global_id_lineage`.split(/\s+/)
const embeddedTermKeys = `name slug term_group term_taxonomy_id taxonomy description parent count
  filter id urls`.split(/\s+/)

const allOfVenue = {
  ...{ venue: 'Blue Hall', description: 'A hall.', image: 'https://pictures.example/hall.jpg' },
  ...{ address: '1 Canal Street', city: 'Bonn', country: 'Germany', province: 'NRW' },
  ...{ state: 'none', zip: '53111', phone: '+49 228 5550', website: 'https://hall.example/' },
}
const allOfOrganizer = {
  ...{ organizer: 'Night Circle', description: 'A circle.' },
  ...{ image: 'https://pictures.example/circle.png', phone: '+49 228 5551' },
  ...{ website: 'https://circle.example/', email: 'circle@example.org' },
}

const before = (keys: string[], key: string, added: string) =>
  keys.flatMap((name) => (name === key ? [added, name] : [name]))
const withoutLinks = (record: object) => Object.keys(record).filter((key) => key !== '_links')

test('an event has all its keys in order, json_ld only in a single read (11.1)', async () => {
  const made = await makeEvent(call)
  const list = await read(call, `${DE}/events`)
  const one = await read(call, `${DE}/events/${made.id}`)
  const changed = await update(call, `${DE}/events/${made.id}`, { title: 'Other' })
  const { body: removed } = await call('DELETE', `${DE}/events/${made.id}`)
  expect(Object.keys(made)).toEqual(eventKeys)
  expect(Object.keys(list.events[0])).toEqual(eventKeys)
  expect(Object.keys(one)).toEqual([...eventKeys, 'json_ld'])
  expect(Object.keys(changed)).toEqual(eventKeys)
  expect(Object.keys(removed)).toEqual(eventKeys)
})

test('an event created with the required fields has these values (11.1)', async () => {
  const event = await makeEvent(call)
  const now = '2030-01-07 12:00:00'
  expect(event).toMatchObject({
    ...{ author: '1', status: 'publish', title: 'Jazz night', slug: 'jazz-night' },
    ...{ date: now, date_utc: now, modified: now, modified_utc: now },
    ...{ rest_url: `${ORIGIN}/de/cal/events/v1/events/${event.id}`, website: event.url },
    ...{ description: '', excerpt: '', cost: '', image: false, all_day: false, timezone: 'UTC' },
    ...{ start_date: '2030-02-01 19:00:00', end_date: '2030-02-01 22:00:00' },
    ...{ utc_start_date: '2030-02-01 19:00:00', utc_end_date: '2030-02-01 22:00:00' },
    ...{ show_map: false, show_map_link: false, hide_from_listings: false, sticky: false },
    ...{ featured: false, categories: [], tags: [], venue: [], organizer: [], custom_fields: [] },
  })
  expect(event.global_id).toMatch(new RegExp(`^[^/:]+(:\\d+)?(/.*)?\\?id=${event.id}$`))
  expect(event.global_id_lineage).toEqual([event.global_id])
  expect(event.url).toMatch(/^http:.*\/event\/jazz-night\/$/)
  expect(event.cost_details).toEqual({
    ...{ currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  })
})

test('date details are six zero-padded strings (11.1)', async () => {
  const fields = { start_date: '2030-02-03 04:05:06', timezone: 'Europe/Berlin' }
  const event = await makeEvent(call, fields)
  const details = { year: '2030', month: '02', day: '03', hour: '04', minutes: '05', seconds: '06' }
  expect(Object.entries(event.start_date_details)).toEqual(Object.entries(details))
  expect(event.utc_start_date_details).toEqual({ ...details, hour: '03' })
})

test.each([
  ['venues', allOfVenue, venueKeys],
  ['organizers', allOfOrganizer, organizerKeys],
])(
  '%s have their keys in order, json_ld in a single read (11.4, 11.5)',
  async (path, fields, keys) => {
    const made = await make(call, path, fields)
    const list = await read(call, `${DE}/${path}`)
    const follower = path === 'venues' ? 'show_map' : 'global_id'
    expect(Object.keys(made)).toEqual(keys)
    expect(Object.keys(list[path][0])).toEqual(keys)
    expect(Object.keys(await read(call, `${DE}/${path}/${made.id}`))).toEqual(
      before(keys, follower, 'json_ld'),
    )
  },
)

test.each([
  ['venues', { venue: 'A', city: '', zip: '0' }, ['venue', 'slug', 'show_map', 'show_map_link']],
  ['organizers', { organizer: 'A', email: '', phone: '0' }, ['organizer', 'slug']],
])('a record of %s omits the keys of empty values (11.4, 11.5)', async (path, fields, keys) => {
  const made = await make(call, path, fields)
  const dates = ['date', 'date_utc', 'modified', 'modified_utc']
  expect(Object.keys(made)).toEqual([
    ...['id', 'author', 'status', ...dates, 'url'],
    ...keys,
    ...['global_id', 'global_id_lineage'],
  ])
})

test.each([
  [{ country: 'United States', state: 'Ohio', province: 'x' }, 'Ohio'],
  [{ country: 'US', state: 'Ohio' }, 'Ohio'],
  [{ state: 'Ohio', province: 'x' }, 'Ohio'],
  [{ country: 'Germany', state: 'x', province: 'Hesse' }, 'Hesse'],
  [{ country: 'Germany', stateprovince: 'as sent' }, 'as sent'],
])('a venue with %j has the stateprovince %s (14.5)', async (fields, expected) => {
  const venue = await make(call, 'venues', fields)
  expect(venue.stateprovince).toBe(expected)
})

test.each([
  [{ venue: 'B' }, 'SP'],
  [{ city: 'Bonn', status: 'draft' }, 'SP'],
  [{ state: 'S2' }, 'P'],
  [{ province: 'P2' }, 'P2'],
  [{ country: 'US' }, 'S'],
  [{ country: '' }, 'S'],
  [{ state: null, province: null, country: null }, 'SP'],
  [{ province: 'P2', stateprovince: 'new' }, 'new'],
  [{ stateprovince: '' }, undefined],
])('an update with %j leads to the stateprovince %s', async (changes, expected) => {
  const region = { country: 'X', province: 'P', state: 'S', stateprovince: 'SP' }
  const { id } = await make(call, 'venues', region)
  const changed = await update(call, `${DE}/venues/${id}`, changes)
  expect(changed.stateprovince).toBe(expected)
})

const termKeys = 'description name slug taxonomy'

test.each([
  ['categories', 'cal_events_cat', `${termKeys} parent meta`, '/events/category'],
  ['tags', 'post_tag', `${termKeys} meta`, '/tag'],
])(
  'a term of %s has its keys in order and its links (11.6)',
  async (path, taxonomy, keys, page) => {
    const made = await make(call, path, { name: 'Jazz', description: 'All of it' })
    const { [path]: listed } = await read(call, `${DE}/${path}?hide_empty=false`)
    const one = await read(call, `${DE}/${path}/${made.id}`)
    for (const term of [made, listed[0], one]) {
      expect(withoutLinks(term)).toEqual(['id', 'count', ...keys.split(' '), 'url', 'urls'])
      expect(term).toMatchObject({ name: 'Jazz', slug: 'jazz', taxonomy, count: 0, meta: [] })
      expect(term.description).toBe('All of it')
      expect(term.url.endsWith(`${page}/jazz/`), term.url).toBe(true)
      expect(term.urls).toEqual({
        self: `${ORIGIN}${DE}/${path}/${made.id}`,
        collection: `${ORIGIN}${DE}/${path}`,
      })
    }
    expect(listed[0]).not.toHaveProperty('_links')
  },
)

test('a child category links its parent (11.6)', async () => {
  const music = await make(call, 'categories', { name: 'Music' })
  const jazz = await make(call, 'categories', { name: 'Jazz', parent: music.id })
  expect([music.parent, jazz.parent]).toEqual([0, music.id])
  expect(jazz.urls.up).toBe(`${ORIGIN}${DE}/categories/${music.id}`)
})

test.each([
  ['categories', 'cal_events_cat'],
  ['tags', 'post_tag'],
])('a term of %s inside an event has a special shape (11.6)', async (path, taxonomy) => {
  const { id } = await make(call, path, { name: 'Jazz' })
  const event = await makeEvent(call, { [path]: [id] })
  const [term] = event[path]
  expect(Object.keys(term)).toEqual(embeddedTermKeys)
  expect(term).toMatchObject({
    ...{ name: 'Jazz', slug: 'jazz', term_group: 0, taxonomy, description: '', parent: 0 },
    ...{ count: 1, filter: 'raw', id },
  })
  expect(term.urls.self).toBe(`${ORIGIN}${DE}/${path}/${id}`)
})

const links = ['next_rest_url', 'previous_rest_url']
const totals = ['total', 'total_pages']

test.each([
  ['events', ['events', 'rest_url', ...links, ...totals]],
  ['venues', ['venues', 'rest_url', ...links, ...totals]],
  ['organizers', ['organizers', 'rest_url', ...links, ...totals]],
  ['categories', ['rest_url', ...totals, 'categories', ...links]],
  ['tags', ['rest_url', ...totals, 'tags', ...links]],
])('the list of %s has its keys in order on every page (11.7)', async (path, keys) => {
  const name = kinds.find(({ collection }) => collection === path)?.name ?? ''
  for (const text of ['a', 'b', 'c']) await make(call, path, { [name]: text })
  const page = (n: number) => read(call, `${DE}/${path}?hide_empty=false&per_page=1&page=${n}`)
  expect(Object.keys(await page(2))).toEqual(keys)
  expect(Object.keys(await page(1))).toEqual(keys.filter((key) => key !== 'previous_rest_url'))
  expect(Object.keys(await page(3))).toEqual(keys.filter((key) => key !== 'next_rest_url'))
  expect(await page(1)).toMatchObject({ total: 3, total_pages: 3 })
})

test('an event embeds one venue as an object and its organizers as a list (11.1)', async () => {
  const event = await makeEvent(call, { venue: allOfVenue, organizer: [allOfOrganizer] })
  expect(Object.keys(event.venue)).toEqual(venueKeys)
  expect(event.organizer.map(Object.keys)).toEqual([organizerKeys])
  const one = await read(call, `${DE}/events/${event.id}`)
  expect(Object.keys(one.venue)).toEqual(before(venueKeys, 'show_map', 'json_ld'))
  expect(Object.keys(one.organizer[0])).toEqual(before(organizerKeys, 'global_id', 'json_ld'))
})

test('json_ld describes an event with terms of schema.org (11.8)', async () => {
  const { id } = await makeEvent(call, {
    ...{ timezone: 'Europe/Berlin', cost: '$12.50', venue: allOfVenue },
    organizer: [allOfOrganizer],
  })
  const { json_ld, url, venue, organizer } = await read(call, `${DE}/events/${id}`)
  expect(json_ld).toMatchObject({
    ...{ '@context': 'http://schema.org', '@type': 'Event', name: 'Jazz night', url },
    ...{ startDate: '2030-02-01T19:00:00+01:00', endDate: '2030-02-01T22:00:00+01:00' },
    ...{ location: { '@type': 'Place', name: 'Blue Hall' } },
    ...{ organizer: { '@type': 'Person', name: 'Night Circle' } },
    offers: { '@type': 'Offer', price: '12.50', category: 'primary', availability: 'inStock' },
    performer: 'Organization',
  })
  expect(venue.json_ld).toMatchObject({ '@type': 'Place', telephone: '+49 228 5550' })
  expect(venue.json_ld.address).toMatchObject({
    ...{ '@type': 'PostalAddress', addressLocality: 'Bonn' },
  })
  expect(organizer[0].json_ld).toMatchObject({ '@type': 'Person', email: 'circle@example.org' })
  expect(venue.json_ld).not.toHaveProperty('@context')
})

test('json_ld is omitted until an event is published (11.1)', async () => {
  const { id } = await makeEvent(call, { status: 'draft' })
  expect(await read(call, `${DE}/events/${id}`)).not.toHaveProperty('json_ld')
})
