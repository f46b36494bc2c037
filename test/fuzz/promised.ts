import type { Calmock } from '../../src/index.ts'
import { ORIGIN } from '../call.ts'
import { type Json, promisesOf } from '../openapi/document.ts'
import type { Ask } from '../transports/edges.ts'
import type { Documents } from './requests.ts'
import type { Seen } from './sent.ts'

/** Unwraps an enveloped response. */
export function unwrapped(seen: Seen): Seen {
  const body = seen.text.startsWith('{') && isJson(seen.headers) ? parsed(seen.text) : undefined
  const isEnvelope = body && Object.keys(body).sort().join() === 'body,headers,status'
  if (!isEnvelope) return seen
  return { ...seen, status: Number(body.status), text: JSON.stringify(body.body) }
}

/**
 * Returns a function that lists the differences between a response and the document of its site. Responses
 * outside the operations, and rejections by the mock itself, must be problems.
 */
export function promisedBy(mock: Calmock, documents: Documents) {
  const sites = [...documents].map(([base, document]) => {
    return { base, document, promise: promisesOf(document).answer }
  })
  return (ask: Ask, { status, text, headers }: Seen): readonly string[] => {
    const [pathname = ''] = ask.target.split('?')
    const below = pathname.replace(/^\/~[^/]*/, '').toLowerCase()
    const site = sites.find(({ base }) => below.startsWith(base))
    const body = text !== '' && isJson(headers) ? parsed(text) : undefined
    if (!site || !body || (status < 400 && /fields|method/.test(readNames(ask)))) return []
    const names = Object.keys(headers).map((name): [string, string] => [name, '']) // values may be malformed
    const answer = { status, body, text, headers: new Headers(names) }
    const path = mock.matchUrl({ origin: ORIGIN, pathname }).endpoint?.path || '/'
    const isOurs = /^(calmock_|rest_no_route$)/.test(String(body.code))
    const verbs = isOurs ? [] : possibleMethods(ask, Object.keys(site.document.paths[path] ?? {}))
    if (status >= 400 && verbs.length === 0)
      return site.promise('GET', '/events', { ...answer, status: 400, headers: new Headers() })
    const faults = verbs.map((verb) => site.promise(verb, path, answer))
    return faults.find(({ length }) => length === 0) ?? faults[0] ?? []
  }
}

/**
 * Returns the methods that a request may mean: any method of the path, if the request overrides its
 * method.
 */
function possibleMethods(ask: Ask, possible: readonly string[]): readonly string[] {
  const own = (ask.method === 'HEAD' ? 'GET' : ask.method).toLowerCase()
  return possible.filter((verb) => verb === own || /method/.test(readNames(ask)))
}

/** Returns the target and the header names of a request in lower case, with letters decoded. */
const readNames = ({ target, headers = {} }: Ask): string =>
  (readable(target) + Object.keys(headers).join()).toLowerCase()

const readable = (target: string): string =>
  target.replace(/%([0-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Returns whether a response is declared as JSON. */
export const isJson = (headers: Seen['headers']): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false

/** Parses JSON; returns undefined for other text. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
