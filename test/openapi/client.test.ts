import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/server.ts'
import { createTestMock, fresh, NOW } from '../call.ts'
import { documentOf } from './document.ts'

/** A folder inside the project, because packages resolve from there, and ignored by git. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/calmock/', import.meta.url))

const clientFile = `import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

export const clientOf = (baseUrl: string) => createClient<paths>({ baseUrl })
`

const head = `import { clientOf } from './client.ts'
import type { components, paths } from './schema.d.ts'

type EventQuery = paths['/events']['get']['parameters']['query']
type VenueFields = components['schemas']['VenueFields']
const { GET, POST, PATCH, DELETE } = clientOf('')
`

/** Valid uses of the client, each with a change that makes it a type error. */
const uses = [
  [`GET('/events', { params: { query: { per_page: 5 } } })`, 'per_page', 'perpage'],
  // openapi-fetch itself looks at parameters and fields only together
  [`{ page: 1, per_page: 5 } satisfies EventQuery`, 'per_page', 'perpage'],
  [`GET('/events', { params: { query: { status: ['draft', 'publish'] } } })`, 'draft', 'gone'],
  [`GET('/venues', { params: { query: { i18n_language: 'en' } } })`, `'en'`, `'fr'`],
  [`GET('/tags', { params: { query: { page: 2 } } })`, '2', `'two'`],
  [`GET('/organizers/{id}', { params: { path: { id: 1 } } })`, 'organizers', 'organisers'],
  [`GET('/events/by-slug/{slug}', { params: { path: { slug: 'jazz' } } })`, 'slug: ', 'id: '],
  [
    `DELETE('/tags/{id}', { params: { path: { id: 1 } } })`,
    `DELETE('/tags/{id}'`,
    `DELETE('/tags'`,
  ],
  [`{ venue: 'Hall', city: 'Bonn' } satisfies VenueFields`, 'city', 'town'],
  [`POST('/categories', { body: { name: 'Music' } })`, `name: 'Music'`, ''],
  [
    `PATCH('/events/{id}', { params: { path: { id: 1 } }, body: { cost: 5 } })`,
    'cost: 5',
    'cost: {}',
  ],
  [`GET('/events').then(({ data }) => data?.events[0]?.title.length)`, 'title', 'name'],
  [`GET('/events').then(({ error }) => error?.message.length)`, 'message', 'text'],
] as const

let folder = ''
let errorsOf = (_file: string): readonly string[] => []

beforeAll(async () => {
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'client-'))
  const document = await documentOf(fresh(), 'de')
  const types = astToString(await openapiTS(document as never)) // a test of the document proves its type
  const used = uses.flatMap(([right, word, other], n) => [
    [`right-${n}.ts`, `${head}export const answer = ${right}\n`],
    [`wrong-${n}.ts`, `${head}export const answer = ${right.replace(word, other)}\n`],
  ])
  const files = [['client.ts', clientFile], ...used]
  await writeFile(join(folder, 'schema.d.ts'), types)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name = '', text = ''] of files) await writeFile(join(folder, name), text)
  errorsOf = compile(files.map(([name = '']) => join(folder, name)))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * Compiles files to JavaScript in place; returns a function that lists the type errors of a file.
 */
function compile(files: readonly string[]): (name: string) => readonly string[] {
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    ...{ allowImportingTsExtensions: true, rewriteRelativeImportExtensions: true },
    ...{ skipLibCheck: true, types: [] },
  })
  program.emit()
  const found = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
    name: basename(file?.fileName ?? ''),
    text: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }))
  return (wanted) => found.filter(({ name }) => name === wanted).map(({ text }) => text)
}

const numbered = uses.map(([right, word, other], n) => ({ n, right, word, other }))

test.each(numbered)('the generated types accept $right', ({ n }) => {
  expect(errorsOf(`right-${n}.ts`)).toEqual([])
})

