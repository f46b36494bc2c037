import type { MarkdownRenderer } from 'vitepress'

/** Renders the empty corner of a table as a cell, because a header without a text confuses screen readers. */
export function renderEmptyHeaders(md: MarkdownRenderer): void {
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    for (const [n, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[n + 1]?.content !== '') continue
      const close = tokens[n + 2]
      token.tag = 'td'
      if (close) close.tag = 'td'
    }
  })
}
