import type { MarkdownRenderer } from 'vitepress'

/** Matches a flag, an option or a short path: a line should not end within it. */
const NAME = /^\S{1,24}$/

/** Lets the keyboard reach tables, because a wide one scrolls on a narrow screen, and keeps short names of code in one line. */
export function renderTablesAndNames(md: MarkdownRenderer): void {
  md.renderer.rules.table_open = () => '<table tabindex="0">\n'
  const renderCode = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const token = tokens[index]
    if (token && NAME.test(token.content)) token.attrJoin('class', 'name')
    return renderCode?.(tokens, index, options, env, self) ?? ''
  }
}