test.each(numbered)('the generated types reject $other instead of $word in $right', ({ n }) => {
  expect(errorsOf(`wrong-${n}.ts`)).toHaveLength(1)
})

test('the generated types have no errors', () => {
  for (const file of ['schema.d.ts', 'client.ts', '']) expect(errorsOf(file)).toEqual([])
})

/** The client without its generated types, because this file is type-checked before they exist. */
type Client = Readonly<
  Record<'GET' | 'POST' | 'PATCH' | 'DELETE', (path: string, init?: object) => Promise<Got>>
>

interface Got {
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  readonly data?: any
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  readonly error?: any
  readonly response: Response
}

/** Returns the compiled client, connected to an empty server. */
async function loadClient(): Promise<Client> {
  const { url, close } = await listen(createTestMock({ now: NOW, empty: true }))
  onTestFinished(close)
  const { clientOf } = await import(pathToFileURL(join(folder, 'client.js')).href)
  return clientOf(`${url}/de/cal/events/v1`)
}

const jazz = {
  title: 'Jazz night',
  start_date: '2030-02-01 19:00:00',
  end_date: '2030-02-01 22:00:00',
  tags: ['Open air', 'Late'],
}

test('openapi-fetch creates, reads, updates and deletes a record', async () => {
  const { GET, POST, PATCH, DELETE } = await loadClient()

  const made = await POST('/events', { body: jazz })
  expect(made.response.status).toBe(201)
  expect(made.data).toMatchObject({ title: 'Jazz night', slug: 'jazz-night' })

  const path = { id: made.data.id }
  const read = await GET('/events/{id}', { params: { path } })
  expect(read.data).toMatchObject({ id: path.id, title: 'Jazz night', status: 'publish' })
  const bySlug = await GET('/events/by-slug/{slug}', { params: { path: { slug: 'jazz-night' } } })
  expect(bySlug.data).toEqual(read.data)

  const updated = await PATCH('/events/{id}', { params: { path }, body: { title: 'Late jazz' } })
  expect(updated.data).toMatchObject({ id: path.id, title: 'Late jazz', slug: 'jazz-night' })

  const removed = await DELETE('/events/{id}', { params: { path } })
  expect(removed.data).toMatchObject({ id: path.id, status: 'trash' })
  expect((await GET('/events/{id}', { params: { path } })).error.code).toBe('event-is-in-trash')
})

test.each([
  { style: 'the default style, with repeated names', more: {} },
  {
    style: 'the style of the document, joined by commas',
    more: { querySerializer: { array: { style: 'form', explode: false } } },
  },
])('openapi-fetch lists events with arrays in $style', async ({ more }) => {
  const { GET, POST } = await loadClient()
  const ids: number[] = []
  for (const status of ['draft', 'publish', 'pending']) {
    const { data } = await POST('/events', { body: { ...jazz, title: status, status } })
    ids.push(data.id)
  }
  const query = { status: ['draft', 'publish'], tags: ['open-air', 'late'], per_page: 9 }
  const { data, response } = await GET('/events', { params: { query }, ...more })
  expect(response.status).toBe(200)
  expect(data.events.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2))
  const include = { include: [ids[1], ids[0]] }
  const included = await GET('/events', { params: { query: { ...query, ...include } }, ...more })
  expect(included.data.total).toBe(2)
})

test('openapi-fetch returns the errors of the service unchanged', async () => {
  const { GET, POST } = await loadClient()
  const missing = await POST('/events', { body: {} })
  expect(missing.data).toBeUndefined()
  expect(missing.error).toMatchObject({
    code: 'rest_missing_callback_param',
    data: { status: 400, params: ['title', 'start_date', 'end_date'] },
  })
  const unknown = await GET('/tags/{id}', { params: { path: { id: 987654 } } })
  expect(unknown.response.status).toBe(404)
  expect(unknown.error.code).toBe('rest-tag-not-found')
})
