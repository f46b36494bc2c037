import fc from 'fast-check'
import type { Calmock, Landmark } from '../../src/index.ts'
import type { Document, Json } from '../openapi/document.ts'
import type { Ask } from '../transports/edges.ts'
import { type Body, bodyOf, formOf, pairsOf, percent, styles } from './encoded.ts'
import {
  fields,
  fitting,
  hostileTexts,
  type Known,
  name,
  pairsAmong,
  rawSteps,
  text,
} from './values.ts'

/** Methods of the service, and others. */
export const methods = 'GET HEAD POST PUT PATCH DELETE OPTIONS PROPFIND TRACE'.split(' ')

/** Everything that requests to a site can refer to. */
export interface Named extends Known {
  readonly base: string
  readonly document: Document
  /** Existing records of a collection, followed by the first records that clients will create. */
  readonly marks: ReadonlyMap<string, readonly Mark[]>
}

/** The ways to address a record. */
interface Mark {
  readonly id: string
  readonly slug: string
}

/** Collects the records of a mock and the schemas of a site's document. */
export function knownIn({ landmarks, snapshot }: Calmock, { components }: Document) {
  const { nextId } = snapshot()
  const made = [0, 1, 2].map((n) => ({ id: String(nextId + n), slug: 'jazz' }))
  const marks = Object.entries(landmarks).map(([collection, named]) => {
    const own = Object.values<Landmark>(named).slice(0, 3)
    const seeded = own.flatMap(({ id, slug }) =>
      (['de', 'hi', 'zh-hans'] as const).map((code) => ({ id: `${id[code]}`, slug: slug[code] })),
    )
    return [collection, [...seeded, ...made]] as const
  })
  return {
    schemas: (components as Json).schemas as Known['schemas'], // as OpenAPI has it
    ids: marks.flatMap(([, some]) => some.slice(0, 3).map(({ id }) => Number(id))),
    marks: new Map<string, readonly Mark[]>(marks),
  }
}

/** Requests for each operation of a document, with its parameters and its body. */
export function operationsIn(named: Named): fc.Arbitrary<Ask>[] {
  return Object.entries(named.document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      fc
        .record({
          method: methodLike(method.toUpperCase()),
          path: pathLike(path, named),
          query: queryOf(operation, named),
          body: maybeBody(operation, named),
        })
        .map(({ method, path, query, body }) => askOf(method, `${named.base}${path}`, query, body)),
    ),
  )
}

function pathLike(path: string, { marks }: Named): fc.Arbitrary<string> {
  const some = marks.get(path.split('/')[1] ?? '') ?? []
  const slot = some.map(({ id, slug }) => (path.includes('{id}') ? id : slug))
  const key = fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom('x', ...slot) },
    fc.constantFrom(...hostileTexts).map(percent),
    fc.constantFrom(...rawSteps),
  )
  if (path.includes('{')) return key.map((one) => path.replace(/\{\w+\}/, () => one))
  return fc.constant(path === '/' ? '' : path)
}

/** Query strings for an operation: its parameters, options of the response format, and junk. */
function queryOf({ parameters = [] }: Json, facts: Known): fc.Arbitrary<string> {
  const own = (parameters as Json[]).filter((one) => one.in === 'query') // an OpenAPI document has this type
  const entries = own.map((one) => {
    const fits = fitting(one.schema as Json, facts) // an OpenAPI document has this type
    return [String(one.name), fc.oneof({ weight: 9, arbitrary: fits }, text)] as const
  })
  const pairs = fc
    .tuple(pairsAmong(entries), styles)
    .map(([some, way]) => some.flatMap(([key, value]) => pairsOf({ [key]: value }, way)))
  const names = own.map((one) => String(one.name))
  const odd = fc.oneof(
    { weight: 16, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: formLike },
    { weight: 2, arbitrary: bracketed(names) },
    fc.constantFrom(...rawQueries),
  )
  return fc.tuple(pairs, odd).map(([some, more]) => [formOf(some), more].filter(Boolean).join('&'))
}

const formLike = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'_pretty _envelope=1 _envelope[]=1 _pretty=0 _fields=id,events.id _fields'.split(' '),
        ...'_fields[]=a&_fields[]=b _fields[a][b]=c'.split(' '),
        ...'_fields=__proto__,constructor.name,a.b.c.d'.split(' '),
        `_fields=${'a.'.repeat(50)}`,
        `_fields=${'a,'.repeat(300)}`,
        '_method[]=PUT',
        '_method=',
      ),
      fc.constantFrom(...methods, 'put', '__proto__').map((method) => `_method=${method}`),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((some) => some.join('&'))

const step = fc.oneof(fc.constantFrom('', '0', '1', '99999999999', 'b'), name)

const bracketed = (names: readonly string[]): fc.Arbitrary<string> => {
  const key = fc
    .tuple(fc.oneof(fc.constantFrom(...names, 'a'), name), fc.array(step, { maxLength: 4 }))
    .map(([first, steps]) => first + steps.map((step) => `[${step}]`).join(''))
  return fc.array(fc.tuple(key, text), { minLength: 1, maxLength: 3 }).map(formOf)
}

const rawQueries = [
  ...'% %zz=1 a=%E0%A4%A = &&& ? # page page=&page=2 page[=1 page]=1 \xff=\xfe'.split(' '),
  ...'page=1&page[]=2 page[]=1&page=2 [page]=1 per_page=1e2 per_page=%31'.split(' '),
  `a${'[]'.repeat(300)}=1`,
  `search=${'a'.repeat(3000)}`,
  `${'a=1&'.repeat(900)}a`,
  'search[]=a',
  'geoloc_lat=91&geoloc_lng=181',
]

/** Builds a request from its parts. */
export function askOf(method: string, path: string, query: string, body: Body | undefined): Ask {
  const type = body?.type
  return {
    method,
    target: `${path}${query && `?${query}`}`,
    ...(type !== undefined && { headers: { 'content-type': type } }),
    ...(body && { body: body.bytes }),
  }
}

/** The given method, occasionally another. */
export const methodLike = (method: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(method) }, fc.constantFrom(...methods))

/** A body that fits the operation, or a body for an operation without one. */
export function maybeBody({ requestBody }: Json, known: Known): fc.Arbitrary<Body | undefined> {
  const [, name = ''] = /"#[^"]+\/(\w+)"/.exec(JSON.stringify(requestBody) ?? '') ?? []
  const schema = known.schemas[name]
  return fc.option(bodyOf(fields(schema ?? {}, known)), { freq: schema ? 12 : 2, nil: undefined })
}
