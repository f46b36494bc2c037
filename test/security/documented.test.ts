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

/** The parts of the page without claims: the sections of advice and of what is not guaranteed, code, headings, heads of tables and names of examples. */
const withoutClaims =
  /^## What (?:not to do|is not guaranteed)$.*?(?=^## |(?![\s\S]))|^```.*?^```$|^#[^\n]*$|^\|[^\n]*\n\|[-|]+\|$|^<!-- file: [^\n]*$/gms

/** Returns each sentence and table row without a comment about a test. A sentence that ends with a colon introduces others. */
const findUntested = (text: string): string[] =>
  text
    .replaceAll(withoutClaims, '')
    .replaceAll(/ *<!-- test: .*? -->/g, '\0')
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? line : line.split(/(?<=[.!?]\0*) +/)))
    .filter((claim) => claim !== '' && !/^\|.*\0|[\0:]$/.test(claim))

test('each claim of docs/security.md names its test', () => {
  expect(findUntested(page)).toEqual([])
})

const tested = 'It holds. <!-- test: test/a.test.ts "a" -->'

test.each([
  ['It never fails.', 'It never fails.'],
  [`It never fails. ${tested}`, 'It never fails.'],
  [`${tested} It never fails.`, 'It never fails.'],
  [`- ${tested} \`fetch\` never fails`, '`fetch` never fails'],
  [`- ${tested} it never fails`, 'it never fails'],
  ['| A | It never fails |', '| A | It never fails |'],
])('the claim without a test in "%s" is found in each part of the page', (added, claim) => {
  const headings = page.match(/^#+ (?!What).*$/gm) ?? []
  expect(headings.length).toBeGreaterThan(10)
  for (const heading of headings)
    expect(findUntested(page.replace(`${heading}\n`, `${heading}\n\n${added}\n`))).toEqual([claim])
})
