import { formatAnswer, readAnswer } from '../../docs/.vitepress/live/answer.ts'
import {
  type Exchange,
  formatBlock,
  parseBlock,
  parseOptions,
} from '../../docs/.vitepress/live/http-block.ts'
import { completeOptions, sendRequest } from '../../docs/.vitepress/live/send-request.ts'
import { createCalmock } from '../../src/index.ts'

/** Matches an `http` block: the line of its options, and its text. */
const BLOCK = /^```(http\b[^\n]*)\n([\s\S]*)\n```$/

/** Sends the requests of an `http` block to a new mock, and returns the block with their responses. */
export async function recordBlock(block: string): Promise<string> {
  const [, info = '', text = ''] = BLOCK.exec(block) ?? []
  const mock = createCalmock(completeOptions(parseOptions(info)))
  const exchanges: Exchange[] = []
  for (const { request } of parseBlock(text)) {
    const response = await sendRequest(mock, request)
    exchanges.push({ request, response: formatAnswer(await readAnswer(response)) })
  }
  return `\`\`\`${info}\n${formatBlock(exchanges)}\n\`\`\``
}
