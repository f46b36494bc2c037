/** Checks of the documents before the site is built. Each problem is one sentence. */
import type { DefaultTheme } from 'vitepress'
import { parseBlock, parseRequest } from './live/http-block.ts'
import { slugify } from './markdown/slug.ts'

/** A Markdown file. Its path starts at the root of the repository. */
export interface Document {
  readonly path: string
  readonly text: string
}

/** Matches a fenced block. */
const FENCE = /^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$/gm

/** Matches inline code. */
const CODE = /(`+)[^`\n]+?\1/g

/** Returns the anchors of the headings of a document. Equal headings get numbers, as on GitHub. */
export function listAnchors(text: string): readonly string[] {
  const counts = new Map<string, number>()
  return [...text.replace(FENCE, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const slug = slugify(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

/** Returns the addresses of links and pictures, except addresses with a scheme. */
const listTargets = (text: string): readonly string[] => {
  const prose = text.replace(FENCE, '').replace(CODE, '')
  const links = prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)|(?:src|srcset)="([^"\s]+)/gm)
  return [...links]
    .map(([, inline, reference, picture]) => inline ?? reference ?? picture ?? '')
    .filter((href) => !/^[a-z]+:/.test(href))
}

/** Returns the links and pictures of documents that lead to no file or to no heading. */
export const checkLinks = (
  documents: readonly Document[],
  exists: (path: string) => boolean,
): readonly string[] => {
  const texts = new Map(documents.map(({ path, text }) => [path, text]))
  return documents.flatMap(({ path, text }) =>
    listTargets(text).flatMap((href) => {
      const kind = /\.(png|svg|jpe?g|webp|gif)$/.test(href) ? 'picture' : 'link'
      const [file = '', anchor] = href.split('#')
      const target = file ? new URL(file, `file:///${path}`).pathname.slice(1) : path
      if (!exists(decodeURI(target))) return [`${path}: the ${kind} "${href}" leads to no file`]
      const linked = texts.get(target)
      const isDead =
        anchor !== undefined && linked !== undefined && !listAnchors(linked).includes(anchor)
      return isDead ? [`${path}: the link "${href}" leads to no heading of ${target}`] : []
    }),
  )
}

/** Returns the pages with two opening braces outside of blocks, which Vue would read as an expression. */
export const checkBraces = (documents: readonly Document[]): readonly string[] =>
  documents
    .filter(({ path, text }) => path.startsWith('docs/') && text.replace(FENCE, '').includes('{{'))
    .map(({ path }) => `${path}: two opening braces outside of a block, which Vue reads`)

/** Returns the requests in `http` blocks that cannot be parsed. */
export const checkRequests = (documents: readonly Document[]): readonly string[] =>
  documents.flatMap(({ path, text }) =>
    [...text.matchAll(/^```http\b[^\n]*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
      parseBlock(block).flatMap(({ request }) => {
        try {
          parseRequest(request)
          return []
        } catch (error) {
          return [`${path}: an http block cannot be parsed: ${(error as Error).message}`]
        }
      }),
    ),
  )

const listPages = (items: readonly DefaultTheme.SidebarItem[]): readonly string[] =>
  items.flatMap(({ link, items = [] }) => [
    ...(link === undefined ? [] : [link]),
    ...listPages(items),
  ])

/** Returns the pages that are neither in the sidebar nor unlisted, and the entries without a page. */
export function checkSidebar(
  documents: readonly Document[],
  sidebar: readonly DefaultTheme.SidebarItem[],
  unlisted: readonly string[],
): readonly string[] {
  const paths = documents.map(({ path }) => path).filter((path) => path.startsWith('docs/'))
  const pages = new Map(
    paths.map((path) => [path.slice('docs'.length).replace(/(index)?\.md$/, ''), path]),
  )
  const entries = [...listPages(sidebar), ...unlisted]
  return [
    ...[...pages]
      .filter(([page]) => !entries.includes(page))
      .map(([, path]) => `${path}: the page is missing in docs/.vitepress/sidebar.ts`),
    ...entries
      .filter((entry) => !pages.has(entry))
      .map((entry) => `docs/.vitepress/sidebar.ts: the entry "${entry}" has no page`),
  ]
}
