import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  checkBraces,
  checkLinks,
  checkRequests,
  checkSidebar,
} from '../../docs/.vitepress/check.ts'
import { formatBlock, parseBlock } from '../../docs/.vitepress/live/http-block.ts'
import { sidebar, unlisted } from '../../docs/.vitepress/sidebar.ts'
import { FILE_BLOCK, listDocuments, TABLE, updateDocument } from '../../scripts/docs/update.ts'

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
  // measuring the languages takes seconds
  expect(await updateDocument(strip(text), ['languages'])).toBe(text)
})

test('links lead to files and headings, requests can be parsed, Vue finds no expression, and the sidebar has each page', () => {
  expect([
    ...checkLinks(documents, (path) => existsSync(new URL(path, root))),
    ...checkBraces(documents),
    ...checkRequests(documents),
    ...checkSidebar(documents, sidebar, unlisted),
  ]).toEqual([])
})
