import { type HtmlPage, renderPage } from '../contract/html-page.ts'
import { defaultAllowedHeaders, defaultExposedHeaders, type Preset } from '../contract/presets.ts'
import type { MockRequest, MockResponse } from './http-message.ts'

/** The headers of one request that a preflight allows if the page asks for them. */
const CONTROL_HEADERS = ['X-Calmock-Fault', 'X-Calmock-Delay', 'X-Calmock-Explain', 'X-Calmock-Log']

type CorsHeaders = Pick<Preset, 'exposedHeaders' | 'allowedHeaders'>

const defaultCorsHeaders: CorsHeaders = {
  exposedHeaders: defaultExposedHeaders,
  allowedHeaders: defaultAllowedHeaders,
}

/** Returns the headers that let pages of any origin read a response, with credentials if it is trusted (20.4b), and the headers of the preset for sites. */
export function createCorsHeaders(
  request: MockRequest,
  { exposedHeaders, allowedHeaders }: CorsHeaders = defaultCorsHeaders,
): Record<string, string> {
  const origin = request.header('origin')
  const asked = request.header('access-control-request-headers')?.toLowerCase() ?? ''
  return {
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    'Access-Control-Allow-Headers': [
      ...allowedHeaders,
      ...['X-Calmock-World', 'X-Calmock-Scenario', 'X-Calmock-Now'],
      ...CONTROL_HEADERS.filter((name) => asked.includes(name.toLowerCase())),
    ].join(', '),
    Vary: 'Origin',
    ...(origin !== undefined && {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      ...(!request.isForeign && { 'Access-Control-Allow-Credentials': 'true' }),
    }),
  }
}

/** Adds headers to the ones of a response, and lets pages of other origins read them. */
export function addExposedHeaders(
  headers: Record<string, string>,
  added: Readonly<Record<string, string>> = {},
): void {
  const names = Object.keys(added)
  if (names.length === 0) return
  const exposed = [...names, headers['Access-Control-Expose-Headers']].filter(Boolean)
  Object.assign(headers, added, { 'Access-Control-Expose-Headers': exposed.join(', ') })
}

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
