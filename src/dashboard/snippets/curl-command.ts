import { formatCurl } from '../../request-log/curl.ts'
import { createRepeatHeaders } from './repeat-headers.ts'
import { createUrl, credentialNote, readSentRequest } from './sent-request.ts'
import type { SnippetInput } from './snippet-input.ts'

/** Returns a command for a POSIX shell that sends a request to the running mock. */
export function createCurlCommand(input: SnippetInput): string {
  const request = readSentRequest(input)
  const command = formatCurl({
    method: request.method,
    url: createUrl(input.setup.base, request),
    world: input.entry.world,
    requestHeaders: { ...request.headers, ...createRepeatHeaders(input) },
    ...(request.body && { requestBody: request.body }),
    lacksBody: lacksBody(input),
    ...(input.entry.truncated && { truncated: input.entry.truncated }),
  })
  return request.hasCredentials ? `# ${credentialNote}\n${command}` : command
}

/** Returns whether the request had a body that the log does not have. */
function lacksBody({ entry }: SnippetInput): boolean {
  const length = Number(entry.requestHeaders['content-length'] ?? 0)
  return length > 0 && entry.requestBody === undefined
}
