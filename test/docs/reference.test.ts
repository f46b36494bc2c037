import { expect, test } from 'vitest'
import { problemCodes } from '../../scripts/docs/tables/api-rules.ts'
import { readEntryPoints } from '../../scripts/docs/tables/exports.ts'
import { optionLinks } from '../../scripts/docs/tables/option-links.ts'
import { commands, optionGroups } from '../../scripts/docs/tables/options.ts'
import { tables } from '../../scripts/docs/tables.ts'
import { createCalmock } from '../../src/index.ts'

const groups = Object.values(optionGroups).map((list) => list())
const keys = groups.map((group) => group.map((option) => option.attributeName()))

test.each(['serve', 'export'])('every option of %s is in one table of docs/cli.md', (name) => {
  const options = commands.find((command) => command.name() === name)?.options ?? []
  expect(options.length).toBeGreaterThan(10)
  for (const option of options)
    expect(keys.filter((group) => group.includes(option.attributeName()))).toHaveLength(1)
})

test.each(commands)('every option of calmock $_name has a description', ({ options }) => {
  for (const { long, description } of options) expect(`${long}: ${description}`).toMatch(/: \w/)
})

test('the links of options belong to options', () => {
  for (const key of Object.keys(optionLinks)) expect(keys.flat()).toContain(key)
})

test('every parameter and every field of the API has a meaning', () => {
  const named = Object.keys(tables).filter((name) => /(?:Parameters|Body|Fields|Parts)$/.test(name))
  for (const name of named)
    for (const row of tables[name]?.().split('\n') ?? []) expect(row).not.toMatch(/\|\s*\|$/)
})

/** The tables that take seconds. */
const measured = ['languages', 'contradictions', 'variety', 'packageExports']
const quick = Object.entries(tables).filter(([name]) => !measured.includes(name))

test.each(quick)('the table %s has at most four columns', (_, build) => {
  const [head = ''] = build().split('\n')
  expect(head.split(' | ').length).toBeLessThanOrEqual(4)
})

const forbidden = { method: 'DELETE', headers: { Authorization: 'Basic ZzpvcGVu' } }

test.each<{ problem: string; kind: string; path: string; init?: RequestInit }>([
  { problem: 'not-found', kind: 'venue', path: '/venues/1' },
  { problem: 'page-not-found', kind: 'event', path: '/events?page=999' },
  { problem: 'anonymous', kind: 'event', path: '/events/102', init: { method: 'DELETE' } },
  { problem: 'forbidden', kind: 'event', path: '/events/102', init: forbidden },
])('the table of errors has the code of $problem', async ({ problem, kind, path, init }) => {
  const mock = createCalmock({ sites: ['en'], auth: 'g:open:subscriber' })
  const response = await mock.fetch(`http://localhost/en/cal/events/v1${path}`, init)
  const { code } = await response.json()
  expect(code).toBe(problemCodes[problem]?.replace('{kind}', kind))
})

test.each(readEntryPoints())('every export of $name has a docstring', ({ exports }) => {
  expect(exports.length).toBeGreaterThan(0)
  const documented = exports.filter(({ isWireType }) => !isWireType)
  for (const { name, summary } of documented) expect(`${name}: ${summary}`).toMatch(/: \S/)
})
