import { beforeEach, expect } from 'vitest'
import type { Options } from '../../src/options/options.ts'
import { type Answer, type Call, fresh, ORIGIN } from '../call.ts'

/** Root of the operations of the German site, which most tests use. */
export const DE = '/de/cal/events/v1'

/** Returns a function that calls the mock of the running test. Each test has a fresh mock. */
export function freshEach(options: Options): Call {
  let call = fresh(options)
  beforeEach(() => {
    call = fresh(options)
  })
  return (...request) => call(...request)
}

export type Fields = Readonly<Record<string, unknown>>

/** The five kinds: collection, name in codes, name field, required fields of a create. */
export const kinds = [
  {
    collection: 'events',
    kind: 'event',
    name: 'title',
    least: {
      title: 'Jazz night',
      start_date: '2030-02-01 19:00:00',
      end_date: '2030-02-01 22:00:00',
    },
  },
  { collection: 'venues', kind: 'venue', name: 'venue', least: { venue: 'Blue Hall' } },
  {
    collection: 'organizers',
    kind: 'organizer',
    name: 'organizer',
    least: { organizer: 'Night Circle' },
  },
  { collection: 'categories', kind: 'category', name: 'name', least: { name: 'Music' } },
  { collection: 'tags', kind: 'tag', name: 'name', least: { name: 'Open air' } },
] as const

export type Collection = (typeof kinds)[number]['collection']

/** The kinds with by-slug routes and a trash. */
export const posts = kinds.slice(0, 3)

/** The kinds that are deleted permanently. */
export const terms = kinds.slice(3)

/** The methods of an item. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Returns the required fields of a create. */
export function leastOf(collection: string): Fields {
  return kinds.find((kind) => kind.collection === collection)?.least ?? {}
}

/** Creates a record with the required fields and `fields`. Fails for any status but 201. */
export async function make(
  call: Call,
  collection: string,
  fields: Fields = {},
  target = `${DE}/${collection}`,
) {
  const answer = await call('POST', target, { json: { ...leastOf(collection), ...fields } })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** Creates an event on 1 February 2030, 19:00 to 22:00 UTC, unless `fields` say otherwise. */
export const makeEvent = (call: Call, fields: Fields = {}) => make(call, 'events', fields)

/** Returns the body of a GET. Fails for any status but 200. */
export async function read(call: Call, target: string) {
  const answer = await call('GET', target)
  expect(answer.status, `${target}: ${answer.text}`).toBe(200)
  return answer.body
}

/** Returns the body of an update. Fails for any status but 200. */
export async function update(call: Call, target: string, json: Fields) {
  const answer = await call('PUT', target, { json })
  expect(answer.status, `${target}: ${answer.text}`).toBe(200)
  return answer.body
}

/** Returns the ids of a list of the German site, in order. */
export async function idsOf(call: Call, collection: string, query = ''): Promise<number[]> {
  const body = await read(call, `${DE}/${collection}?${query}`)
  return body[collection].map((record: { id: number }) => record.id)
}

/** Returns the titles or names of a list of the German site, in order. */
export async function namesOf(call: Call, collection: string, query = ''): Promise<string[]> {
  const name = kinds.find((kind) => kind.collection === collection)?.name ?? 'name'
  const body = await read(call, `${DE}/${collection}?${query}`)
  return body[collection].map((record: Record<string, string>) => record[name])
}

/** Returns status and code of a response, for one comparison. */
export const outcome = ({ status, body }: Answer) => [status, body?.code]

/** Fails unless the response rejects exactly these parameters with 400 `rest_invalid_param`. */
export function expectRefused(answer: Answer, ...names: string[]): void {
  expect(outcome(answer), answer.text).toEqual([400, 'rest_invalid_param'])
  expect(answer.body.data.status).toBe(400)
  expect(Object.keys(answer.body.data.params).sort()).toEqual([...names].sort())
}

/** Returns everything that the German lists contain, as text, to prove that nothing changed. */
export async function everything(call: Call): Promise<string> {
  const any = 'per_page=50&status=publish,future,draft,pending,private,trash'
  const targets = [
    `events?${any}&start_date=1990-01-01&end_date=2100-01-01`,
    `venues?${any}`,
    `organizers?${any}`,
    'categories?per_page=50&hide_empty=false',
    'tags?per_page=50&hide_empty=false',
  ]
  const texts = []
  for (const target of targets) {
    const answer = await call('GET', `${DE}/${target}`)
    expect(answer.status, answer.text).toBe(200)
    texts.push(answer.text)
  }
  return texts.join('\n')
}

/** Returns the path and query of an absolute URL of the mock. */
export function targetOf(url: string): string {
  expect(url.startsWith(`${ORIGIN}/`), url).toBe(true)
  return url.slice(ORIGIN.length)
}

/** Returns the ids of a record's siblings by language, from the `Link` header of a single read. */
export function siblingsOf(answer: Answer): Record<string, number> {
  const links = (answer.headers.get('link') ?? '').matchAll(
    /<([^>]+)>;\s*rel="alternate";\s*hreflang="([^"]+)"/g,
  )
  return Object.fromEntries(
    [...links].map(([, url, language]) => [
      `${language}`.toLowerCase(),
      Number(`${url}`.split('/').pop()),
    ]),
  )
}

/** Root of the Hindi site, which accepts all seven languages. */
export const HI = '/hi/cal/events/v1'

export const seven = ['ar', 'zh-hans', 'en', 'fr', 'de', 'hi', 'es']

/** The languages of `seven` except Hindi. */
export const others = seven.filter((language) => language !== 'hi')

export const languageOf = (answer: Answer) => answer.headers.get('content-language')?.toLowerCase()

// biome-ignore lint/suspicious/noExplicitAny: a record of any kind, as the wire shows it
export type Answered = any

/** Returns a seeded Hindi record with translations in all languages, and the ids of these. */
export async function translated(
  call: Call,
  collection: string,
  suits: (record: Answered) => boolean = () => true,
) {
  const list = await read(call, `${HI}/${collection}?per_page=50`)
  for (const { id } of list[collection]) {
    const answer = await call('GET', `${HI}/${collection}/${id}`)
    const siblings = siblingsOf(answer)
    const isEverywhere = others.every((language) => language in siblings)
    if (isEverywhere && suits(answer.body)) return { record: answer.body, siblings }
  }
  throw new Error(`no record of ${collection} is there in every language`)
}
