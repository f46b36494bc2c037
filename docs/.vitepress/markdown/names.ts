import type { MarkdownRenderer } from 'vitepress'

/** Matches a flag, an option or a short command: a line should not end within it. */
const NAME = /^.{1,24}$/

/** Keeps short names of code in one line. */
export function renderNames(md: MarkdownRenderer): void {
  const renderCode = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const token = tokens[index]
    if (token && NAME.test(token.content)) token.attrJoin('class', 'name')
    return renderCode?.(tokens, index, options, env, self) ?? ''
  }
}
