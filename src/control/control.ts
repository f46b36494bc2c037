import type { Call, Reply } from '../service/call.ts'
import { plainReply, refusal } from '../service/plain-reply.ts'
import { MAX_BODY } from '../service/read-body.ts'
import { type OwnWorld, refused } from '../world.ts'
import { bodyOf } from './body.ts'
import { type Controlled, routes } from './routes.ts'

/** The path of the control routes below the mock's own. */
export const controlPath = '/__calmock'

/**
 * Answers a call below `controlPath`, in its world. Pages of other machines are refused; whatever else
 * is wrong is told with what is accepted.
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
  const answer = route[call.method === 'HEAD' ? 'GET' : call.method]
  if (!answer) {
    const message = `${call.path} takes ${verbs}, not ${call.method}.`
    return refusal(call, 405, 'wrong_method', message, allow)
  }
  if (call.body && call.body.length > MAX_BODY)
    return refusal(call, 413, 'body_too_large', `A body may have ${MAX_BODY} bytes.`)
  try {
    return await answer({ ...controlled, call, world, key, body: bodyOf(call) })
  } catch (error) {
    return refused(call, error)
  }
}

/** Whether a page is of this machine, or of the mock's own origin. */
function isNear(origin: string, call: Call): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url) return false
  const isLoopback = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  return isLoopback || url.origin === new URL(call.origin).origin
}
