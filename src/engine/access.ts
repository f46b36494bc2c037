import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import type { Endpoint, Operation } from '../contract/route.ts'
import { findWriteAccess, type User, type UserContext } from '../contract/user.ts'
import { isReadMethod, type MockRequest, type MockResponse } from './http-message.ts'
import { createErrorResponse } from './plain-response.ts'

/*
 * Who may do this? A page of another site may read, but neither write without CORS nor use control routes.
 * Control routes need the token, or else a client on this machine. Writes need a user with the right role, if the
 * mock has users; the roles are in contract/user.ts.
 */

/** Returns whether a host name or IP address always means this machine. IPv6 addresses may be in brackets. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|[\w.-]+\.localhost|(?:::ffff:)?127(?:\.\d+){3}|\[?::1\]?)$/i.test(host)

/** Returns whether a page is of this machine or of the mock itself, by its URL or origin. */
function isTrustedPage(page: string, request: MockRequest): boolean {
  const url = URL.canParse(page) ? new URL(page) : undefined
  if (!url) return false
  return isLoopback(url.hostname) || url.origin === new URL(request.origin).origin
}

/**
 * Returns an error response if a page of another site would write, or create a world, by a request that CORS
 * does not apply to: a form, a picture, a link or a frame. Such a page may read, and use CORS.
 */
export function rejectCrossSite(request: MockRequest, hasWorld: boolean): MockResponse | undefined {
  if (isReadMethod(request.method) && hasWorld) return undefined
  if (!isCrossSiteWithoutCors(request)) return undefined
  const message =
    'A form, picture, link or frame of another site may read, but neither write nor create a world. Send the request with fetch, or open the URL directly.'
  return createErrorResponse(request, 403, 'cross_site', message)
}

/** Returns whether browsers say in `Sec-Fetch-*` that a page of another site sent the request without CORS. */
function isCrossSiteWithoutCors(request: MockRequest): boolean {
  if (request.header('sec-fetch-site') !== 'cross-site') return false
  if (request.header('sec-fetch-mode') === 'cors') return false
  const page = request.header('origin') ?? request.header('referer')
  return page === undefined || !isTrustedPage(page, request)
}

/** Returns an error response if a page of another machine would control the mock. The mock's own origin is accepted. */
export function rejectForeignOrigin(request: MockRequest): MockResponse | undefined {
  const origin = request.header('origin')
  if (origin === undefined || isTrustedPage(origin, request)) return undefined
  const message = `Pages of ${origin} may not control this mock.`
  return createErrorResponse(request, 403, 'foreign_origin', message)
}

/** Returns an error response if the request lacks the token. A mock without a token rejects requests from other machines. */
export function rejectUnauthorized(
  request: MockRequest,
  token: string | undefined,
): MockResponse | undefined {
  if (token === undefined) return rejectExposed(request)
  const [, sent = ''] = /^bearer +(\S+)$/i.exec(request.header('authorization') ?? '') ?? []
  if (equalsInConstantTime(sent, token)) return undefined
  const message = 'Send the control token: Authorization: Bearer <token>.'
  return createErrorResponse(request, 401, 'no_token', message, { 'WWW-Authenticate': 'Bearer' })
}

function rejectExposed(request: MockRequest): MockResponse | undefined {
  if (!request.isExposed && !request.hasUncheckedHost) return undefined
  const message =
    'Set the option token, or the secret CALMOCK_TOKEN of a worker. Without it, control routes accept only requests from this machine to localhost or an IP address, and none in a worker.'
  return createErrorResponse(request, 403, 'control_forbidden', message)
}

/** Compares a sent token with the real one. The time depends on the lengths only, which prevents timing attacks. */
function equalsInConstantTime(sent: string, token: string): boolean {
  let difference = sent.length ^ token.length
  for (let n = 0; n < token.length; n++) difference |= sent.charCodeAt(n) ^ token.charCodeAt(n)
  return difference === 0
}

/** Returns the user of a request by HTTP Basic (20.2). Throws `Problem` for an unknown name or a wrong password. */
export function authenticate(request: MockRequest, users: readonly User[]): User | undefined {
  if (users.length === 0) return undefined
  const credentials = parseCredentials(request.header('authorization') ?? '')
  if (!credentials) return undefined
  const { login, secret } = credentials
  const values = { given: `"${login.slice(0, 80)}"` }
  const user = users.find((user) => user.login === login)
  if (!user) throw new Problem('invalid_username', { values })
  if (!equalsWithoutBlanks(user.secret, secret)) throw new Problem('incorrect_password', { values })
  return user
}

/** Compares passwords without blanks, which group the letters of WordPress' application passwords. */
const equalsWithoutBlanks = (a: string, b: string): boolean =>
  a.replaceAll(' ', '') === b.replaceAll(' ', '')

/** The challenge of responses with the status 401 (RFC 9110, section 11.6.1). */
export const authenticationChallenge = {
  'WWW-Authenticate': 'Basic realm="calmock", charset="UTF-8"',
} as const

/** Returns whether an operation is a write, which requires a user if the mock has users. */
export const requiresUser = ({ action }: Operation): boolean =>
  action === 'create' || action === 'update' || action === 'remove'

/** Returns the methods of an endpoint that the user may use: the value of `Allow` (22.1). */
export const listAllowedMethods = ({ operations }: Endpoint, context: UserContext): string =>
  operations
    .filter((operation) => !requiresUser(operation) || mayUse(operation, context))
    .flatMap(({ methods }) => methods)
    .join(', ')

const mayUse = (operation: Operation, context: UserContext): boolean =>
  'resource' in operation && mayWrite(operation.resource, context)

/** Returns whether the user may write the row, or create one if there is none. */
export const mayWrite = (resource: Resource, context: UserContext, row?: Row): boolean =>
  resource.mayWrite?.(context, row) ?? findWriteAccess(context) === 'all'

/** Throws `Problem` if the user may not write the row, or create one if there is none. */
export function authorizeWrite(resource: Resource, context: UserContext, row?: Row): void {
  if (mayWrite(resource, context, row)) return
  const code = 'rest_forbidden'
  if (!context.user) throw new Problem('anonymous', { code })
  throw new Problem('forbidden', { code, values: { given: `"${context.user.login}"` } })
}

/** Parses the Authorization header. Returns undefined for another scheme and for malformed credentials. */
function parseCredentials(header: string): Pick<User, 'login' | 'secret'> | undefined {
  const [, encoded = ''] = /^basic +([\w+/]+=*) *$/i.exec(header) ?? []
  const pair = decodeBase64(encoded)
  const colon = pair.indexOf(':')
  if (colon < 0) return undefined
  return { login: pair.slice(0, colon), secret: pair.slice(colon + 1) }
}

/** Decodes a text. Returns an empty text for invalid Base64. */
function decodeBase64(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)))
  } catch {
    return ''
  }
}
