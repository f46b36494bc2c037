import { readFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { describe, expect, test } from 'vitest'
import { generateWireTypes } from '../scripts/types.ts'
import { type Answer, fresh } from './call.ts'
import { errorsOf } from './compile.ts'
import { kinds, leastOf, posts } from './http/world.ts'
import { documentOf } from './openapi/document.ts'

const EN = '/en/cal/events/v1'
const english = { sites: ['en'] } as const

const kept = readFileSync(new URL('../src/wire.ts', import.meta.url), 'utf8')

test('src/wire.ts equals the generated types', async () => {
  expect(kept === (await generateWireTypes()), 'src/wire.ts is stale: npm run types').toBe(true)
})

test('every schema is an interface, and every field of a response has a comment', () => {
  const properties = [...kept.matchAll(/^(.*)\n *('?[@\w-]+'?)\??:/gm)].map(([, above, name]) => ({
    isDescribed: above?.endsWith('*/'),
    name,
  }))
  expect(properties.length).toBeGreaterThan(400)
  expect(properties.filter(({ isDescribed }) => !isDescribed)).toEqual([])
  expect(kept).toContain(
    '\nexport interface Event {\n  /** ID of the record in its language. */\n  id: number\n',
  )
  expect(kept).not.toMatch(/^export (?!interface )|components|@description/m)
})

describe('the types of openapi-typescript', async () => {
  const document = await documentOf(fresh(english), 'en')
  const schemas = Object.keys((document.components as { schemas: object }).schemas) // an OpenAPI document has this type
  // an empty array has the type `[]` in both, with this option
  const other = astToString(
    await openapiTS(withoutMinimums(document) as never, { arrayLength: true }), // a test of the document proves its validity
  )

  const lists = kinds.map(({ collection, kind }) => [
    `${capital(kind)}ListQuery`,
    `operations['list${capital(collection)}']['parameters']['query']`,
  ])
  const reads = kinds.map(({ kind }) => [
    `${capital(kind)}Query`,
    `operations['read${capital(kind)}']['parameters']['query']`,
  ])
  const pairs = [
    ...schemas.map((name) => [name, `components['schemas']['${name}']`]),
    ...lists,
    ...reads,
    ['IndexQuery', `operations['readIndex']['parameters']['query']`],
    ['DocQuery', `operations['readDoc']['parameters']['query']`],
  ] as const

  const program = [
    `import type * as ours from '../src/wire.ts'`,
    `import type { components, operations } from './other.ts'`,
    'type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false',
    ...pairs.map(
      ([name, same]) => `export const of${name}: Same<ours.${name}, NonNullable<${same}>> = true`,
    ),
  ]

  test('every schema and query has the same type in both', () => {
    expect(pairs.length).toBeGreaterThan(40)
    expect(errorsOf({ 'program.ts': program.join('\n'), 'other.ts': other })).toEqual([])
  })

  test('the comparison detects a missing and an optional property', () => {
    const wrong = other
      .replace('geo_lat?: number', '')
      .replace('rest_url: string', 'rest_url?: string')
    const found = errorsOf({ 'program.ts': program.join('\n'), 'other.ts': wrong })
    expect(found.length).toBeGreaterThan(1)
  })

  test('src/wire.ts declares no other types', () => {
    const declared = [...kept.matchAll(/^export interface (\w+) /gm)].map(([, name]) => name)
    expect(declared.sort()).toEqual(pairs.map(([name]) => name).sort())
  })
})

/** Returns a document without `minItems`, which would be a tuple: the types accept lists of any length. */
const withoutMinimums = (document: unknown): unknown =>
  JSON.parse(JSON.stringify(document, (name, value) => (name === 'minItems' ? undefined : value)))

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Returns a program that assigns bodies to their types, where unknown properties are errors. */
const assignToTypes = (bodies: readonly (readonly [string, unknown])[]): string =>
  [
    `import type * as wire from '../src/wire.ts'`,
    ...bodies.map(
      ([type, body], n) => `export const body${n}: wire.${type} = ${JSON.stringify(body)}`,
    ),
  ].join('\n')

const everyStatus = 'status=publish,future,draft,pending,private,trash&hide_empty=0'

test('lists and items of every kind match their types', async () => {
  const call = fresh(english)
  const bodies: [string, unknown][] = []
  for (const { collection, kind } of kinds) {
    for (const query of ['', `${everyStatus}&per_page=50`]) {
      const list = await call('GET', `${EN}/${collection}?${query}`)
      expect(list.body[collection].length).toBeGreaterThan(3)
      bodies.push([`${capital(kind)}List`, list.body])
      for (const { id } of list.body[collection].slice(0, 9)) {
        const { status, body } = await call('GET', `${EN}/${collection}/${id}`)
        if (status === 200) bodies.push([capital(kind), body])
      }
    }
  }
  expect(bodies.length).toBeGreaterThan(60)
  expect(errorsOf({ 'program.ts': assignToTypes(bodies) })).toEqual([])
})

/** The optional fields of a create. */
const more: Readonly<Record<string, object>> = {
  events: {
    status: 'publish',
    all_day: true,
    image: 'https://pictures.test/jazz.jpg',
    cost: ['10', 20],
    categories: ['Jazz', { name: 'Late' }],
    tags: 'late-night',
    venue: { venue: 'Blue Hall', zip: 53111 },
    organizer: [{ organizer: 'Night Circle', email: 'night@circle.test' }],
    password: 'x',
  },
  venues: { city: 'Bonn', country: 'Germany', show_map: 'false', phone: 2281 },
  organizers: { website: 'https://circle.test/', image: '' },
  categories: { description: 'With sound', parent: 0 },
  tags: { slug: 'open-air' },
}

test('requests and responses of writes match their types', async () => {
  const call = fresh({ ...english, empty: true })
  const bodies: [string, unknown][] = []
  for (const { collection, kind } of kinds) {
    const { parent, ...changes } = { parent: 0, ...more[collection] }
    const fields = { ...leastOf(collection), ...changes }
    const name = capital(kind)
    const made = await call('POST', `${EN}/${collection}`, { json: fields })
    expect(made.status, made.text).toBe(201)
    const target = `${EN}/${collection}/${made.body.id}`
    const changed = await call('PATCH', target, { json: changes })
    expect(changed.status, changed.text).toBe(200)
    const list = await call('GET', `${EN}/${collection}?hide_empty=0`)
    const removed = await call('DELETE', target)
    bodies.push([`${name}Fields`, fields], [`${name}Changes`, changes], [`${name}List`, list.body])
    bodies.push([name, made.body], [name, changed.body], [name, removed.body])
  }
  expect(errorsOf({ 'program.ts': assignToTypes(bodies) })).toEqual([])
})

test('problems match their type', async () => {
  const call = fresh({ ...english, empty: true })
  const json = { 'Content-Type': 'application/json' }
  const first = { json: leastOf('tags') }
  expect((await call('POST', `${EN}/tags`, first)).status).toBe(201)
  const refused: Answer[] = [
    await call('GET', `${EN}/nothing`),
    await call('GET', `${EN}/events/987654`),
    await call('GET', `${EN}/events?per_page=abc&status=gone&venue=9`),
    await call('POST', `${EN}/events`, { json: {} }),
    await call('POST', `${EN}/events`, { json: { ...leastOf('events'), timezone: 'x' } }),
    await call('POST', `${EN}/events`, { raw: '{', headers: json }),
    await call('POST', `${EN}/tags`, first),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 400, 400, 400, 400, 400])
  const bodies = refused.map(({ body }) => ['Problem', body] as const)
  expect(errorsOf({ 'program.ts': assignToTypes(bodies) })).toEqual([])
})

