import type { MarkdownRenderer } from 'vitepress'
import { readConsole } from '../live/console-block.ts'
import { parseBlock, parseOptions, type Session } from '../live/http-block.ts'

/** Renders `http` blocks, and the `curl` commands of `console` blocks, as requests that run in the page. */
export function renderLiveBlocks(md: MarkdownRenderer): void {
  const renderFence = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info = '', content = '' } = tokens[index] ?? {}
    if (/^http\b/.test(info))
      return renderSession({ options: parseOptions(info), exchanges: parseBlock(content) })
    const fence = renderFence?.(tokens, index, options, env, self) ?? ''
    const session = info === 'console' ? readConsole(content) : undefined
    return session ? fence + renderDetails(session) : fence
  }
}

const renderSession = (session: Session): string =>
  `<LiveSession :session='${escapeAttribute(JSON.stringify(session))}' />`

/** Renders a session below its terminal, which shows the recorded output. */
const renderDetails = (session: Session): string =>
  `<details class="live-console live-script"><summary>Run these requests in this page</summary>${renderSession(session)}</details>`

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
