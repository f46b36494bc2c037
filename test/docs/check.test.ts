import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  checkLinks,
  checkRequests,
  checkSidebar,
  listAnchors,
} from '../../docs/.vitepress/check.ts'
import { sidebar } from '../../docs/.vitepress/sidebar.ts'
import { listDocuments } from '../../scripts/docs/update.ts'

const root = new URL('../../', import.meta.url)

/** Returns the problems of links in one page next to a page `docs/other.md`, a picture and a file of examples/. */
const checkPage = (text: string): readonly string[] => {
  const documents = [
    { path: 'docs/hosts/page.md', text },
    {
      path: 'docs/other.md',
      text: '# Other page\n\n## The `--now` flag\n\n## Twice\n\n## Twice\n',
    },
  ]
  const files = ['docs/hosts/page.md', 'docs/other.md', 'docs/picture.png', 'examples/a.ts']
  return checkLinks(documents, (path) => files.includes(path))
}

test('links to pages, headings, pictures and files of the repository are accepted', () => {
  const links = [
    ...'[a page](../other.md)|[a heading](../other.md#the---now-flag)'.split('|'),
    ...'[the second of two](../other.md#twice-1)|[this page](#title)'.split('|'),
    ...'[a file](../../examples/a.ts)|[![a picture](../picture.png)](../other.md)'.split('|'),
    ...'[elsewhere](https://example.com/nothing#here)|`[code](nothing.md)`'.split('|'),
  ]
  expect(checkPage(`# Title\n\n${links.join('\n')}\n`)).toEqual([])
})

test.each([
  ['[page](nothing.md)', 'the link "nothing.md" leads to no file'],
  ['[`code`](nothing.md#x)', 'the link "nothing.md#x" leads to no file'],
  ['[file](../../examples/b.ts)', 'the link "../../examples/b.ts" leads to no file'],
  ['![picture](../nothing.png)', 'the picture "../nothing.png" leads to no file'],
  ['<img src="nothing.svg">', 'the picture "nothing.svg" leads to no file'],
  ['[note]: ../nothing.md', 'the link "../nothing.md" leads to no file'],
  [
    '[a](../other.md#nothing)',
    'the link "../other.md#nothing" leads to no heading of docs/other.md',
  ],
  [
    '[a](#comment)\n```sh\n# comment\n```',
    'the link "#comment" leads to no heading of docs/hosts/page.md',
  ],
])('%s is a problem', (text, problem) => {
  expect(checkPage(text)).toEqual([`docs/hosts/page.md: ${problem}`])
})

test('anchors are those of GitHub, in every script', () => {
  expect(
    listAnchors('# `a.b()` and *c* \n## 10 % | 20 %\n### السلام عليكم\n## [Link](x.md)'),
  ).toEqual(['ab-and-c', '10---20-', 'السلام-عليكم', 'link'])
})

test('a request that cannot be parsed is a problem', () => {
  const text = '```http\nGET /en\n\n###\n\nGRAB /en\n\nHTTP/1.1 200 OK\n```\n'
  const problems = checkRequests([{ path: 'docs/a.md', text }])
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(
    /^docs\/a\.md: an http block cannot be parsed: line 1: "GRAB \/en" is not a request line/,
  )
})

test('a page without an entry in the sidebar is a problem, and an entry without a page', () => {
  const documents = ['README.md', 'docs/index.md', 'docs/a/index.md', 'docs/b.md'].map((path) => ({
    path,
    text: '',
  }))
  const entries = [{ items: [{ link: '/' }, { link: '/a/' }, { link: '/c' }] }]
  expect(checkSidebar(documents, entries)).toEqual([
    'docs/b.md: the page is missing in docs/.vitepress/sidebar.ts',
    'docs/.vitepress/sidebar.ts: the entry "/c" has no page',
  ])
})

test('the documents have no such problem', async () => {
  const documents = await Promise.all(
    (await listDocuments()).map(async (path) => {
      return { path, text: await readFile(new URL(path, root), 'utf8') }
    }),
  )
  const problems = [
    ...checkLinks(documents, (path) => existsSync(new URL(path, root))),
    ...checkRequests(documents),
    ...checkSidebar(documents, sidebar),
  ]
  expect(problems).toEqual([])
})
