import { validate } from '@readme/openapi-parser'
import { Ajv2020 } from 'ajv/dist/2020.js'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { controlRoutes } from '../../src/control/routes.ts'
import {
  type Answer,
  type Call,
  type CallInit,
  createTestMock,
  fresh,
  NOW,
  ORIGIN,
  over,
} from '../call.ts'
import { errorsOf } from '../compile.ts'
import { type Document, documentAt, type Json, operationsOf } from './document.ts'

const OPENAPI = '/__calmock/openapi'

test.each([
  ['without a token', {}, {}],
  ['with a token', { token: 'secret' }, { headers: { Authorization: 'Bearer secret' } }],
])('GET openapi of a mock %s returns a valid OpenAPI 3.1 document', async (_, options, init) => {
  const { status, body } = await fresh(options)('GET', OPENAPI, init)
  expect([status, body.openapi]).toEqual([200, '3.1.0'])
  const result = await validate(structuredClone(body)) // the parser modifies its input
  expect(result).toEqual({ valid: true, warnings: [], specification: 'OpenAPI' })
  expect(body.security).toEqual('token' in options ? [{ token: [] }] : [])
})

test('the document describes each control route and no other, at the address of its world', async () => {
  const { body } = await fresh()('GET', `/~mine${OPENAPI}`)
  expect(body.servers).toEqual([{ url: `${ORIGIN}/~mine/__calmock` }])
  const described = operationsOf(body)
    .filter(({ method }) => method !== 'PARAMETERS')
    .map(({ method, path }) => `${method} ${path}`)
  const routes = Object.entries(controlRoutes).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path.replace('*', '{name}')}`),
  )
  expect(described).toEqual(routes)
  expect(described).toEqual(
    expect.arrayContaining([
      ...['GET /health', 'POST /reset', 'PUT /clock', 'PUT /faults', 'PUT /delay'],
      ...['GET /requests', 'DELETE /requests', 'DELETE /worlds/{name}', 'GET /openapi'],
    ]),
  )
})

/** A request to a control route, the path that describes it, and its status. */
type Step = readonly [
  method: string,
  path: string,
  status: number,
  init?: CallInit,
  described?: string,
]

/** Requests with other bodies than the examples of the routes, and each error that the document describes. */
const steps: readonly Step[] = [
  ['PUT', '/clock', 200, { json: { now: '2031-01-01', advance: 'P1D', frozen: false } }],
  ['PUT', '/clock', 400, { json: { now: 'soon' } }],
  ['PUT', '/clock', 415, { json: { now: 'real' }, headers: { 'Content-Encoding': 'gzip' } }],
  ['PUT', '/clock', 413, { raw: `{"now":"${'x'.repeat(2_000_000)}"}` }],
  ['PUT', '/scenario', 200, { json: { scenario: 'today+one' } }],
  ['PUT', '/faults', 200, { json: { faults: ['* 503 0x'] } }],
  ['PUT', '/faults', 200, { json: { faults: ['GET /events 503 10%', '* delay:1 1/3'] } }],
  ['PUT', '/faults', 200, { json: { faults: 'POST * 429' } }],
  ['PUT', '/faults', 200, { json: { faults: [] } }],
  ['PUT', '/delay', 200, { json: { delay: '1-2' } }],
  ['PUT', '/delay', 200, { json: { delay: 0 } }],
  ['POST', '/worlds', 201, { json: { name: 'mine', scenario: 'empty', now: 'today' } }],
  ['POST', '/worlds', 409, { json: { name: 'mine' } }],
  ['POST', '/worlds', 201, { json: {} }],
  ['DELETE', '/worlds/mine', 204, {}, '/worlds/{name}'],
  ['DELETE', '/worlds/mine', 404, {}, '/worlds/{name}'],
  ['PUT', '/checkpoints/first', 201, {}, '/checkpoints/{name}'],
  ['PUT', '/checkpoints/first', 200, {}, '/checkpoints/{name}'],
  ['PUT', `/checkpoints/${'x'.repeat(65)}`, 400, {}, '/checkpoints/{name}'],
  ['POST', '/checkpoints/first', 200, { json: {} }, '/checkpoints/{name}'],
  ['POST', '/checkpoints/none', 404, {}, '/checkpoints/{name}'],
  ['POST', '/worlds', 201, { json: { name: 'second', from: 'first' } }],
  ['DELETE', '/checkpoints/first', 204, {}, '/checkpoints/{name}'],
  ['DELETE', '/checkpoints/first', 404, {}, '/checkpoints/{name}'],
  ...Array(4).fill(['POST', '/undo', 200]),
  ['POST', '/undo', 409],
  ['GET', '/requests?method=GET&path=/tags*&status=2xx&limit=5&after=0', 200, {}, '/requests'],
  ['GET', '/requests?status=no', 400, {}, '/requests'],
  ['PUT', '/requests', 200, { json: { max: 5 } }],
  ['GET', '/health', 403, { headers: { Origin: 'https://other.example' } }],
  ['POST', '/reset', 400, { json: { a: 1 } }],
  ['POST', '/reset', 204],
]

/** Returns the differences between a response and the document. */
function findDifferences(document: Document, [method, path, , , described = path]: Step) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(closeObjects(document) as Json, 'doc')
  const escapedPath = described.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  const pointer = `doc#/paths/${escapedPath}/${method.toLowerCase()}`
  const read = (name: string) => ajv.getSchema(`${pointer}/${name}`)
  return {
    response({ status, body, text, headers }: Answer): readonly unknown[] {
      const operation = document.paths[described]?.[method.toLowerCase()]
      const response = (operation?.responses as Json | undefined)?.[status] as Json | undefined
      if (!response) return [`${method} ${path} does not describe ${status}`]
      if (status === 204) return text === '' ? [] : ['a body']
      const missing = Object.keys((response.headers ?? {}) as Json).filter((n) => !headers.has(n))
      const at =
        typeof response.$ref === 'string' ? `doc${response.$ref}` : `${pointer}/responses/${status}`
      const check = ajv.getSchema(`${at}/content/application~1json/schema`)
      return check?.(body) ? missing : [check?.errors ?? 'no schema']
    },
    request(json: unknown): boolean {
      return read('requestBody/content/application~1json/schema')?.(json) === true
    },
  }
}

