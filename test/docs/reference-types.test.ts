import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readEntryPoints } from '../../scripts/docs/tables/exports.ts'

const root = new URL('../../', import.meta.url)
const entryPoints = readEntryPoints()

test('docs/types.md lists every export of every entry point', async () => {
  const page = await readFile(new URL('docs/types.md', root), 'utf8')
  expect(page).toContain('<!-- packageExports -->')
  const { exports } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
  expect(entryPoints).toHaveLength(Object.keys(exports).length)
  for (const entry of entryPoints)
    for (const { name } of entry.exports) expect(page).toContain(`\`${name}\``)
})

test.each(entryPoints)('every export of $name has a docstring', ({ exports }) => {
  expect(exports.length).toBeGreaterThan(0)
  const documented = exports.filter(({ isWireType }) => !isWireType)
  for (const { name, summary } of documented) expect(`${name}: ${summary}`).toMatch(/: \S/)
})
