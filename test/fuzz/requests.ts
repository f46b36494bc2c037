import fc from 'fast-check'
import { type Calmock, createCalmock, type Landmark, type Snapshot } from '../../src/index.ts'
import { NOW, over } from '../call.ts'
import { type Document, documentOf } from '../openapi/document.ts'
import type { Ask } from '../transports/edges.ts'
import { beside, controls } from './aside.ts'
import { utf8 } from './encoded.ts'
import { knownIn, methods, operationsIn } from './operations.ts'
import { instants, text } from './values.ts'

/** Options of the mocks under test. */
export const options = { events: 8, now: NOW }

/** The document of each site, by its path. */
export type Documents = ReadonlyMap<string, Document>

/** Fetches the documents of all sites of a mock. */
export async function documentsOf(mock: Calmock): Promise<Documents> {
  const call = over(mock)
  const pairs = mock.sites.map(
    async ({ language, root }) =>
      [`${root}/${mock.settings.namespace}`, await documentOf(call, language)] as const,
  )
  return new Map(await Promise.all(pairs))
}

/**
 * Requests of every kind: operations, control routes and other paths, each occasionally corrupted.
 */
export async function requestsOf(mock: Calmock, documents: Documents): Promise<fc.Arbitrary<Ask>> {
  const state = await createWrittenState(createCalmock(options))
  const named = [...documents].map(([base, document]) => ({
    base,
    document,
    ...knownIn(mock, document),
  }))
  const operations = named.flatMap(operationsIn)
  const plain = fc.oneof(
    { weight: 30, arbitrary: fc.oneof(...operations) },
    { weight: 5, arbitrary: controls(state) },
    { weight: 3, arbitrary: beside },
  )
  return fc
    .tuple(plain, spoiling, headers)
    .map(([ask, spoilt, more]) =>
      spoilt(
        more.length === 0
          ? ask
          : { ...ask, headers: { ...ask.headers, ...Object.fromEntries(more) } },
      ),
    )
}

/** Returns the state of a mock with one changed record of each kind. */
async function createWrittenState(mock: Calmock): Promise<Snapshot> {
  const call = over(mock)
  for (const [collection, marks] of Object.entries(mock.landmarks)) {
    const [first] = Object.values<Landmark>(marks)
    await call('PATCH', `/de/cal/events/v1/${collection}/${first?.id.de}`, {
      json: { description: 'Neu' },
    })
  }
  return mock.snapshot()
}

/** Leaves most requests unchanged and rewrites the target of some. */
const spoiling: fc.Arbitrary<(ask: Ask) => Ask> = fc.oneof(
  { weight: 30, arbitrary: fc.constant((ask: Ask) => ask) },
  fc
    .constantFrom<(target: string) => string>(
      (target) => target.toUpperCase(),
      (target) => `${target}/`,
      (target) => target.replace('/', '//'),
      (target) => target.replaceAll('a', '%61'),
      (target) => target.replace('/events', '/events/'),
      (target) => `/~b${target}`,
      (target) => `${target}${target.includes('?') ? '&' : '?'}%`,
      (target) => target.slice(0, -1) || '/',
    )
    .map((change) => (ask: Ask) => ({ ...ask, target: change(ask.target) })),
)

const headerText = (name: string, ...values: string[]): fc.Arbitrary<readonly [string, string]> =>
  fc
    .oneof({ weight: 12, arbitrary: fc.constantFrom(...values) }, text.map(latin))
    .map((value) => [name, value])

/**
 * Keeps the bytes that a header may contain: no control characters. Every transport rejects others.
 */
const latin = (value: string): string =>
  Buffer.from(utf8(value))
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()

const header: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  headerText('accept', 'text/html', '*/*', 'image/svg+xml;q=0', ','),
  headerText('origin', 'null', 'http://localhost:1', 'https://evil.test', 'http://[', 'localhost'),
  headerText('content-type', 'application/json', 'text/plain'),
  headerText('x-calmock-world', 'a', 'b', 'default', 'B'),
  headerText('x-calmock-scenario', 'empty', 'one', 'nulls+dst', 'password+one', 'nowhere', '+'),
  headerText('x-calmock-now', ...instants),
  headerText('x-calmock-pictures', 'data'),
  headerText('cookie', ...['a', '', '%00', ';;'].map((world) => `calmock_world=${world}`), '='),
  headerText('x-http-method-override', ...methods, 'delete', 'GET, PUT'),
  headerText('access-control-request-method', 'PUT', 'X'),
  headerText('authorization', 'Basic', 'Basic \xff'),
)

/** Mostly empty lists of headers. */
const headers = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(header, { maxLength: 2 }) },
)
