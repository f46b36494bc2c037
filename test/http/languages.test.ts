import { expect, test } from 'vitest'
import { ORIGIN } from '../call.ts'
import {
  DE,
  freshEach,
  HI,
  kinds,
  languageOf,
  make,
  others,
  outcome,
  posts,
  read,
  seven,
  siblingsOf,
  terms,
  translated,
  update,
} from './world.ts'

const call = freshEach({ empty: true })
const seeded = freshEach({})

const ZH = '/zh-hans/cal/events/v1'

test.each(['hi', 'de', 'zh-hans'])('/%s returns lists and errors in its language', async (site) => {
  const root = `/${site}/cal/events/v1`
  for (const { collection } of kinds) {
    expect(languageOf(await seeded('GET', `${root}/${collection}`))).toBe(site)
  }
  for (const path of ['events/999999999', 'events?page=0', 'nothing', 'venues?i18n_language=xx']) {
    const answer = await seeded('GET', `${root}/${path}`)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(languageOf(answer), path).toBe(site)
  }
})

test.each([
  ...seven.map((language) => ['hi', language]),
  ...seven.map((language) => ['zh-hans', language]),
  ['de', 'en'],
  ['de', 'de'],
])('/%s lists records in %s for that i18n_language', async (site, language) => {
  const target = `/${site}/cal/events/v1/events?i18n_language=${language}`
  const answer = await seeded('GET', target)
  expect(answer.status).toBe(200)
  expect(languageOf(answer)).toBe(language)
  expect(answer.body.events.length).toBeGreaterThan(0)
  const first = answer.body.events[0].id
  expect(languageOf(await seeded('GET', `/${site}/cal/events/v1/events/${first}`))).toBe(language)
})

