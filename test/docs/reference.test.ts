import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { optionLinks } from '../../scripts/docs/tables/option-links.ts'
import { commands, optionGroups } from '../../scripts/docs/tables/options.ts'
import { tables } from '../../scripts/docs/tables.ts'

const readDocument = (path: string): Promise<string> =>
  readFile(new URL(`../../docs/${path}`, import.meta.url), 'utf8')

const groups = Object.values(optionGroups).map((list) => list())

test.each(['serve', 'export'])(
  'every option of %s is in one table of docs/cli.md',
  async (name) => {
    const document = await readDocument('cli.md')
    for (const table of ['commands', ...Object.keys(optionGroups)])
      expect(document).toContain(`<!-- ${table} -->`)
    const options = commands.find((command) => command.name() === name)?.options ?? []
    const keys = groups.map((group) => group.map((option) => option.attributeName()))
    expect(options.length).toBeGreaterThan(10)
    for (const option of options)
      expect(keys.filter((group) => group.includes(option.attributeName()))).toHaveLength(1)
  },
)

test.each(commands)('every option of calmock $_name has a description', ({ options }) => {
  for (const { long, description } of options) expect(`${long}: ${description}`).toMatch(/: \w/)
})

test('the links of options belong to options', () => {
  const keys = groups.flat().map((option) => option.attributeName())
  for (const key of Object.keys(optionLinks)) expect(keys).toContain(key)
})

test('docs/cli.md shows all names of an option in one row', async () => {
  const row = /^.*`--max-per-page <n>`.*$/m.exec(await readDocument('cli.md'))?.[0]
  for (const text of ['`maxPerPage`', '`CALMOCK_MAX_PER_PAGE`', '`50`', '1,000,000'])
    expect(row).toContain(text)
})

/** The tables that take seconds. */
const measured = ['languages', 'contradictions', 'variety', 'packageExports']
const quick = Object.entries(tables).filter(([name]) => !measured.includes(name))

test.each(quick)('the table %s has at most four columns', (_, build) => {
  const [head = ''] = build().split('\n')
  expect(head.split(' | ').length).toBeLessThanOrEqual(4)
})
