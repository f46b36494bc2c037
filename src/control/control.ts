import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { isLoopback } from '../engine/loopback.ts'
import { createErrorResponse, createResponse } from '../engine/plain-response.ts'
import { type ManagedWorld, toErrorResponse } from '../world/world.ts'
import { parseControlBody } from './body.ts'
import { type ControlOptions, controlRoutes } from './routes.ts'

/** The path of the control routes below the mock's own. */
export const controlPath = '/__calmock'

/**
 * Answers a call below `controlPath`, in its world. Pages of other machines are refused, and calls that
 * lack the token; whatever else is wrong is told with what is accepted.
 */
export async function handleControl(
  call: MockRequest,
  world: ManagedWorld,
  controlled: ControlOptions,
): Promise<MockResponse> {
  const origin = call.header('origin')
  if (origin !== undefined && !isTrustedOrigin(origin, call))
    return createErrorResponse(
      call,
      403,
      'foreign_origin',
      `Pages of ${origin} may not control this mock.`,
    )
  const path = call.path.slice(controlPath.length)
  const [, key = ''] = /^\/worlds\/([^/]+)$/.exec(path) ?? []
  const route = controlRoutes[key === '' ? path : '/worlds/*']
  if (!route) {
    const known = Object.keys(controlRoutes).map((known) => `${controlPath}${known}`)
    return createErrorResponse(
      call,
      404,
      'no_route',
      `There is no ${call.path}; known: ${known.join(', ')}.`,
    )
  }
  const verbs = Object.keys(route).join(', ')
  const allow = { Allow: `${verbs}, OPTIONS` }
  if (call.method === 'OPTIONS')
    return createResponse(call, { status: 204, headers: allow, body: '' })
  const closed = rejectUnauthorized(call, controlled.settled.token)
  if (closed) return closed
  const answer = route[call.method === 'HEAD' ? 'GET' : call.method]
  if (!answer) {
    const message = `${call.path} takes ${verbs}, not ${call.method}.`
    return createErrorResponse(call, 405, 'wrong_method', message, allow)
  }
  const { maxBody } = controlled.settled.settings
  if (call.body && call.body.length > maxBody)
    return createErrorResponse(call, 413, 'body_too_large', `A body may have ${maxBody} bytes.`)
  try {
    return await answer({ ...controlled, call, world, key, body: parseControlBody(call) })
  } catch (error) {
    return toErrorResponse(call, error)
  }
}

/** The refusal of a call without the token; where there is none, of one that may come from elsewhere. */
function rejectUnauthorized(
  call: MockRequest,
  token: string | undefined,
): MockResponse | undefined {
  if (token === undefined) {
    if (!call.isExposed && !call.hasUncheckedHost) return undefined
    const message =
      'Control routes are closed to other machines, and under names that may lead elsewhere, unless there is a token.'
    return createErrorResponse(call, 403, 'control_forbidden', message)
  }
  const [, sent = ''] = /^bearer +(\S+)$/i.exec(call.header('authorization') ?? '') ?? []
  if (equalsInConstantTime(sent, token)) return undefined
  const message = 'Control routes are asked with the token: Authorization: Bearer.'
  return createErrorResponse(call, 401, 'no_token', message, { 'WWW-Authenticate': 'Bearer' })
}

/** Takes as long for a token that begins right as for any other. */
function equalsInConstantTime(sent: string, token: string): boolean {
  let difference = sent.length ^ token.length
  for (let n = 0; n < token.length; n++) difference |= sent.charCodeAt(n) ^ token.charCodeAt(n)
  return difference === 0
}

/** Whether a page is of this machine, or of the mock's own origin. */
function isTrustedOrigin(origin: string, call: MockRequest): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url) return false
  return isLoopback(url.hostname) || url.origin === new URL(call.origin).origin
}
