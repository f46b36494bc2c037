import { bodyText } from '../../src/engine/http-message.ts'
import type { Calmock } from '../../src/index.ts'
import { ORIGIN } from '../call.ts'
import type { Ask } from '../transports/edges.ts'
import { type Exchange, overWire } from './wire.ts'

/** The transport that carries a request to the mock. */
export type Edge = 'respond' | 'fetch' | 'wire'

/** A request with its transport. */
export interface Sent extends Ask {
  readonly edge: Edge
}

/** A response with its headers in lower case. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends a request. Rejects if the mock rejects, or if the content length is wrong. */
export async function answerTo(sent: Sent, mock: Calmock, port: number): Promise<Seen | 'closed'> {
  const request = sent.edge === 'fetch' && requestOf(sent)
  if (request) return seenOf(await mock.fetch(request))
  if (sent.edge === 'wire') return wireSeen(await overWire(sent, port))
  const [path = '', ...queries] = sent.target.split('?')
  const headers = lower(sent.headers ?? {})
  const reply = await mock.handle({
    method: sent.method,
    origin: ORIGIN,
    path: path.startsWith('/') ? path : `/${path}`,
    query: queries.join('?'),
    header: (name) => headers[name.toLowerCase()],
    ...(sent.body !== undefined && { body: new Uint8Array(Buffer.from(sent.body)) }),
  })
  return { status: reply.status, headers: lower(reply.headers), text: bodyText(reply.body) }
}

/** Returns undefined for requests that `Request` cannot represent, such as GET with a body. */
function requestOf({ method, target, headers, body }: Ask): Request | undefined {
  try {
    const bytes = body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }
    return new Request(ORIGIN + target, { method, ...(headers && { headers }), ...bytes })
  } catch {
    return undefined
  }
}

/** Returns a request with its target as it arrives; `fetch` normalizes dots and other parts. */
export function arrived(sent: Sent): Ask {
  const request = sent.edge === 'fetch' && requestOf(sent)
  return request ? { ...sent, target: request.url.slice(ORIGIN.length) } : sent
}

const seenOf = async (response: Response): Promise<Seen> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  text: await response.text(),
})

function wireSeen(exchange: Exchange): Seen | 'closed' {
  if (exchange === 'closed') return 'closed'
  const { status, headers, body } = exchange
  return { status, headers, text: body.toString() }
}

const lower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
