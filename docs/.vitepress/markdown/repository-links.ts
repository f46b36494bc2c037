import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress'
import manifest from '../../../package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The address of the repository. */
export const repository = manifest.homepage.replace(/#.*$/, '')

/** Replaces links to files outside docs/ with their addresses in the repository. Throws for a file that does not exist. */
export function linkRepository(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const { path = '' }: MarkdownEnv = env
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.attrGet('href') ?? ''
      if (token.type !== 'link_open' || !href.startsWith('../')) continue
      const [file = '', anchor] = href.split('#')
      const target = relative(root, join(dirname(path), decodeURI(file)))
      if (target.startsWith('docs/')) continue
      if (!existsSync(join(root, target))) throw new Error(`${path}: ${href} does not exist`)
      const fragment = anchor === undefined ? '' : `#${anchor}`
      token.attrSet('href', `${repository}/blob/main/${target}${fragment}`)
    }
  })
}
