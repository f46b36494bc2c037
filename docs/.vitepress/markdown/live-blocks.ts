import type { MarkdownRenderer } from 'vitepress'
import { parseAnswer } from '../live/answer.ts'
import { type Pictures, readApp } from '../live/app-view.ts'
import { readConsole } from '../live/console-block.ts'
import { hasApp, parseBlock, parseOptions, type Session } from '../live/http-block.ts'

/** Renders `http` blocks, and the `curl` commands of `console` blocks, as requests that run in the page. Takes the pictures of recorded answers. */
export function renderLiveBlocks(md: MarkdownRenderer, pictures: Pictures): void {
  const renderFence = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info = '', content = '' } = tokens[index] ?? {}
    if (/^http\b/.test(info)) return renderSession(readSession(info, content, pictures))
    const fence = renderFence?.(tokens, index, options, env, self) ?? ''
    const session = info === 'console' ? readConsole(content) : undefined
    return session ? fence + renderDetails(session) : fence
  }
}

/** Reads the session of an `http` block, with what its app shows of the last recorded answer. */
function readSession(info: string, content: string, pictures: Pictures): Session {
  const exchanges = parseBlock(content)
  const { request, response } = exchanges.at(-1) ?? { request: '', response: '' }
  return {
    options: parseOptions(info),
    exchanges,
    ...(hasApp(info) && { app: readApp(request, parseAnswer(response).body, pictures) }),
  }
}

const renderSession = (session: Session): string =>
  `<LiveSession :session='${escapeAttribute(JSON.stringify(session))}' />`

/** Renders a session below its terminal, which shows the recorded output. */
const renderDetails = (session: Session): string =>
  `<details class="live-console live-script"><summary>Run these requests in this page</summary>${renderSession(session)}</details>`

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
