import { createExpectation } from './expectation.ts'
import { formatAssertions } from './fetch-assertions.ts'
import { type FetchCall, formatFetch } from './fetch-call.ts'
import { formatLiteral, formatText } from './js-literal.ts'
import {
  createUrl,
  describeRequest,
  formatCredentialNote,
  readSentRequest,
  type SentRequest,
} from './sent-request.ts'
import type { SnippetInput } from './snippet-input.ts'
import { createTestSettings, type TestSettings } from './test-settings.ts'

/** Returns a test file for Vitest that expects the same response. */
export function createVitestTest(input: SnippetInput): string {
  const request = readSentRequest(input)
  const { options, now } = createTestSettings(input)
  const world = request.world ? `mock.world(${formatText(request.world)})` : 'mock'
  const call = { ...chooseCall(input, request, world), request, indent: 2 }
  const assertions = formatAssertions(createExpectation(input), (timeout) =>
    formatFetch({ ...call, ...timeout }),
  )
  const usesMock = now !== undefined || call.callee !== 'fetch'
  return `${formatCredentialNote(request)}import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'

${usesMock ? 'const mock = ' : ''}useCalmock(${formatOptions(options)})

test(${formatText(describeRequest(input))}, async () => {
${now ? `  ${world}.clock.set(${formatText(now)})\n` : ''}${assertions}
}${formatTestTimeout(input)})
`
}

const formatOptions = (options: TestSettings['options']): string =>
  Object.keys(options).length === 0 ? '' : formatLiteral(options, 0, 26)

/** Returns the function and the URL of a call. Interception does not apply outside the sites. */
function chooseCall(
  { entry, setup }: SnippetInput,
  request: SentRequest,
  world: string,
): Pick<FetchCall, 'callee' | 'url'> {
  const { origin } = new URL(setup.base)
  return entry.site === undefined
    ? { callee: `${world}.fetch`, url: formatText(request.path) }
    : { callee: 'fetch', url: formatText(createUrl(origin, request)) }
}

/** Returns the argument of a test whose response takes longer than the default timeout of 5 s allows. */
const formatTestTimeout = ({ entry: { delay = 0, fault } }: SnippetInput): string =>
  delay > 3000 && fault !== 'timeout' ? `, ${delay + 5000}` : ''
