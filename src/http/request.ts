import type { IncomingMessage } from 'node:http'
import type { MockRequest } from '../engine/http-message.ts'
import { isLoopback } from '../engine/loopback.ts'

/** Converts a request of `node:http`, with its body. */
export function toMockRequest(request: IncomingMessage, body: Uint8Array | undefined): MockRequest {
  const [path = '', ...query] = parseTarget(request.url ?? '/').split('?')
  return {
    method: request.method ?? 'GET',
    origin: readOrigin(request),
    mountPath: readMountPath(request),
    path,
    query: query.join('?'),
    header: (name) => readHeader(request, name),
    isExposed: !isLoopback(request.socket.localAddress ?? 'localhost'), // a Unix socket has no address
    body,
  }
}

/** A request with the properties that Express and connect set, if they removed a mount path from `url`. */
type MountedMessage = IncomingMessage & {
  readonly baseUrl?: unknown
  readonly originalUrl?: unknown
}

/** Returns the path at which the listener is mounted: `/api` for `app.use('/api', listener)`. */
function readMountPath({ url = '/', baseUrl, originalUrl }: MountedMessage): string {
  if (typeof baseUrl === 'string') return baseUrl
  const rest = url.replace(/^\//, '') // connect adds a slash to an empty path
  const isCut = typeof originalUrl === 'string' && originalUrl.endsWith(rest)
  return isCut ? originalUrl.slice(0, originalUrl.length - rest.length).replace(/\/$/, '') : ''
}

/** Returns path and query of a request target, which may be a whole URL (RFC 9112, section 3.2.2). */
function parseTarget(target: string): string {
  if (target.startsWith('/')) return target
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return relative.startsWith('/') ? relative : `/${relative}`
}

/** Returns scheme and host as the client used them. Without a valid Host header it is the address of the socket. */
function readOrigin({ headers, socket }: IncomingMessage): string {
  const host = String(headers.host ?? headers[':authority'] ?? '') // HTTP/2 has :authority
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  const isValid = /^[\w.:[\]-]+$/.test(host) && URL.canParse(`${scheme}://${host}`)
  return `${scheme}://${isValid ? host : `127.0.0.1:${socket.localPort}`}`
}

function readHeader(request: IncomingMessage, name: string): string | undefined {
  if (name === 'content-type' && hasParsedBody(request)) return 'application/json'
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** A request with the property that body parsers such as Express's set. */
type ParsedMessage = IncomingMessage & { readonly body?: unknown }

/** Reads the body, at most one byte more than the limit, so that the engine rejects it. Rejects if the client closes the connection. */
export async function readBody(
  request: ParsedMessage,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (!hasBody(request)) return undefined
  if (request.readableEnded) return serializeParsedBody(request.body)
  const chunks: Buffer[] = []
  let size = 0
  const stream: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  // discards the remaining bytes, so that the connection stays usable (RFC 9112, section 9.3)
  request.resume()
  return Buffer.concat(chunks).subarray(0, maxBytes + 1)
}

/** Returns whether a request may have a body. In HTTP/1.1 its headers say so (RFC 9112, section 6.3). */
const hasBody = ({ httpVersionMajor, headers }: IncomingMessage): boolean =>
  httpVersionMajor >= 2 ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined

/** Returns the bytes of a body that middleware has parsed, as JSON if it is a value. */
function serializeParsedBody(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
}

const hasParsedBody = ({ readableEnded, body }: ParsedMessage): boolean =>
  readableEnded && typeof body === 'object' && !(body instanceof Uint8Array)
