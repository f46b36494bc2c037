import type { MarkdownRenderer } from 'vitepress'
import { parseBlock, parseOptions } from '../live/http-block.ts'

/** Renders `http` blocks as requests that run in the page. */
export function renderLiveBlocks(md: MarkdownRenderer): void {
  const renderFence = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index]
    if (!token || !/^http\b/.test(token.info))
      return renderFence?.(tokens, index, options, env, self) ?? ''
    const session = { options: parseOptions(token.info), exchanges: parseBlock(token.content) }
    return `<LiveSession :session='${escapeAttribute(JSON.stringify(session))}' />`
  }
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
