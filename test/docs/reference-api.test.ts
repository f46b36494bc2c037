import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { problemCodes } from '../../scripts/docs/tables/api-rules.ts'
import { tables } from '../../scripts/docs/tables.ts'
import { resources } from '../../src/contract/resources/index.ts'
import { createCalmock } from '../../src/index.ts'

const readPage = (name: string): Promise<string> =>
  readFile(new URL(`../../docs/api/${name}.md`, import.meta.url), 'utf8')

test.each(resources)(
  'docs/api/$collection.md shows the tables of the resource',
  async (resource) => {
    const { collection, fields, filters } = resource
    const page = await readPage(collection)
    for (const table of ['Routes', 'Parameters', 'Body', 'Fields'])
      expect(page).toContain(`<!-- ${collection}${table} -->`)
    for (const name of [...Object.keys(filters), ...Object.keys(fields)])
      expect(page).toContain(`| \`${name}\`<br>`)
  },
)

test('docs/api/index.md shows the tables of the common rules', async () => {
  const page = await readPage('index')
  for (const table of ['actions', 'listFields', 'headers', 'problems', 'recordParts'])
    expect(page).toContain(`<!-- ${table} -->`)
})

test('every parameter and every field of the API has a meaning', () => {
  const named = Object.keys(tables).filter((name) => /(?:Parameters|Body|Fields|Parts)$/.test(name))
  expect(named).toHaveLength(resources.length * 3 + 2)
  for (const name of named)
    for (const row of tables[name]?.().split('\n') ?? []) expect(row).not.toMatch(/\|\s*\|$/)
})

/** Requests that get the codes of `problemCodes`. */
const requests: readonly { problem: string; kind: string; path: string; init?: RequestInit }[] = [
  { problem: 'not-found', kind: 'venue', path: '/venues/1' },
  { problem: 'page-not-found', kind: 'event', path: '/events?page=999' },
  { problem: 'anonymous', kind: 'event', path: '/events/102', init: { method: 'DELETE' } },
  {
    problem: 'forbidden',
    kind: 'event',
    path: '/events/102',
    init: { method: 'DELETE', headers: { Authorization: 'Basic ZzpvcGVu' } },
  },
]

test.each(requests)('the table of errors has the code of $problem', async (request) => {
  const { problem, kind, path, init } = request
  const mock = createCalmock({ sites: ['en'], auth: 'g:open:subscriber' })
  const response = await mock.fetch(`http://localhost/en/cal/events/v1${path}`, init)
  const { code } = await response.json()
  expect(code).toBe(problemCodes[problem]?.replace('{kind}', kind))
})
