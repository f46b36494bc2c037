import type { MockRequest, MockResponse } from './http-message.ts'

/** Adds to headers what lets pages of other origins read an answer, as every answer of a site does. */
export function addCorsHeaders(call: MockRequest, headers: Record<string, string> = {}) {
  const origin = call.header('origin')
  headers['Access-Control-Expose-Headers'] =
    'X-WP-Total, X-WP-TotalPages, X-Cal-Total, X-Cal-TotalPages, Link, Location, Content-Language, Allow'
  headers['Access-Control-Allow-Headers'] =
    'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, X-HTTP-Method-Override, X-Calmock-World, X-Calmock-Scenario, X-Calmock-Now'
  headers.Vary = 'Origin'
  if (origin === undefined) return headers
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Allow-Methods'] = 'OPTIONS, GET, POST, PUT, PATCH, DELETE'
  headers['Access-Control-Allow-Credentials'] = 'true'
  return headers
}

/** An answer of the mock itself, outside the sites: a text of a type, none for HEAD. */
export function createResponse(
  call: MockRequest,
  { status = 200, type, body, ...more }: PlainResponseInit,
): MockResponse {
  return {
    status,
    headers: {
      ...(type && { 'Content-Type': `${type}; charset=UTF-8` }),
      'X-Content-Type-Options': 'nosniff',
      ...addCorsHeaders(call),
      ...more.headers,
    },
    body: call.method === 'HEAD' ? '' : body,
  }
}

/** What a plain answer says. */
export interface PlainResponseInit {
  /** Default 200. */
  readonly status?: number
  /** A media type, whose text is in UTF-8. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** The same as JSON. */
export const createJsonResponse = (
  call: MockRequest,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): MockResponse =>
  createResponse(call, { status, type: 'application/json', body: JSON.stringify(body), headers })

/** A refusal of the mock itself, in the form of the service's own. It is said in English, to developers. */
export const createErrorResponse = (
  call: MockRequest,
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): MockResponse =>
  createJsonResponse(call, status, { code: `calmock_${code}`, message, data: { status } }, headers)
