import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatBlock, parseBlock } from '../../docs/.vitepress/live/http-block.ts'
import { FILE_BLOCK, listDocuments, TABLE, updateDocument } from '../../scripts/docs/update.ts'
import { controlRoutes } from '../../src/control/routes.ts'

const root = new URL('../../', import.meta.url)
const folder = new URL('node_modules/.cache/calmock-docs/', root)
const documents = await Promise.all(
  (await listDocuments()).map(async (path) => {
    const text = await readFile(new URL(path, root), 'utf8')
    return { path, text }
  }),
)

/** The programs in the documents that are not files of examples/. */
const programs = documents.flatMap(({ path, text }) =>
  [...text.matchAll(/(?<!-->\n)```ts\n([\s\S]*?)```/g)].map(([, code = ''], n) => ({
    name: `program ${n + 1} of ${path}`,
    code,
  })),
)

beforeAll(() => mkdir(folder, { recursive: true }))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Replaces the package by its sources. */
const useSources = (code: string): string =>
  code.replace(
    /from 'calmock(?:\/(\w+))?'/g,
    (_, entry = 'index') => `from '${new URL(`src/${entry}.ts`, root).href}'`,
  )

/** Comments after `console.log(...)`: the lines that the program prints. */
const expectedOutput = (code: string): string =>
  [...code.matchAll(/^ *console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => `${line}\n`).join('')

test.each(programs)('$name prints what its comments say', async ({ name, code }) => {
  const file = new URL(`${name.replace(/\W+/g, '-')}.mts`, folder)
  await writeFile(file, useSources(code))
  const args = ['--import', 'tsx', file.pathname]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root.pathname })
  expect(stdout).toBe(expectedOutput(code))
})

/** Removes everything that `npm run docs:update` writes. */
const strip = (text: string): string =>
  text
    .replace(FILE_BLOCK, '$1')
    .replace(TABLE, (whole, open, name, close) => (name === 'languages' ? whole : open + close))
    .replace(/(?<=```console\n)[\s\S]*?(?=```)/g, (lines) => lines.replace(/^(?!\$ ).*\n/gm, ''))
    .replace(/(?<=```http\b[^\n]*\n)[\s\S]*?(?=\n```)/g, (block) =>
      formatBlock(parseBlock(block).map(({ request }) => ({ request, response: '' }))),
    )

test.each(documents)(
  '$path is up to date (npm run docs:update)',
  async ({ text }) => {
    // test/seed/texts.test.ts measures the languages
    expect(await updateDocument(strip(text), ['languages'])).toBe(text)
  },
  120_000,
)

test('README.md has at most 200 lines', () => {
  const [readme] = documents
  expect(readme?.text.trim().split('\n').length).toBeLessThanOrEqual(200)
})

test('docs/control.md lists every control route', () => {
  const document = documents.find(({ path }) => path === 'docs/control.md')?.text
  for (const [path, handlers] of Object.entries(controlRoutes))
    for (const method of Object.keys(handlers))
      expect(document).toContain(`${method} ${path.slice(1).replace('*', '{name}')}\``)
})
