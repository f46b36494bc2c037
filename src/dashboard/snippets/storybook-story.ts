import { createExpectation } from './expectation.ts'
import { formatAssertions } from './fetch-assertions.ts'
import { type FetchCall, formatFetch } from './fetch-call.ts'
import { formatLiteral, formatTemplate, formatText } from './js-literal.ts'
import {
  describeRequest,
  formatCredentialNote,
  readSentRequest,
  type SentRequest,
} from './sent-request.ts'
import type { SnippetInput } from './snippet-input.ts'
import { createTestSettings } from './test-settings.ts'

/** Returns a file with a story that sends the request and gets the same response. */
export function createStorybookStory(input: SnippetInput): string {
  const request = readSentRequest(input)
  const { options, now } = createTestSettings(input)
  const { sites: _, ...others } = options // stories have a site for each language
  const { site } = input.entry
  const parameters = { ...(site && { language: site }), ...others }
  const title = describeRequest(input)
  const assertions = formatAssertions(createExpectation(input), (timeout) =>
    formatFetch({ ...chooseCall(input, request), request, indent: 4, ...timeout }),
  )
  return `${formatCredentialNote(request)}import type { StoryMock } from 'calmock/storybook'
import { expect } from 'storybook/test'

interface Context {
  loaded: { calmock: StoryMock }
}

export default { title: ${formatText(`calmock/${title.replaceAll('/', '∕')}`)} }

/** Render your component instead of this text: its requests get the same response. */
export const Response = {
  render: () => ${formatText(title)},
  parameters: {
    calmock: ${formatLiteral(parameters, 4, 13)},
  },
${now ? formatBeforeEach(now) : ''}  async play({ loaded }: Context) {
${assertions.replace(/^(?= {2}[^ ])/gm, '  ')}
  },
}
`
}

/** Returns the function and the URL of a call in the world of the story. Interception does not apply outside the sites. */
function chooseCall(
  { entry }: SnippetInput,
  { path, apiPath }: SentRequest,
): Pick<FetchCall, 'callee' | 'url'> {
  if (entry.site === undefined)
    return { callee: 'loaded.calmock.world.fetch', url: formatText(path) }
  const url =
    apiPath === undefined
      ? formatTemplate('loaded.calmock.url', path)
      : formatTemplate('loaded.calmock.api', apiPath)
  return { callee: 'fetch', url }
}

const formatBeforeEach = (now: string): string =>
  `  beforeEach({ loaded }: Context) {
    loaded.calmock.world.clock.set(${formatText(now)})
  },
`
