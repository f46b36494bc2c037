import { isOrigin } from '../contract/context.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import type { Endpoint, Operation } from '../contract/route.ts'
import { findWriteAccess, type User, type UserContext } from '../contract/user.ts'
import { isPreflight, isReadMethod, type MockRequest, type MockResponse } from './http-message.ts'
import { createErrorResponse } from './plain-response.ts'

/*
 * Who may do this? A page of an origin that is not trusted may read what visitors read, and nothing else (20.4).
 * Control routes need the token, or else a client on this machine. Writes need a user with the right role, if the
 * mock has users; the roles are in contract/user.ts.
 */

/** Returns whether a host name or IP address always means this machine. IPv6 addresses may be in brackets. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|[\w.-]+\.localhost|(?:::ffff:)?127(?:\.\d+){3}|\[?::1\]?)$/i.test(host)

/** Private and link-local addresses (RFC 1918, 3927, 4193, 4291), as `URL` writes them. */
const privateAddress =
  /^(?:(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+|\[f(?:[cd][\da-f]|e[89ab])[\da-f]:.*\])$/

/** The origins of `allowOrigin`. */
type AllowedOrigins = readonly string[]

/** Returns whether a page may do everything: a page of this machine, of the mock itself, or of a named origin. */
function isTrustedPage(page: URL, request: MockRequest, allowed: AllowedOrigins): boolean {
  // not by `URL.origin`, which is "null" for the pages of all browser extensions
  const isNamed = [request.origin, ...allowed]
    .map((origin) => parseUrl(origin))
    .some((url) => url?.protocol === page.protocol && url.host === page.host)
  return isNamed || isLoopback(page.hostname)
}

const parseUrl = (text = ''): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/** Returns the request with `isForeign`. */
export const markForeign = (request: MockRequest, allowed: AllowedOrigins): MockRequest => ({
  ...request,
  isForeign: isForeign(request, allowed),
})

/** Returns whether a request over HTTP is from a page of an origin that is not trusted (20.4a). */
function isForeign(request: MockRequest, allowed: AllowedOrigins): boolean {
  const { origin, hostNames, header } = request
  if (!hostNames || header('origin') === undefined || allowed.includes('*')) return false
  const page = parseUrl(header('origin'))
  if (!page) return true // `null`, the origin of sandboxed frames and files
  const hosts = [new URL(origin).hostname, ...hostNames]
  const isOurs = hosts.includes(page.hostname) || privateAddress.test(page.hostname)
  return !isOurs && !isTrustedPage(page, request, allowed)
}

/** Returns the error for a page of an origin that is not trusted. */
function createOriginError(request: MockRequest, rule: string): MockResponse {
  const origin = (request.header('origin') ?? '').slice(0, 200)
  // users paste the flag into a shell
  const advice = isOrigin(origin)
    ? `the option allowOrigin (--allow-origin ${origin}) trusts them`
    : 'the option allowOrigin (--allow-origin) accepts origins such as https://app.example, and not this one'
  const message = `Pages of ${origin} may not ${rule}; ${advice}.`
  return createErrorResponse({ ...request, isForeign: true }, 403, 'foreign_origin', message)
}

/**
 * Returns an error response if a page would write or create a world, and its origin is not trusted, or it is of
 * another site and uses what CORS does not apply to: a form, a picture, a link or a frame. A preflight counts as the
 * request that it asks for. The request has been marked by `markForeign`.
 */
export function rejectCrossSite(
  request: MockRequest,
  { hasWorld, allowed }: { readonly hasWorld: boolean; readonly allowed: AllowedOrigins },
): MockResponse | undefined {
  const asked = isPreflight(request) && request.header('access-control-request-method')
  if (isReadMethod(asked || request.method) && hasWorld) return undefined
  if (request.isForeign) return createOriginError(request, 'write or create a world')
  if (!isCrossSiteWithoutCors(request, allowed)) return undefined
  const message =
    'A form, picture, link or frame of another site may read, but neither write nor create a world. Send the request with fetch, or open the URL directly.'
  return createErrorResponse(request, 403, 'cross_site', message)
}

/** Returns whether browsers say in `Sec-Fetch-*` that a page of another site sent the request without CORS. */
function isCrossSiteWithoutCors(request: MockRequest, allowed: AllowedOrigins): boolean {
  if (request.header('sec-fetch-site') !== 'cross-site') return false
  if (request.header('sec-fetch-mode') === 'cors') return false
  const page = parseUrl(request.header('origin') ?? request.header('referer'))
  return !page || !isTrustedPage(page, request, allowed)
}

/** Returns an error response if a page of another origin would control the mock, unless the origin is named (20.4d). */
export function rejectForeignOrigin(
  request: MockRequest,
  allowed: AllowedOrigins,
): MockResponse | undefined {
  const origin = request.header('origin')
  const page = parseUrl(origin)
  if (origin === undefined || (page && isTrustedPage(page, request, allowed))) return undefined
  return createOriginError(request, 'control this mock')
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

/** Compares a sent token with the real token. The time depends on the lengths only, which prevents timing attacks. */
function equalsInConstantTime(sent: string, token: string): boolean {
  let difference = sent.length ^ token.length
  for (let n = 0; n < token.length; n++) difference |= sent.charCodeAt(n) ^ token.charCodeAt(n)
  return difference === 0
}

/**
 * Returns the user that a request acts as, else its user by HTTP Basic (20.2). Credentials of a page that is not
 * trusted count as none (20.4b). Throws `Problem` for an unknown name or a wrong password.
 */
export function authenticate(request: MockRequest, users: readonly User[]): User | undefined {
  const { actsAs, isForeign, header } = request
  if (isForeign || (users.length === 0 && actsAs === undefined)) return undefined
  const sent = parseCredentials(header('authorization') ?? '')
  const login = actsAs ?? sent?.login
  if (login === undefined) return undefined
  const values = { given: `"${login.slice(0, 80)}"` }
  const user = users.find((user) => user.login.toLowerCase() === login.toLowerCase())
  if (!user) throw new Problem('invalid_username', { values })
  if (actsAs === undefined && !equalsWithoutBlanks(user.secret, sent?.secret ?? ''))
    throw new Problem('incorrect_password', { values })
  return user
}

/** Compares passwords without blanks, which group the letters of WordPress' application passwords. */
const equalsWithoutBlanks = (a: string, b: string): boolean =>
  a.replaceAll(' ', '') === b.replaceAll(' ', '')

/**
 * Returns the challenge of a response with the status 401 (RFC 9110, section 11.6.1). A script gets none: the browser
 * would ask the user for a password, and then send it with the requests of other pages too (20.2a).
 */
export const createChallenge = ({ header, isForeign }: MockRequest) =>
  isForeign || (header('sec-fetch-mode') ?? 'navigate') !== 'navigate'
    ? {}
    : { 'WWW-Authenticate': 'Basic realm="calmock", charset="UTF-8"' }

/** Returns whether an operation is a write, which requires a user if the mock has users. */
export const requiresUser = ({ action }: Operation): boolean =>
  action === 'create' || action === 'update' || action === 'remove'

/** Returns the methods of an endpoint that the user, or the page, may use: the value of `Allow` (22.1). */
export const listAllowedMethods = (
  { operations }: Endpoint,
  context: UserContext & Pick<MockRequest, 'isForeign'>,
): string =>
  operations
    .filter(
      (operation) => !requiresUser(operation) || (!context.isForeign && mayUse(operation, context)),
    )
    .flatMap(({ methods }) => methods)
    .join(', ')

const mayUse = (operation: Operation, context: UserContext): boolean =>
  'resource' in operation && mayWrite(operation.resource, context)

/** Returns whether the user may write the row, or create a row if there is none. */
export const mayWrite = (resource: Resource, context: UserContext, row?: Row): boolean =>
  resource.mayWrite?.(context, row) ?? ['all', 'own'].includes(findWriteAccess(context))

/** Throws `Problem` if the user may not write the row, or create a row if there is none. */
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
