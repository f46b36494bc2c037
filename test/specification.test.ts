import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = 'docs/specification.md'

/** Section numbers of a citation: `4.3.1`, `18.4a`, joined by a comma or, as a range, by a hyphen. */
const NUMBER = String.raw`\d{1,2}(?:\.\d{1,2}){1,2}[a-z]?`
const NUMBERS = `${NUMBER}(?:(?:, |-)${NUMBER})*`

/** A citation: `(4.3.1)` after a space or a quote, so that it is not an argument, or `specification 4.3.1` in prose. */
const CITATION = new RegExp(
  String.raw`(?<=[\s'])\((${NUMBERS})\)|\bspecification (${NUMBERS})`,
  'gi',
)

/** Forms that are not citations any more, and titles of tests that cite a whole part: `(12)`. */
const OTHER_FORMS = [
  /\d of the (?:reference|specification|real service)/g,
  /(?<!RFC \d{4}, )\bsections? \d[\d.]*/gi,
  /\((?:R )?[LSV]\d{1,2}\)|\bR \d+\.\d+|\bdecision [LSV]?\d/g,
  /(?:^[ \t]*|\()(['"`])(?:(?!\1).)* \(\d{1,2}\)\1,/gm,
]

interface Document {
  readonly path: string
  readonly text: string
}

/** Removes code from Markdown, which can contain numbers in parentheses. */
const toProse = (markdown: string): string =>
  markdown.replace(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, '').replace(/(`+)[^`\n]+?\1/g, '``')

function readDocuments(folder: string): readonly Document[] {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory())
      return /^(node_modules|dist|cache|mock|\.vite)$/.test(entry.name) ? [] : readDocuments(path)
    if (!/\.(?:[cm]?[jt]sx?|vue|md)$/.test(path) || path === 'test/specification.test.ts') return []
    const text = readFileSync(root + path, 'utf8')
    return [{ path, text: path.endsWith('.md') ? toProse(text) : text }]
  })
}

const listCitations = (text: string): readonly string[] =>
  [...text.matchAll(CITATION)].flatMap(([, inParentheses, inProse]) =>
    (inParentheses ?? inProse ?? '').split(/, |-/),
  )

const listOtherForms = (text: string): readonly string[] =>
  OTHER_FORMS.flatMap((form) => [...text.matchAll(form)].map(([match]) => match.trim()))

/** Returns the numbers of the headings and of the labelled items, in the order of the page. */
const listSections = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^(?:#+ (\d+(?:\.\d+)*)\.? |(?:\| )?\*\*(\d[\d.]*[a-z]?)\*\* )/gm)].map(
    ([, heading, item]) => heading ?? item ?? '',
  )

/** Returns the number of the section that contains an item: `18.4` for `18.4a`, `23` for the case `23.7`. */
const findParent = (item: string): string =>
  /[a-z]$/.test(item) ? item.slice(0, -1) : item.replace(/\.\d+$/, '')

const specification = readFileSync(root + page, 'utf8')
const sections = listSections(specification)
const documents = [
  ...['src', 'fixtures', 'scripts', 'test', 'examples', 'docs'].flatMap(readDocuments),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((path) => ({
    path,
    text: toProse(readFileSync(root + path, 'utf8')),
  })),
]

test.each([
  ["test('a venue is read (4.3.1)', f)", ['4.3.1']],
  ['/** The cost (11.3, 18.4a). */', ['11.3', '18.4a']],
  ['// all routes (4.2-4.7)', ['4.2', '4.7']],
  ['see specification 14.6 for it', ['14.6']],
  ["test('a page returns nothing (200)', f)", []],
  ['Math.max(1.5) + draw(2.5, 3.5)', []],
  ['(RFC 9110, section 11.6.1), (msw 2.15), (about 1.5 s)', []],
] as const)('the citations in "%s" are %j', (text, expected) => {
  expect(listCitations(text)).toEqual(expected)
})

test.each([
  '(10.2 of the reference)',
  'section 4.2 has the routes',
  'the language (L9) of a record',
  'as in R 10.2',
  "test('a list has pages (8)', f)",
])('"%s" has another form', (text) => {
  expect(listOtherForms(text)).toHaveLength(1)
})

describe('docs/specification.md', () => {
  test('has sections and labelled choices', () => {
    expect(sections).toEqual(expect.arrayContaining(['4.3.1', '18.4', '18.4a', '23.31', '24.6']))
    expect(sections.length).toBeGreaterThan(150)
  })

  test('has each number once, below the section that it belongs to', () => {
    expect(sections.filter((number, n) => sections.indexOf(number) !== n)).toEqual([])
    const misplaced = sections.filter((number, n) => {
      const parent = findParent(number)
      return parent !== number && !sections.slice(0, n).includes(parent)
    })
    expect(misplaced).toEqual([])
  })

  test('refers to sections that exist, also in tables', () => {
    const prose = toProse(specification).replace(/^#.*|OpenAPI [\d.]+/gm, '')
    const numbers = prose.match(new RegExp(String.raw`(?<![\d.*])${NUMBER}(?![\d*])`, 'g')) ?? []
    expect(numbers.length).toBeGreaterThan(100)
    expect(numbers.filter((number) => !sections.includes(number))).toEqual([])
  })
})

test('each citation is a section of docs/specification.md', () => {
  const missing = documents.flatMap(({ path, text }) =>
    listCitations(text).flatMap((number) =>
      sections.includes(number) ? [] : [`${path}: ${number}`],
    ),
  )
  expect(missing).toEqual([])
})

test('citations have one form', () => {
  const others = documents.flatMap(({ path, text }) =>
    path === page ? [] : listOtherForms(text).map((form) => `${path}: ${form}`),
  )
  expect(others).toEqual([])
})

test.each([
  ['src/', 60],
  ['test/', 90],
  ['docs/', 60],
])('more than a few citations are found in %s', (folder, least) => {
  const found = documents.filter(({ path }) => path.startsWith(folder))
  expect(found.flatMap(({ text }) => listCitations(text)).length).toBeGreaterThan(least)
})
