import type { Call, Reply } from '../engine/http-message.ts'
import { isLoopback } from '../engine/loopback.ts'
import { plainReply, refusal } from '../engine/plain-response.ts'
import { type OwnWorld, refused } from '../world/world.ts'
import { bodyOf } from './body.ts'
import { type Controlled, routes } from './routes.ts'

/** The path of the control routes below the mock's own. */
export const controlPath = '/__calmock'

/**
 * Answers a call below `controlPath`, in its world. Pages of other machines are refused, and calls that
 * lack the token; whatever else is wrong is told with what is accepted.
 */
export async function control(call: Call, world: OwnWorld, controlled: Controlled): Promise<Reply> {
  const origin = call.header('origin')
  if (origin !== undefined && !isNear(origin, call))
    return refusal(call, 403, 'foreign_origin', `Pages of ${origin} may not control this mock.`)
  const path = call.path.slice(controlPath.length)
  const [, key = ''] = /^\/worlds\/([^/]+)$/.exec(path) ?? []
  const route = routes[key === '' ? path : '/worlds/*']
  if (!route) {
    const known = Object.keys(routes).map((known) => `${controlPath}${known}`)
    return refusal(call, 404, 'no_route', `There is no ${call.path}; known: ${known.join(', ')}.`)
  }
  const verbs = Object.keys(route).join(', ')
  const allow = { Allow: `${verbs}, OPTIONS` }
  if (call.method === 'OPTIONS') return plainReply(call, { status: 204, headers: allow, body: '' })
  const closed = closedTo(call, controlled.settled.token)
  if (closed) return closed
  const answer = route[call.method === 'HEAD' ? 'GET' : call.method]
  if (!answer) {
    const message = `${call.path} takes ${verbs}, not ${call.method}.`
    return refusal(call, 405, 'wrong_method', message, allow)
  }
  const { maxBody } = controlled.settled.settings
  if (call.body && call.body.length > maxBody)
    return refusal(call, 413, 'body_too_large', `A body may have ${maxBody} bytes.`)
  try {
    return await answer({ ...controlled, call, world, key, body: bodyOf(call) })
  } catch (error) {
    return refused(call, error)
  }
}

/** The refusal of a call without the token; where there is none, of one that may come from elsewhere. */
function closedTo(call: Call, token: string | undefined): Reply | undefined {
  if (token === undefined) {
    if (!call.isExposed && !call.mayBeRebound) return undefined
    const message =
      'Control routes are closed to other machines, and under names that may lead elsewhere, unless there is a token.'
    return refusal(call, 403, 'closed', message)
  }
  const [, sent = ''] = /^bearer +(\S+)$/i.exec(call.header('authorization') ?? '') ?? []
  if (isSame(sent, token)) return undefined
  const message = 'Control routes are asked with the token: Authorization: Bearer.'
  return refusal(call, 401, 'no_token', message, { 'WWW-Authenticate': 'Bearer' })
}

/** Takes as long for a token that begins right as for any other. */
function isSame(sent: string, token: string): boolean {
  let difference = sent.length ^ token.length
  for (let n = 0; n < token.length; n++) difference |= sent.charCodeAt(n) ^ token.charCodeAt(n)
  return difference === 0
}

/** Whether a page is of this machine, or of the mock's own origin. */
function isNear(origin: string, call: Call): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url) return false
  return isLoopback(url.hostname) || url.origin === new URL(call.origin).origin
}
