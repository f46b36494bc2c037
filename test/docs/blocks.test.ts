import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listDocuments } from '../../scripts/docs/update.ts'

const root = new URL('../../', import.meta.url)

/** Pages that still have blocks of other forms. */
const exempt: readonly string[] = [
  'docs/hosts/browser.md',
  'docs/hosts/index.md',
  'docs/hosts/program.md',
  'docs/hosts/static-page.md',
]

/** Matches a code block with the line above it. Inner blocks of a longer fence are part of its content. */
const BLOCK = /(.*)\n( *)(`{3,})(.*)\n([\s\S]*?)\n\2\3(?=\n|$)/g

/** Returns whether a reader can rely on a block, because a test runs what it shows. */
const isTested = (above: string, language: string, content: string): boolean => {
  if (/^<!-- file: examples\/\S+ -->$/.test(above)) return true
  if (language === 'console') return content.startsWith('$ ')
  return /^http\b/.test(language)
}

test.each(['CONTRIBUTING.md', ...(await listDocuments())].filter((path) => !exempt.includes(path)))(
  'every code block of %s is a file of examples/ or is recorded',
  async (path) => {
    const text = await readFile(new URL(path, root), 'utf8')
    const untested = [...text.matchAll(BLOCK)]
      .filter(
        ([, above = '', , , language = '', content = '']) => !isTested(above, language, content),
      )
      .map(([, , , fence, language, content]) => `${fence}${language}\n${content}`)
    expect(untested).toEqual([])
  },
)
