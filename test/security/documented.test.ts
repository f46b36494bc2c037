import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const page = await readFile('docs/security.md', 'utf8')

/** The tests that the page names: `<!-- test: test/a.test.ts "the name in its source" -->`. */
const named = [...page.matchAll(/<!-- test: (\S+) "(.+?)" -->/g)].map(
  ([, file = '', name = '']) => [file, name] as const,
)

test.each(named)('docs/security.md names a test that exists: %s "%s"', async (file, name) => {
  const source = await readFile(file, 'utf8')
  const written = [name, name.replaceAll("'", "\\'")].flatMap((text) =>
    [`'`, '"', '`'].map((quote) => quote + text + quote),
  )
  expect(written.some((text) => source.includes(text))).toBe(true)
})

test('every comment of docs/security.md that begins like one about a test has the whole form', () => {
  expect(named.length).toBeGreaterThan(0)
  expect(page.match(/<!--\s*test/g)).toHaveLength(named.length)
})
