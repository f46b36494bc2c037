import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress'

const docs = fileURLToPath(new URL('../../', import.meta.url))

/** Matches a fenced block, or a link with its text and its address. */
const BLOCK_OR_LINK = /^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$|(?<!!)\[([^[\]\n]+)\]\(([^)\s]+)\)/gm

/**
 * Links the files of examples/, which the site has as texts: `../examples/vite/main.ts` becomes
 * `examples/vite/main.ts.txt`. Replaces links to other files outside docs/ with their text and the path:
 * `[the example](../examples/vite)` becomes "the example (`examples/vite`)".
 */
export const nameFiles = (text: string, page: string): string =>
  text.replace(BLOCK_OR_LINK, (whole, _, fence, label, address) => {
    if (fence || /^([a-z]+:|#)/.test(address)) return whole
    const { pathname } = new URL(address, `file:///docs/${page}`)
    if (pathname.startsWith('/docs/')) return whole
    if (/^\/examples\/.*\.\w+$/.test(pathname))
      return whole.replace('../examples/', 'examples/').replace(/\)$/, '.txt)')
    const path = `\`${decodeURI(pathname.slice(1))}\``
    return pathname.endsWith(`/${label}`) ? path : `${label} (${path})`
  })

/** Names files outside docs/ in the pages of the site. */
export function nameRepositoryFiles(md: MarkdownRenderer): void {
  md.core.ruler.before('normalize', 'repository-files', (state) => {
    const { path = '' }: MarkdownEnv = state.env
    state.src = nameFiles(state.src, relative(docs, path))
  })
}
