import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listDocuments } from '../../scripts/docs/update.ts'

const root = new URL('../../', import.meta.url)

/** Matches a code block with the line above it. Inner blocks of a longer fence are part of its content. */
const BLOCK = /(.*)\n( *)(`{3,})(.*)\n([\s\S]*?)\n\2\3(?=\n|$)/g

/** Returns whether a reader can rely on a block, because a test runs what it shows. */
const isTested = (above: string, language: string, content: string): boolean => {
  if (/^<!-- file: examples\/\S+ -->$/.test(above)) return true
  if (language === 'mermaid') return true // a drawing: nothing to paste
  if (language === 'console') return content.startsWith('$ ')
  return /^http\b/.test(language)
}

const paths = ['CONTRIBUTING.md', ...(await listDocuments())]
const documents = await Promise.all(
  paths.map(async (path) => ({ path, text: await readFile(new URL(path, root), 'utf8') })),
)

test.each(documents)(
  'every code block of $path is a file of examples/ or is recorded',
  ({ text }) => {
    const untested = [...text.matchAll(BLOCK)]
      .filter(
        ([, above = '', , , language = '', content = '']) => !isTested(above, language, content),
      )
      .map(([, , , fence, language, content]) => `${fence}${language}\n${content}`)
    expect(untested).toEqual([])
  },
)

test.each(['programs', 'commands'])('a document shows each file of examples/%s', async (folder) => {
  const names = await readdir(new URL(`examples/${folder}/`, root))
  const hidden = names
    .filter((name) => /\.(ts|sh)$/.test(name))
    .map((name) => `<!-- file: examples/${folder}/${name} -->`)
    .filter((mark) => !documents.some(({ text }) => text.includes(mark)))
  expect(hidden).toEqual([])
})