test.each(kinds)('lists of $collection in two languages have no record in common', async (row) => {
  const ids: number[] = []
  for (const language of seven) {
    const target = `${HI}/${row.collection}?per_page=50&i18n_language=${language}`
    const list = await read(seeded, target)
    ids.push(...list[row.collection].map(({ id }: { id: number }) => id))
  }
  expect(ids.length).toBeGreaterThan(7)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(kinds)('a read of $collection links the translations of the record', async (row) => {
  const { record, siblings } = await translated(seeded, row.collection)
  const answer = await seeded('GET', `${HI}/${row.collection}/${record.id}`)
  expect(languageOf(answer)).toBe('hi')
  for (const language of others) {
    expect(answer.headers.get('link')).toContain(
      `<${ORIGIN}${HI}/${row.collection}/${siblings[language]}>; rel="alternate"`,
    )
    const sibling = await seeded('GET', `${HI}/${row.collection}/${siblings[language]}`)
    expect(languageOf(sibling)).toBe(language)
    expect(siblingsOf(sibling).hi).toBe(record.id)
  }
})

test('/de links only translations in its accepted languages', async () => {
  const { siblings } = await translated(seeded, 'events')
  const { de, ...elsewhere } = siblingsOf(await seeded('GET', `${DE}/events/${siblings.de}`))
  expect(elsewhere).toEqual({ en: siblings.en })
})

test.each(kinds)('a record of $collection is found by id in any language', async (row) => {
  const { record } = await translated(seeded, row.collection)
  const answer = await seeded('GET', `${DE}/${row.collection}/${record.id}`)
  expect(answer.body.id).toBe(record.id)
  expect(languageOf(answer)).toBe('hi')
})

const addressed = [
  ...kinds.map(({ collection, name }) => ({ collection, name, by: 'id' as const })),
  ...posts.map(({ collection, name }) => ({ collection, name, by: 'slug' as const })),
]

test.each(addressed)('GET on $collection by $by returns the requested translation', async (row) => {
  const { record, siblings } = await translated(seeded, row.collection)
  const address = row.by === 'id' ? record.id : `by-slug/${record.slug}`
  for (const language of others) {
    const target = `${HI}/${row.collection}/${address}?i18n_language=${language}`
    const answer = await seeded('GET', target)
    expect(answer.body.id).toBe(siblings[language])
    expect(languageOf(answer)).toBe(language)
  }
})

test.each(addressed)('PUT on $collection by $by changes only one translation', async (row) => {
  const { record, siblings } = await translated(seeded, row.collection)
  const address = row.by === 'id' ? record.id : `by-slug/${record.slug}`
  const target = `${HI}/${row.collection}/${address}`
  const inQuery = await update(seeded, `${target}?i18n_language=fr`, { [row.name]: 'Un autre nom' })
  expect([inQuery.id, inQuery[row.name]]).toEqual([siblings.fr, 'Un autre nom'])
  const inBody = await update(seeded, target, { [row.name]: 'Otro nombre', i18n_language: 'es' })
  expect([inBody.id, inBody[row.name]]).toEqual([siblings.es, 'Otro nombre'])
  const own = await read(seeded, `${HI}/${row.collection}/${record.id}`)
  expect(own[row.name]).toBe(record[row.name])
  const french = await seeded('GET', `${HI}/${row.collection}/${siblings.fr}`)
  expect(languageOf(french)).toBe('fr')
})

test.each(addressed)('DELETE on $collection by $by removes only one translation', async (row) => {
  const { record, siblings } = await translated(seeded, row.collection)
  const address = row.by === 'id' ? record.id : `by-slug/${record.slug}`
  const answer = await seeded('DELETE', `${HI}/${row.collection}/${address}?i18n_language=fr`)
  expect([answer.status, answer.body.id]).toEqual([200, siblings.fr])
  expect(languageOf(answer)).toBe('fr')
  await read(seeded, `${HI}/${row.collection}/${record.id}`)
  const gone = await seeded('GET', `${HI}/${row.collection}/${siblings.fr}`)
  expect([404, 410]).toContain(gone.status)
})

test.each(kinds)('$collection without a translation are returned for any language', async (row) => {
  const { id } = await make(call, row.collection)
  const target = `${DE}/${row.collection}/${id}?i18n_language=en`
  const answer = await call('GET', target)
  expect(answer.body.id).toBe(id)
  expect(languageOf(answer)).toBe('de')
  const changed = await call('PATCH', target, { json: { [row.name]: 'Changed' } })
  expect([changed.status, changed.body.id]).toEqual([200, id])
  expect(languageOf(await call('GET', `${DE}/${row.collection}/${id}`))).toBe('de')
})

test.each(posts)('by-slug of $collection prefers the active language', async (row) => {
  const path = `${DE}/${row.collection}`
  const english = await make(call, row.collection, {}, `${path}?i18n_language=en`)
  expect((await read(call, `${path}/by-slug/${english.slug}`)).id).toBe(english.id)
  const german = await make(call, row.collection)
  expect(german.slug).toBe(english.slug)
  expect(german.id).not.toBe(english.id)
  expect((await read(call, `${path}/by-slug/${german.slug}`)).id).toBe(german.id)
  const asked = await read(call, `${path}/by-slug/${german.slug}?i18n_language=en`)
  expect(asked.id).toBe(english.id)
})

test.each(posts)('by-slug of $collection finds only languages that /de accepts', async (row) => {
  const { id, slug } = await make(call, row.collection, {}, `${HI}/${row.collection}`)
  expect((await read(call, `${ZH}/${row.collection}/by-slug/${slug}`)).id).toBe(id)
  const answer = await call('GET', `${DE}/${row.collection}/by-slug/${slug}`)
  expect(outcome(answer)).toEqual([404, `rest-${row.kind}-not-found`])
})

test.each([
  ['GET', DE, 'hi'],
  ['GET', DE, 'EN'],
  ['GET', HI, 'zh-Hans'],
  ['GET', HI, 'all'],
  ['GET', HI, ''],
  ['GET', `${DE}/doc`, 'fr'],
  ['GET', `${DE}/events`, 'fr'],
  ['GET', `${DE}/tags`, 'zh-hans'],
  ['POST', `${DE}/events`, 'es'],
  ['POST', `${DE}/categories`, 'ar'],
  ['GET', `${DE}/events/{id}`, 'hi'],
  ['PUT', `${DE}/events/{id}`, 'hi'],
  ['DELETE', `${DE}/events/{id}`, 'hi'],
  ['DELETE', `${DE}/events/by-slug/jazz-night`, 'hi'],
])('%s %s rejects i18n_language=%s', async (method, path, language) => {
  const { id } = await make(call, 'events')
  const collection = path.split('/')[5] ?? 'events'
  const json = kinds.find((kind) => kind.collection === collection)?.least
  const target = `${path.replace('{id}', id)}?i18n_language=${language}`
  const answer = await call(method, target, method === 'POST' ? { json } : {})
  expect(outcome(answer)).toEqual([400, 'rest_invalid_param'])
  expect(Object.keys(answer.body.data.params)).toEqual(['i18n_language'])
  expect(answer.body.data.details.i18n_language.code).toBe('rest_not_in_enum')
  expect((await read(call, `${DE}/events`)).total).toBe(1)
})

test.each(kinds)('totals of $collection count only the active language', async (row) => {
  const path = `${DE}/${row.collection}`
  await make(call, row.collection, { [row.name]: 'Eins' })
  await make(call, row.collection, { [row.name]: 'Zwei' })
  await make(call, row.collection, { [row.name]: 'One' }, `${path}?i18n_language=en`)
  for (const [target, total] of [
    [`${path}?hide_empty=false`, 2],
    [`${path}?hide_empty=false&i18n_language=en`, 1],
    [`${HI}/${row.collection}?hide_empty=false`, 0],
    [`${HI}/${row.collection}?hide_empty=false&i18n_language=de`, 2],
  ] as const) {
    const answer = await call('GET', target)
    expect(answer.body.total, target).toBe(total)
    expect(answer.headers.get('x-cal-total'), target).toBe(String(total))
  }
})

test.each(terms)('the name "Jazz" may exist once per language in $collection', async (row) => {
  const german = await make(call, row.collection, { name: 'Jazz' })
  const path = `${DE}/${row.collection}`
  const english = await make(call, row.collection, { name: 'Jazz' }, `${path}?i18n_language=en`)
  expect([german.slug, english.slug]).toEqual(['jazz', 'jazz'])
  const again = await call('POST', `${path}?i18n_language=en`, { json: { name: 'Jazz' } })
  expect(outcome(again)).toEqual([400, 'term_exists'])
  expect(again.body.data.term_id).toBe(english.id)
})

test.each([
  ['the query', '?i18n_language=en', {}],
  ['the body', '', { i18n_language: 'en' }],
])('an event created with i18n_language in %s has that language', async (_, query, fields) => {
  const json = { ...kinds[0].least, ...fields, venue: { venue: 'Hall' }, tags: ['new'] }
  const answer = await call('POST', `${DE}/events${query}`, { json })
  expect([answer.status, languageOf(answer)]).toEqual([201, 'en'])
  expect(languageOf(await call('GET', `${DE}/events/${answer.body.id}`))).toBe('en')
  expect((await read(call, `${DE}/events`)).total).toBe(0)
  for (const collection of ['events', 'venues', 'tags']) {
    expect((await read(call, `${DE}/${collection}?i18n_language=en`)).total, collection).toBe(1)
  }
})

test.each([
  ['hi', /\p{Script=Devanagari}/u],
  ['de', /^[^\p{Script=Devanagari}\p{Script=Han}]+$/u],
  ['zh-hans', /\p{Script=Han}/u],
])('errors of /%s are in its language for any i18n_language', async (site, script) => {
  const root = `/${site}/cal/events/v1`
  for (const [method, target] of [
    ['GET', `${root}/nothing`],
    ['GET', `${root}/events/999999999`],
    ['GET', `${root}/events/999999999?i18n_language=en`],
    ['GET', `${root}/events?page=0&i18n_language=de`],
    ['GET', `${root}/venues?page=7`],
    ['POST', `${root}/events`],
  ] as const) {
    const { body } = await call(method, target)
    expect(body.message, target).toMatch(script)
    for (const text of Object.values(
      Array.isArray(body.data.params) ? {} : (body.data.params ?? {}),
    ))
      expect(text, target).toMatch(script)
  }
})

test.each([
  ['hi', 'hi', /\p{Script=Devanagari}/u],
  ['hi', 'zh-hans', /\p{Script=Han}/u],
  ['hi', 'en', /^Free – 30\$$/],
  ['zh-hans', 'ar', /\p{Script=Arabic}/u],
  ['de', 'de', /^(?!Free).+ – 30\$$/],
  ['de', 'en', /^Free – 30\$$/],
])('on /%s, the cost of an event in %s says "free" in it', async (site, language, cost) => {
  const path = `/${site}/cal/events/v1/events`
  const fields = { cost: ['0$', '30$'] }
  const event = await make(call, 'events', fields, `${path}?i18n_language=${language}`)
  expect(event.cost).toMatch(cost)
  expect((await read(call, `${path}/${event.id}`)).cost).toBe(event.cost)
})

test('links have the prefix of the requested root', async () => {
  const { id } = await make(call, 'events')
  for (const root of [DE, HI, ZH]) {
    expect((await read(call, `${root}/events/${id}`)).rest_url).toBe(
      `${ORIGIN}${root}/events/${id}`,
    )
  }
})

test.each(posts)('a translation in the trash remains the requested translation', async (row) => {
  const { record, siblings } = await translated(seeded, row.collection)
  const german = `${HI}/${row.collection}/${record.id}?i18n_language=de`
  expect((await seeded('DELETE', german)).body.id).toBe(siblings.de)
  for (const method of ['GET', 'DELETE', 'PUT']) {
    expect(outcome(await seeded(method, german))).toEqual([410, `${row.kind}-is-in-trash`])
  }
  expect((await read(seeded, `${HI}/${row.collection}/${record.id}`)).status).toBe('publish')
  const back = await seeded('PUT', german, { json: { status: 'publish' } })
  expect([back.status, back.body.id]).toEqual([200, siblings.de])
})
