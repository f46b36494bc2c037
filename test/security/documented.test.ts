import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const page = await readFile('docs/security.md', 'utf8')
const file = await readFile('test/security/claims.md', 'utf8')

/** The claims with their tests: a paragraph, and below it lines such as `- test/a.test.ts "the name in its source"`. */
const listTestedClaims = (text: string) =>
  [...text.matchAll(/^(?![-#\n])(.+)\n\n((?:- .*\n)+)/gm)].map(([, claim = '', tests = '']) => ({
    claim,
    tests: tests.trim().split('\n'),
  }))

const [security = '', deployment = ''] = file.split('## Claims of docs/deployment.md\n')
const claims = listTestedClaims(security)
const deploymentClaims = listTestedClaims(deployment)

test.each([...claims, ...deploymentClaims])(
  'claims.md names tests that exist: $claim',
  async ({ tests }) => {
    for (const line of tests) {
      const [, path = '', name = ''] = /^- `(\S+)` "(.+)"$/.exec(line) ?? []
      const source = await readFile(path, 'utf8')
      const written = [name, name.replaceAll("'", "\\'")].flatMap((text) =>
        [`'`, '"', '`'].map((quote) => quote + text + quote),
      )
      expect(
        written.some((text) => source.includes(text)),
        line,
      ).toBe(true)
    }
  },
)

/** The parts of the page without claims: the sections of advice and of what is not guaranteed, code, headings, heads of tables and names of examples. */
const withoutClaims =
  /^## What (?:not to do|is not guaranteed)$.*?(?=^## |(?![\s\S]))|^```.*?^```$|^#[^\n]*$|^\|[^\n]*\n\|[-|]+\|$|^<!-- file: [^\n]*$/gms

/** Returns each sentence and table row of the page. A sentence that ends with a colon introduces others. */
const listClaims = (text: string): string[] =>
  text
    .replaceAll(withoutClaims, '')
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? line : line.split(/(?<=[.!?]) +/)))
    .map((claim) => claim.replace(/^- /, ''))
    .filter((claim) => claim !== '' && !claim.endsWith(':'))

test('claims.md has each claim of docs/security.md once, and no other', () => {
  expect(claims.length).toBeGreaterThan(50)
  expect(claims.map(({ claim }) => claim)).toEqual(listClaims(page))
})

test('docs/deployment.md has each of its claims in claims.md', async () => {
  const text = await readFile('docs/deployment.md', 'utf8')
  expect(deploymentClaims.length).toBeGreaterThan(5)
  expect(deploymentClaims.filter(({ claim }) => !text.includes(claim))).toEqual([])
})

test.each([
  ['It never fails.', ['It never fails.']],
  ['It holds: It never fails. It never stops', ['It holds: It never fails.', 'It never stops']],
  ['- `fetch` never fails', ['`fetch` never fails']],
  ['| A | It never fails |', ['| A | It never fails |']],
])('the claim in "%s" is found in each part of the page', (added, found) => {
  const headings = page.match(/^#+ (?!What).*$/gm) ?? []
  expect(headings.length).toBeGreaterThan(10)
  const known = listClaims(page)
  for (const heading of headings) {
    const changed = listClaims(page.replace(`${heading}\n`, `${heading}\n\n${added}\n`))
    expect(changed.filter((claim) => !known.includes(claim))).toEqual(found)
  }
})
