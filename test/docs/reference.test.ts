import { expect, test } from 'vitest'
import { readEntryPoints } from '../../scripts/docs/tables/exports.ts'
import { commands } from '../../scripts/docs/tables/options.ts'
import { tables } from '../../scripts/docs/tables.ts'

test.each(commands)('every option of calmock $_name has a description', ({ options }) => {
  for (const { long, description } of options) expect(`${long}: ${description}`).toMatch(/: \w/)
})

test('every parameter and every field of the API has a meaning', () => {
  const named = Object.keys(tables).filter((name) => /(?:Parameters|Body|Fields|Parts)$/.test(name))
  for (const name of named)
    for (const row of tables[name]?.().split('\n') ?? []) expect(row).not.toMatch(/\|\s*\|$/)
})

test.each(readEntryPoints())('every export of $name has a docstring', ({ exports }) => {
  expect(exports.length).toBeGreaterThan(0)
  const documented = exports.filter(({ isWireType }) => !isWireType)
  for (const { name, summary } of documented) expect(`${name}: ${summary}`).toMatch(/: \S/)
})
