import { expect, test } from 'vitest'
import { type Call, fresh } from '../call.ts'

const API = '/wp-json/tribe/events/v1'
const service = { preset: 'the-events-calendar', sites: ['en'], empty: true } as const
const neutral = { empty: true, sites: ['en'], root: '/wp-json' } as const
const base = { title: 'Night', start_date: '2030-02-01 20:00', end_date: '2030-02-01 23:00' }

const noted = (answer: Awaited<ReturnType<Call>>): boolean =>
  answer.headers.get('x-calmock-notes')?.includes('service-differs') ?? false

/** Creates an event with the fields and returns the response. */
const create = (call: Call, fields: object) =>
  call('POST', `${API}/events`, { json: { ...base, ...fields } })

test.each([
  [{ title: '5\' 10" (tm) 3x4 0x12' }, 'title', '5&#8242; 10&#8243; &#8482; 3&#215;4 0x12'],
  [{ title: 'Late (tm) and 3x4px' }, 'title', 'Late &#8482; and 3x4px'],
  [
    { title: '"Best of 1999" in the \'90s' },
    'title',
    '&#8220;Best of 1999&#8221; in the &#8217;90s',
  ],
  [{ title: 'Rock\\Roll' }, 'title', 'RockRoll'],
  [{ title: 'A\\\\B' }, 'title', 'A\\B'],
  [
    { description: '<!-- wp:paragraph {"a":1} --><p>Block</p><!-- /wp:paragraph -->' },
    'description',
    '<p class="wp-block-paragraph">Block</p>',
  ],
  [{ title: 'C', status: 'trash' }, 'slug', 'c'],
  [{ title: '🎉 Party 👍🏽 ©' }, 'slug', '%f0%9f%8e%89-party-%f0%9f%91%8d%f0%9f%8f%bd'],
  [{ website: '' }, 'website', 'http://calmock.test/event/night/'],
  [{ cost: '12,50 €' }, 'cost', '$12,50'],
  [{ cost: '€ 12,50' }, 'cost', '$12,50'],
  [{ cost: '12.50 €' }, 'cost', '12.50€'],
  [{ timezone: '+02:00' }, 'timezone_abbr', 'GMT+0200'],
  [{ timezone: 'UTC+2' }, 'timezone_abbr', 'UTC+2'],
  [{ timezone: 'europe/berlin' }, 'timezone_abbr', 'CET'],
])(
  'with the preset, an event created with %j has the %s %s (24.4)',
  async (fields, name, value) => {
    const { status, body } = await create(fresh(service), fields)
    expect([status, body[name]]).toEqual([201, value])
  },
)

test.each(['categories', 'tags'])(
  'with the preset, names and descriptions of %s have entities and no tags, and keep no backslashes (24.4)',
  async (path) => {
    const call = fresh(service)
    const json = { name: 'Musik > Rock & <b>Roll</b>\\', description: 'x & y > <i>z</i>' }
    const { body } = await call('POST', `${API}/${path}`, { json })
    expect([body.name, body.description]).toEqual([
      'Musik &gt; Rock &amp; Roll',
      'x &amp; y &gt; z',
    ])
    const changed = await call('PUT', `${API}/${path}/${body.id}`, {
      json: { description: 'a & b' },
    })
    expect(changed.body.description).toBe('a &amp; b')
  },
)

test('what the service would lose has a note with the preset and without it (24.4)', async () => {
  for (const options of [service, { ...neutral, namespace: 'tribe/events/v1' }]) {
    const call = fresh(options)
    expect(noted(await create(call, { title: 'A\\B' }))).toBe(true)
    expect(noted(await create(call, { cost: '12,50 €' }))).toBe(true)
    expect(noted(await create(call, { cost: '12.50 €' }))).toBe(false)
  }
  const { body } = await create(fresh({ ...neutral, namespace: 'tribe/events/v1' }), {
    ...{ title: 'A\\B', cost: '12,50 €' },
  })
  expect([body.title, body.cost]).toEqual(['A\\B', '12,50€'])
})

test('with the preset, a new venue is one object and new organizers are a list of objects (24.4)', async () => {
  const call = fresh(service)
  for (const [links, expected] of [
    [{ venue: { venue: 'A' } }, 201],
    [{ venue: [{ venue: 'B' }] }, 'could-not-create-venue'],
    [{ organizer: [{ organizer: 'A' }] }, 201],
    [{ organizer: { organizer: 'B' } }, 'could-not-create-organizer'],
  ] as const) {
    const { status, body } = await create(call, links)
    expect(status === 201 ? status : body.code, JSON.stringify(links)).toBe(expected)
  }
  const { body } = await call('GET', `${API}/organizers`)
  const id: number = body.organizers[0].id
  expect((await create(call, { organizer: { id } })).body.organizer).toHaveLength(1)
})

