import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { findSite, listPages } from './built-site.ts'

let folder = ''
const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')

beforeAll(async () => {
  folder = await findSite()
}, 240_000)

test('llms.txt lists every page as Markdown with its first sentences', async () => {
  const text = await read('llms.txt')
  expect(text).toMatch(
    /^# calmock\n\n> A mock of .*\n\n## Guide\n\n- \[Start here\]\(index\.md\): /,
  )
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \w.+$/gm)].map(([, link]) => link)
  const pages = (await listPages(folder)).map((page) => page.replace(/html$/, 'md'))
  expect(links.sort()).toEqual(pages)
  for (const page of pages) expect(await read(page)).toMatch(/^# /)
})

test('each page names its Markdown', async () => {
  for (const page of await listPages(folder)) {
    const [, href = ''] =
      /<link rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(await read(page)) ?? []
    expect(existsSync(join(folder, page, '..', href)), page).toBe(true)
  }
})

test('links of the Markdown lead to pages of the site, and other files are named', async () => {
  const dead: string[] = []
  for (const page of await listPages(folder)) {
    const text = (await read(page.replace(/html$/, 'md'))).replace(
      /^( *)(```+)[\s\S]*?^\1\2 *$/gm,
      '',
    )
    for (const [, href = ''] of text.matchAll(/\]\(([^)#\s]+)|src="([^"]+)/g))
      if (!/^\w+:/.test(href) && !existsSync(join(folder, page, '..', href)))
        dead.push(`${page}: ${href}`)
  }
  expect(dead).toEqual([])
  expect(await read('hosts/jest.md')).toContain('`examples/jest/worlds.test.js`')
})
