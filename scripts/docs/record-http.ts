import {
  BLOCK_SITES,
  type Exchange,
  formatBlock,
  formatResponse,
  parseBlock,
  parseOptions,
  parseRequest,
  RECORDED_AT,
  SHOWN_URL,
} from '../../docs/.vitepress/live/http-block.ts'
import { createCalmock } from '../../src/index.ts'

/** Matches an `http` block: the line of its options, and its text. */
const BLOCK = /^```(http\b[^\n]*)\n([\s\S]*)\n```$/

/** Sends the requests of an `http` block to a new mock, and returns the block with their responses. */
export async function recordBlock(block: string): Promise<string> {
  const [, info = '', text = ''] = BLOCK.exec(block) ?? []
  const mock = createCalmock({ sites: BLOCK_SITES, now: RECORDED_AT, ...parseOptions(info) })
  const exchanges: Exchange[] = []
  for (const { request } of parseBlock(text)) {
    const { method, path, headers, body } = parseRequest(request)
    const init = { method, headers, ...(body !== undefined && { body }) }
    const response = await mock.fetch(SHOWN_URL + path, init)
    exchanges.push({ request, response: await formatResponse(response) })
  }
  return `\`\`\`${info}\n${formatBlock(exchanges)}\n\`\`\``
}
