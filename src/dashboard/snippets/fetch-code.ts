import { createExpectation } from './expectation.ts'
import { formatFetch } from './fetch-call.ts'
import { formatComment, formatText } from './js-literal.ts'
import { createRepeatHeaders } from './repeat-headers.ts'
import {
  createUrl,
  describeRequest,
  formatCredentialNote,
  readSentRequest,
} from './sent-request.ts'
import type { SnippetInput } from './snippet-input.ts'

/** Returns code that sends a request to the running mock and prints the response. */
export function createFetchCode(input: SnippetInput): string {
  const sent = readSentRequest(input)
  const request = { ...sent, headers: { ...sent.headers, ...createRepeatHeaders(input) } }
  const url = formatText(createUrl(input.setup.base, request))
  const expected = createExpectation(input)
  const comment = `// ${formatComment(describeRequest(input))}`
  if (expected.kind === 'failure') {
    const call = formatFetch({ url, request, timeout: 5000 })
    return `${formatCredentialNote(sent)}${comment}
const result = await ${call}.catch((error: Error) => error.name)
console.log(result)
`
  }
  return `${formatCredentialNote(sent)}${comment}
const response = await ${formatFetch({ url, request })}
console.log(response.status, await response.text())
`
}
