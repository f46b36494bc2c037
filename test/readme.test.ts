import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withDerived } from '../scripts/readme.ts'

const root = new URL('..', import.meta.url)
const folder = new URL('node_modules/.cache/calmock-readme/', root)
const readme = await readFile(new URL('README.md', root), 'utf8')
const snippets = [...readme.matchAll(/(?<!-->\n)```ts\n([\s\S]*?)```/g)].map(
  (match) => match[1] ?? '',
)

beforeAll(() => mkdir(folder, { recursive: true }))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Replaces the package names of a snippet by the paths of the sources. */
const withLocalImports = (snippet: string): string =>
  snippet
    .replaceAll("from 'calmock'", `from '${new URL('src/index.ts', root).href}'`)
    .replaceAll("from 'calmock/node'", `from '${new URL('src/node.ts', root).href}'`)

/** The output of each snippet, in order. */
const printed = ['200 19 2\n', 'Berlin\n', '', 'true\n']

test('the README shows four snippets', () => {
  expect(snippets).toHaveLength(printed.length)
})

test.each(snippets.map((snippet, n) => ({ n: n + 1, snippet, output: printed[n] })))(
  'snippet $n of the README runs and prints its documented output',
  async ({ n, snippet, output }) => {
    const file = new URL(`snippet-${n}.mts`, folder)
    await writeFile(file, withLocalImports(snippet))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', file.pathname],
      { cwd: root.pathname },
    )
    expect(stdout).toBe(output)
  },
)

test('the responses, examples and tables of the README are current (npm run readme)', async () => {
  const spoilt = readme
    .replace(/\| `(empty|landmarks\.tags)` .*\n/g, '')
    .replace(/"cost":"16€"/g, '"cost":"17€"')
    .replace("plugins: [calmock({ path: '/api'", "plugins: [calmock({ path: '/'")
  expect(spoilt.length).toBeLessThan(readme.length - 200)
  expect(await withDerived(spoilt)).toBe(readme)
}, 120_000)