/** Returns a copy of schemas whose objects have only the described properties. */
function closeObjects(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closeObjects)
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(Object.entries(part).map(([k, v]) => [k, closeObjects(v)]))
  return copy.type === 'object' && 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy
}

/** Sends requests to the service, so that the log and the snapshot have entries of all kinds. */
async function fillWorld(call: Call): Promise<void> {
  const DE = '/de/cal/events/v1'
  await call('POST', `${DE}/tags`, { json: { name: 'Neu' } })
  await call('GET', `${DE}/tags?pag=1&pag=2`, { headers: { 'x-calmock-fault': '503' } })
  await call('GET', `${DE}/tags`, { headers: { 'x-calmock-delay': '1' } })
  await call('GET', `${DE}/events/7`)
  await call('GET', '/favicon.ico')
  await call('POST', `${DE}/tags`, {
    json: { name: 'Copy' },
    headers: { 'x-calmock-scenario': 'today' },
  })
}

const operations = Object.entries(controlRoutes).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [method, path, operation] as const),
)

test.each(operations)(
  '%s %s with its example succeeds as the document says',
  async (method, path, { body, response, statuses = [200] }) => {
    const call = fresh()
    await fillWorld(call)
    await call('POST', '/__calmock/worlds', { json: { name: 'other' } })
    await call('PUT', '/__calmock/checkpoints/other')
    const { body: snapshot } = await call('GET', '/__calmock/world')
    const json = body && (body.example ?? snapshot)
    const answer = await call(method, `/__calmock${path.replace('*', 'other')}`, json && { json })
    expect(response ? statuses : [204], answer.text.slice(0, 300)).toContain(answer.status)
    const step: Step = [method, path.replace('*', '{name}'), answer.status]
    const differences = findDifferences(await documentAt(call, OPENAPI), step)
    expect(differences.response(answer)).toEqual([])
    if (json) expect(differences.request(json)).toBe(true)
  },
)

test('every response of a conversation with control routes matches the document', async () => {
  const call = fresh()
  const document = await documentAt(call, OPENAPI)
  await fillWorld(call)
  for (const step of steps) {
    const [method, path, status, init = {}] = step
    const answer = await call(method, `/__calmock${path}`, init)
    expect([method, path, answer.status], answer.text.slice(0, 300)).toEqual([method, path, status])
    const differences = findDifferences(document, step)
    expect(differences.response(answer), `${method} ${path}`).toEqual([])
    if (init.json && status < 300) expect(differences.request(init.json), path).toBe(true)
  }
})

