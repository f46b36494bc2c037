import { formatInvalidValue } from '../contract/option-error.ts'
import { isTrustedPage } from '../engine/cross-site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createErrorResponse, createResponse } from '../engine/plain-response.ts'
import { exceedsSize, readCoding } from '../engine/read-body.ts'
import { toErrorResponse } from '../world/error-response.ts'
import type { ManagedWorld } from '../world/world.ts'
import { readControlBody } from './body.ts'
import { controlPath } from './control-path.ts'
import type { ControlContext } from './control-request.ts'
import { controlRoutes } from './routes.ts'

/** Handles a request to a control route. Rejects requests from pages of other machines and requests without the token. */
export async function handleControl(
  request: MockRequest,
  world: ManagedWorld,
  context: ControlContext,
): Promise<MockResponse> {
  const foreign = rejectForeignOrigin(request)
  if (foreign) return foreign
  const { route, key } = parsePath(request.path)
  const operations = Object.hasOwn(controlRoutes, route) ? controlRoutes[route] : undefined
  if (!operations) return createNotFound(request)
  const methods = Object.keys(operations).join(', ')
  const headers = { Allow: `${methods}, OPTIONS` }
  if (request.method === 'OPTIONS')
    return createResponse(request, { status: 204, headers, body: '' })
  const { token, settings } = context.options
  const rejected = rejectUnauthorized(request, token)
  if (rejected) return rejected
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = Object.hasOwn(operations, method) ? operations[method] : undefined
  if (!operation) {
    const message = `${request.path} accepts ${methods}, not ${request.method}.`
    return createErrorResponse(request, 405, 'wrong_method', message, headers)
  }
  const unreadable = rejectBody(request, settings.maxBody)
  if (unreadable) return unreadable
  try {
    const body = readControlBody(request, operation.body)
    return await operation.handle({ ...context, request, world, key, body })
  } catch (error) {
    return toErrorResponse(request, error)
  }
}

/** Splits a path into the route, as a key of `controlRoutes`, and the segment that its `*` matches. */
function parsePath(path: string): { readonly route: string; readonly key: string } {
  const route = path.slice(controlPath.length)
  const [, key = ''] = /^\/worlds\/([^/]+)$/.exec(route) ?? []
  return { route: key === '' ? route : '/worlds/*', key }
}

function createNotFound(request: MockRequest): MockResponse {
  const paths = Object.keys(controlRoutes).map((route) => `${controlPath}${route}`)
  const message = formatInvalidValue('control route', request.path, paths)
  return createErrorResponse(request, 404, 'no_route', message)
}

/** Returns an error response if a page of another machine sent the request. The mock's own origin is accepted. */
function rejectForeignOrigin(request: MockRequest): MockResponse | undefined {
  const origin = request.header('origin')
  if (origin === undefined || isTrustedPage(origin, request)) return undefined
  const message = `Pages of ${origin} may not control this mock.`
  return createErrorResponse(request, 403, 'foreign_origin', message)
}

/** Returns an error response if the request lacks the token. A mock without a token rejects requests from other machines. */
function rejectUnauthorized(
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

/** Returns an error response for a body that is too large or compressed. */
function rejectBody(request: MockRequest, maxBody: number): MockResponse | undefined {
  if (exceedsSize(request, maxBody)) {
    const message = `The body is larger than ${maxBody} bytes.`
    return createErrorResponse(request, 413, 'body_too_large', message)
  }
  const coding = readCoding(request)
  if (!coding || !request.body?.length) return undefined
  const message = `Unsupported content coding "${coding}"; accepted: a body without Content-Encoding.`
  return createErrorResponse(request, 415, 'body_encoded', message)
}
