import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SiteConfig } from 'vitepress'
import { sidebar } from '../sidebar.ts'
import { readDescription } from './description.ts'
import { nameFiles } from './name-files.ts'

/** Matches a picture with its description. */
const PICTURE = /!\[([^\]]*)\]\([^)]*\)|<img [^>]*\balt="([^"]*)"[^>]*>/g

/** Writes each page as Markdown next to its HTML, and `llms.txt`, which lists the pages in the order of the sidebar. */
export async function writeMarkdown({ srcDir, outDir, pages, site }: SiteConfig): Promise<void> {
  for (const page of pages) {
    const file = join(outDir, page)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, describeFiles(await readFile(join(srcDir, page), 'utf8'), page))
  }
  const groups = sidebar.map(({ text, items = [] }) => {
    const lines = items.map(({ text, link = '' }) => {
      const page = `${link.slice(1).replace(/(^|\/)$/, '$1index')}.md`
      return `- [${text}](${page}): ${readDescription(join(srcDir, page))}`
    })
    return `## ${text}\n\n${lines.join('\n')}\n`
  })
  const head = `# ${site.title}\n\n> ${site.description}\n`
  await writeFile(join(outDir, 'llms.txt'), [head, ...groups].join('\n'))
}

/** Replaces pictures with their descriptions, and links to files that are not in the site with their paths. */
const describeFiles = (text: string, page: string): string =>
  nameFiles(
    text.replace(PICTURE, (_, description, alt) => description ?? alt),
    page,
  )