/** Requests for lists, with the names that they list, after the records of the test below exist. */
const lists = [
  ['events?categories=jazz,', ['Night']],
  ['events?categories=,jazz', ['Night']],
  ['events?categories=B%C3%BChne', []],
  ['events?categories=buehne-2', ['Night']],
  ['events?search=%5C', ['Night']],
  ['events?_fields=nothing', undefined],
  ['categories?orderby=count&order=desc', ['Jazz', 'Bühne']],
  ['events?categories=jazz&categories=unused', []],
] as const

test.each(lists)('with the preset, GET %s lists %j (24.5)', async (path, names) => {
  const call = fresh(service)
  for (const json of [{ name: 'Jazz' }, { name: 'Bühne', slug: 'buehne-2' }, { name: 'Unused' }])
    await call('POST', `${API}/categories`, { json })
  await create(call, { categories: 'jazz,buehne-2' })
  const { status, body } = await call('GET', `${API}/${path}`)
  expect(status).toBe(200)
  const collection = path.split('?')[0] ?? ''
  const rows: readonly { readonly title?: string; readonly name?: string }[] =
    body[collection] ?? []
  if (names) expect(rows.map(({ title, name }) => title ?? name)).toEqual(names)
  else expect(body).toEqual([])
})

test('with the preset, a search that finds no venues or organizers has the total of all, with a note (24.5)', async () => {
  const call = fresh(service)
  for (const [path, name] of [
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ] as const) {
    for (const text of ['Hall', 'Barn'])
      await call('POST', `${API}/${path}`, { json: { [name]: text } })
    const counts = async (search: string) => {
      const answer = await call('GET', `${API}/${path}?search=${search}`)
      return [answer.body[path].length, answer.body.total, noted(answer)]
    }
    expect([await counts('hall'), await counts('zzzz')]).toEqual([
      [1, 1, false],
      [0, 2, true],
    ])
  }
})

test.each([
  'by-slug/jazz-im-hof',
  'by-slug/jazz%20im%20hof',
  'by-slug/jazz+im+hof',
  'by-slug/Jazz%20im%20Hof',
])('GET events/%s finds the event with the slug jazz-im-hof (17.1)', async (path) => {
  const call = fresh(service)
  await create(call, { title: 'Jazz im Hof' })
  expect((await call('GET', `${API}/events/${path}`)).status).toBe(200)
})

test('with the preset, a used slug of a tag is 500, and a method that a list lacks is unknown (24.3)', async () => {
  const call = fresh(service)
  await call('POST', `${API}/tags`, { json: { name: 'A' } })
  const { body } = await call('POST', `${API}/tags`, { json: { name: 'B' } })
  const used = await call('PATCH', `${API}/tags/${body.id}`, { json: { slug: 'a' } })
  expect([used.status, used.body.code]).toEqual([500, 'duplicate_term_slug'])
  const list = await call('GET', `${API}/tags?_method=DELETE`)
  const tag = await call('GET', `${API}/tags/${body.id}?_method=DELETE`)
  expect([list.status, tag.status]).toEqual([404, 403])
})

test('with the preset, OPTIONS describes what the service has: per_page as text, and no languages (24.5)', async () => {
  for (const path of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    const { body } = await fresh(service)('OPTIONS', `${API}/${path}`)
    const { args } = body.endpoints[0]
    expect([args.per_page.default, 'i18n_language' in args]).toEqual(['10', false])
  }
})

test('with the preset, today in the dates of a list is the day in UTC (24.5)', async () => {
  const place = { timezone: 'Asia/Kolkata', now: '2030-01-31T21:10:00Z' } as const
  const namespace = 'tribe/events/v1'
  for (const [options, found] of [
    [{ ...service, ...place }, 0],
    [{ ...neutral, ...place, namespace }, 1],
  ] as const) {
    const call = fresh(options)
    await create(call, { timezone: 'Asia/Kolkata' })
    const { body } = await call('GET', `${API}/events?start_date=today&end_date=today`)
    expect(body.total).toBe(found)
  }
})

test('with the preset, a German site has German addresses and quotation marks, and its pages answer (24.4)', async () => {
  const call = fresh({ ...service, sites: ['de'] })
  const records = [
    [
      'venues',
      { venue: 'Alte "Halle"' },
      '/veranstaltungsort/alte-halle/',
      'Alte &#8222;Halle&#8220;',
    ],
    [
      'organizers',
      { organizer: 'Der "Club 99"' },
      '/veranstalter/der-club-99/',
      'Der &#8222;Club 99&#8220;',
    ],
    ['categories', { name: 'Musik' }, '/events/kategorie/musik/', 'Musik'],
    ['tags', { name: 'Spät' }, '/tag/spaet/', 'Spät'],
    ['events', { ...base, title: 'Ein 10" Rohr' }, '/event/ein-10-rohr/', 'Ein 10&#8243; Rohr'],
  ] as const
  for (const [path, json, page, name] of records) {
    const { body } = await call('POST', `${API}/${path}`, { json })
    expect(body.url).toBe(`http://calmock.test${page}`)
    expect(body.title ?? body.venue ?? body.organizer ?? body.name).toBe(name)
    expect((await call('GET', page)).status).toBe(200)
  }
})
