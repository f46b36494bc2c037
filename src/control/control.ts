import { formatInvalidValue, OptionError } from '../contract/option-error.ts'
import { rejectForeignOrigin, rejectUnauthorized } from '../engine/access.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createErrorResponse, createResponse } from '../engine/plain-response.ts'
import { exceedsSize, readCoding } from '../engine/read-body.ts'
import { toErrorResponse } from '../world/reject-request.ts'
import type { WorldState } from '../world/world-state.ts'
import { type ControlContext, controlPath, readControlBody } from './operation.ts'
import { controlRoutes } from './routes.ts'

/** Handles a request to a control route. Rejects requests from pages of other machines and requests without the token. */
export async function handleControl(
  request: MockRequest,
  world: WorldState,
  context: ControlContext,
): Promise<MockResponse> {
  const { token, allowOrigin, maxBody } = context.options
  const foreign = rejectForeignOrigin(request, allowOrigin)
  if (foreign) return foreign
  const found = findRoute(request.path)
  if (!found) return createNotFound(request)
  const { operations, key } = found
  const methods = Object.keys(operations).join(', ')
  const headers = { Allow: `${methods}, OPTIONS` }
  if (request.method === 'OPTIONS')
    return createResponse(request, { status: 204, headers, body: '' })
  const rejected = rejectUnauthorized(request, token)
  if (rejected) return rejected
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = Object.hasOwn(operations, method) ? operations[method] : undefined
  if (!operation) {
    const message = `${request.path} accepts ${methods}, not ${request.method}.`
    return createErrorResponse(request, 405, 'wrong_method', message, headers)
  }
  const unreadable = rejectBody(request, maxBody)
  if (unreadable) return unreadable
  try {
    const body = readControlBody(request, operation.body)
    return await operation.handle({ ...context, request, world, key, body })
  } catch (error) {
    return toErrorResponse(request, withExample(error, operation.body?.example))
  }
}

/** Adds a right body to the message of an error about an invalid body. */
const withExample = (error: unknown, example: object | undefined): unknown =>
  error instanceof OptionError && example
    ? new OptionError(`${error.reason}; a right body: ${JSON.stringify(example)}`)
    : error

/** Finds the operations of a path, and the segment that the `*` of its route matches. */
function findRoute(path: string) {
  const segments = path.split('/')
  for (const [route, operations] of Object.entries(controlRoutes)) {
    const expected = `${controlPath}${route}`.split('/')
    const isFound = expected.every((one, n) => (one === '*' ? segments[n] : one === segments[n]))
    const key = segments[expected.indexOf('*')] ?? ''
    if (isFound && segments.length === expected.length) return { operations, key }
  }
  return undefined
}

function createNotFound(request: MockRequest): MockResponse {
  const paths = Object.keys(controlRoutes).map((route) => `${controlPath}${route}`)
  const message = formatInvalidValue('control route', request.path, paths.join(', ')) // all names are similar
  return createErrorResponse(request, 404, 'no_route', message)
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
