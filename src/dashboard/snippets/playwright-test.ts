import { createExpectation, type Expectation } from './expectation.ts'
import { formatHeaders, formatOptions } from './fetch-call.ts'
import { formatLiteral, formatTemplate, formatText } from './js-literal.ts'
import {
  describeRequest,
  formatCredentialNote,
  readSentRequest,
  type SentRequest,
} from './sent-request.ts'
import type { SnippetInput } from './snippet-input.ts'
import { createTestSettings } from './test-settings.ts'

/** Returns a test file for Playwright that expects the same response. */
export function createPlaywrightTest(input: SnippetInput): string {
  const request = readSentRequest(input)
  const { options, now } = createTestSettings(input)
  const { delay = 0, fault } = input.entry
  const needsTime = delay > 20_000 && fault !== 'timeout'
  return `${formatCredentialNote(request)}import { expect, test } from 'calmock/playwright'

test.use({ calmockOptions: ${formatLiteral(options, 0, 28)} })

test(${formatText(describeRequest(input))}, async ({ calmock, request }) => {
${needsTime ? `  test.setTimeout(${delay + 10_000})\n` : ''}${now ? `  await calmock.clock.set(${formatText(now)})\n` : ''}  // the requests of \`page\` to any host get the same response
${formatChecks(request, createExpectation(input))}
})
`
}

function formatChecks(request: SentRequest, expected: Expectation): string {
  if (expected.kind === 'failure')
    return `  await expect(${formatCall(request, ['timeout: 1000'])}).rejects.toThrow()`
  if (expected.kind === 'badBody') return formatBadBody(request, expected)
  const lines = [
    `const response = await ${formatCall(request)}`,
    `expect(response.status()).toBe(${expected.status})`,
    ...(expected.properties
      ? [`expect(await response.json()).toMatchObject(${formatLiteral(expected.properties)})`]
      : []),
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}

/** Returns the check of a body that breaks off or is not JSON. Playwright reads bodies with the response. */
const formatBadBody = (request: SentRequest, { status }: { readonly status: number }): string =>
  `  const readJson = async () => {
    const response = await ${formatCall(request, [], 4)}
    expect(response.status()).toBe(${status})
    return response.json()
  }
  await expect(readJson()).rejects.toThrow()`

function formatCall(request: SentRequest, more: readonly string[] = [], indent = 2): string {
  const { method, headers, body, path } = request
  const properties = [
    ...(method === 'GET' ? [] : [`method: ${formatText(method)}`]),
    ...formatHeaders(headers, indent),
    ...(body === undefined ? [] : [`data: ${formatText(body)}`]),
    ...more,
  ]
  return `request.fetch(${formatTemplate('calmock.url', path)}${formatOptions(properties, indent)})`
}