test('a snapshot matches the document, and PUT world accepts it', async () => {
  const call = fresh()
  const document = await documentAt(call, OPENAPI)
  await fillWorld(call)
  await call('PUT', '/__calmock/requests', { json: { max: 5 } })
  await call('PUT', '/__calmock/delay', { json: { delay: '1-2' } })
  const { body } = await call('GET', '/__calmock/world')
  const step: Step = ['PUT', '/world', 204]
  expect(findDifferences(document, step).request(body)).toBe(true)
  const answer = await call('PUT', '/__calmock/world', { json: body })
  expect(findDifferences(document, step).response(answer)).toEqual([])
  expect(answer.status).toBe(204)
})

test.each([
  ['PUT', '/clock', { other: 1 }],
  ['PUT', '/clock', {}],
  ['PUT', '/scenario', { scenario: 5 }],
  ['PUT', '/faults', { faults: 5 }],
  ['PUT', '/delay', { delay: true }],
  ['PUT', '/requests', { max: -1 }],
  ['PUT', '/requests', { max: 10_001 }],
  ['POST', '/worlds', { name: 'Not a name' }],
  ['POST', '/worlds', { title: 'x' }],
  ['POST', '/reset', { a: 1 }],
  ['PUT', '/world', { seed: 1 }],
])('%s %s with %o contradicts the document: 400', async (method, path, json) => {
  const call = fresh()
  const document = await documentAt(call, OPENAPI)
  const step: Step = [method, path, 400]
  expect(findDifferences(document, step).request(json)).toBe(false)
  const answer = await call(method, `/__calmock${path}`, { json })
  expect(answer.status, answer.text).toBe(400)
  expect(findDifferences(document, step).response(answer)).toEqual([])
})

test.each([
  [401, { token: 'secret' }, ''],
  [410, {}, '/~gone'],
])('the error %i matches the document', async (status, options, prefix) => {
  const mock = createTestMock({ now: NOW, maxWorlds: 1, ...options })
  const call = over(mock)
  if (prefix !== '') {
    await call('POST', `${prefix}/de/cal/events/v1/tags`, { json: { name: 'x' } })
    await call('GET', '/~other/de/cal/events/v1/tags')
  }
  const answer = await call('GET', `${prefix}/__calmock/health`)
  expect(answer.status).toBe(status)
  const document = await documentAt(fresh(), OPENAPI)
  expect(findDifferences(document, ['GET', '/health', status]).response(answer)).toEqual([])
})

/** Valid uses of the generated types, each with a change that makes it a type error. */
const uses = [
  [`{ now: 'today', frozen: true } satisfies Body<'/clock', 'put'>`, 'frozen', 'stopped'],
  [`{ max: 5 } satisfies Body<'/requests', 'put'>`, '5', "'five'"],
  [`{ status: '4xx', limit: 5 } satisfies Query`, 'limit', 'max'],
  [`entry.notes[0]?.code`, 'code', 'codes'],
  [`entry.responseHeaders['Content-Type']`, 'responseHeaders', 'headers'],
] as const

const head = `import type { components, paths } from './schema.ts'
type Body<P extends keyof paths, M extends keyof paths[P]> =
  paths[P][M] extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never
type Query = NonNullable<paths['/requests']['get']['parameters']['query']>
declare const entry: components['schemas']['LoggedRequest']
void entry
`

test('the types that openapi-typescript generates compile, and reject wrong uses', async () => {
  const { body } = await fresh()('GET', OPENAPI)
  const schema = astToString(await openapiTS(body))
  const errors = errorsOf({
    'schema.ts': schema,
    'right.ts': `${head}${uses.map(([use]) => `void (${use})\n`).join('')}`,
    ...Object.fromEntries(
      uses.map(([use, from, to], n) => [
        `wrong${n}.ts`,
        `${head}void (${use.replace(from, to)})\n`,
      ]),
    ),
  })
  const files = new Set(errors.map((error) => error.split(':')[0]))
  expect([...files].sort(), errors.join('\n')).toEqual(uses.map((_, n) => `wrong${n}.ts`))
})
