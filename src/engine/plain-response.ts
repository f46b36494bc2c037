import { type HtmlPage, renderPage } from '../contract/html-page.ts'
import { createCorsHeaders } from './cors.ts'
import type { MockRequest, MockResponse } from './http-message.ts'

/** Status, type, headers and body of a response outside the sites. */
export interface PlainResponseInit {
  /** Default 200. */
  readonly status?: number
  /** The media type without a charset, which is UTF-8. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** Creates a response outside the sites. */
export function createResponse(
  request: MockRequest,
  { status = 200, type, headers, body }: PlainResponseInit,
): MockResponse {
  return {
    status,
    headers: {
      ...(type && { 'Content-Type': `${type}; charset=UTF-8` }),
      'X-Content-Type-Options': 'nosniff',
      ...createCorsHeaders(request),
      ...headers,
    },
    body,
  }
}

export const createJsonResponse = (
  request: MockRequest,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): MockResponse =>
  createResponse(request, { status, type: 'application/json', body: JSON.stringify(body), headers })

/** The policy of HTML pages: styles, images, and requests, which a test in a browser sends from the page it is on. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; connect-src http: https:; base-uri 'none'; form-action 'none'"

export const createHtmlResponse = (
  request: MockRequest,
  status: number,
  page: HtmlPage,
  headers: Readonly<Record<string, string>> = {},
): MockResponse =>
  createResponse(request, {
    status,
    type: 'text/html',
    headers: {
      'Content-Security-Policy': pagePolicy,
      'Content-Language': page.language,
      ...headers,
    },
    body: renderPage(page),
  })

/** Creates an error of the mock itself. It has the format of the API's errors, the prefix `calmock_` and an English sentence as message. */
export const createErrorResponse = (
  request: MockRequest,
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): MockResponse =>
  createJsonResponse(
    request,
    status,
    { code: `calmock_${code}`, message: toSentence(message), data: { status } },
    headers,
  )

/** Returns a message with a capital letter and a full stop. A path or a name at its start stays unchanged. */
const toSentence = (message: string): string =>
  message.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1)) +
  (message.endsWith('.') ? '' : '.')