test.each([
  { wrong: 'an unknown property', type: 'TagFields', body: { name: 'x', more: 1 } },
  { wrong: 'a missing property', type: 'VenueFields', body: { city: 'Bonn' } },
  { wrong: 'an unknown word', type: 'EventListQuery', body: { status: ['gone'] } },
  { wrong: 'an unknown language', type: 'DocQuery', body: { i18n_language: 'xx' } },
  { wrong: 'a value of the wrong type', type: 'EventListQuery', body: { per_page: 'five' } },
])('$wrong is a type error', ({ type, body }) => {
  expect(errorsOf({ 'program.ts': assignToTypes([[type, body]]) })).toHaveLength(1)
})

test('the types support typical uses of a response', () => {
  const program = `
    import type { Event, EventList, Problem } from '../src/wire.ts'
    export const titles = ({ events }: EventList): string[] => events.map(({ title }) => title)
    export const city = ({ venue }: Event): string | undefined =>
      Array.isArray(venue) ? undefined : venue.city
    export const picture = ({ image }: Event): string => (image ? image.url : '')
    export const first = ({ start_date_details: { year } }: Event): number => Number(year)
    export const reasons = ({ data: { params } }: Problem): string[] => Object.values(params ?? {})
  `
  expect(errorsOf({ 'program.ts': program })).toEqual([])
})

test('the comments of posts mention their by-slug routes', () => {
  for (const { collection } of posts) expect(kept).toContain(`/${collection}/by-slug/{slug}\n`)
})

test('no export of the entry point hides one of these types', () => {
  const door = readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8')
  expect(door).toContain(`export type * from './wire.ts'\n`)
  const named = [...door.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(
    ([, list = '']) => list.match(/\b[A-Z]\w*/g) ?? [],
  )
  expect(named).toContain('Options')
  for (const name of named) expect(kept).not.toContain(`export interface ${name} `)
})
