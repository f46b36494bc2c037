import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { checkLinks } from '../../docs/.vitepress/check.ts'
import { formatBlock, parseBlock } from '../../docs/.vitepress/live/http-block.ts'
import { FILE_BLOCK, listDocuments, TABLE, updateDocument } from '../../scripts/docs/update.ts'
import { controlRoutes } from '../../src/control/routes.ts'

const root = new URL('../../', import.meta.url)
const documents = await Promise.all(
  (await listDocuments()).map(async (path) => {
    const text = await readFile(new URL(path, root), 'utf8')
    return { path, text }
  }),
)

/** Removes everything that `npm run docs:update` writes. */
const strip = (text: string): string =>
  text
    .replace(FILE_BLOCK, '$1')
    .replace(TABLE, (whole, open, name, close) => (name === 'languages' ? whole : open + close))
    .replace(/(?<=```console\n)[\s\S]*?(?=```)/g, (lines) => lines.replace(/^(?!\$ ).*\n/gm, ''))
    .replace(/(?<=```http\b[^\n]*\n)[\s\S]*?(?=\n```)/g, (block) =>
      formatBlock(parseBlock(block).map(({ request }) => ({ request, response: '' }))),
    )

test.each(documents)('$path is up to date (npm run docs:update)', async ({ text }) => {
  // test/seed/texts.test.ts measures the languages
  expect(await updateDocument(strip(text), ['languages'])).toBe(text)
})

test('every link and picture of a document leads to a file and a heading', () => {
  expect(checkLinks(documents, (path) => existsSync(new URL(path, root)))).toEqual([])
})

test('an empty block below a mark gets the content of its file, and the text after it stays', async () => {
  const mark = '<!-- file: examples/commands/install.sh -->'
  const command = 'npm install --save-dev calmock msw'
  const after = '\nText.\n\n```sh\nanother\n```\n'
  const updated = await updateDocument(`${mark}\n\`\`\`sh\n\`\`\`\n${after}`)
  expect(updated).toBe(`${mark}\n\`\`\`sh\n${command}\n\`\`\`\n${after}`)
})

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
