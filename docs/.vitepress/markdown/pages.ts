import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SiteConfig } from 'vitepress'
import { sidebar } from '../sidebar.ts'
import { readDescription } from './description.ts'
import { repository } from './repository-links.ts'

/** Matches a fenced block, or the address of a link or a picture with what is before it. */
const BLOCK_OR_ADDRESS = /^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$|(\]\(|(?:src|srcset)=")([^)"\s]+)/gm

/** Writes each page as Markdown next to its HTML, and `llms.txt`, which lists the pages in the order of the sidebar. */
export async function writeMarkdown({ srcDir, outDir, pages, site }: SiteConfig): Promise<void> {
  for (const page of pages) {
    const file = join(outDir, page)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, linkFiles(await readFile(join(srcDir, page), 'utf8'), page))
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

/** Replaces the addresses of files that are no pages with the ones in the repository. */
const linkFiles = (text: string, page: string): string =>
  text.replace(BLOCK_OR_ADDRESS, (whole, _, fence, before, address) => {
    if (fence || /^[a-z]+:/.test(address)) return whole
    const { pathname, hash } = new URL(address, `file:///docs/${page}`)
    const isPage = pathname.startsWith('/docs/') && pathname.endsWith('.md')
    return isPage ? whole : `${before}${repository}/blob/main${pathname}${hash}`
  })
