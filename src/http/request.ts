import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../engine/access.ts'
import type { MockRequest } from '../engine/http-message.ts'

/** A request with the property that body parsers such as Express's set. */
type ParsedMessage = IncomingMessage & { readonly body?: unknown }

/**
 * Converts a request of `node:http`, with at most one byte more of its body than the limit unless middleware has read
 * it. Without a body to read, it is converted at once, without a promise. Rejects if the client closes the connection.
 */
export function toMockRequest(
  request: ParsedMessage,
  origin: string,
  maxBytes: number,
): MockRequest | Promise<MockRequest> {
  const isParsed = request.readableEnded // middleware has read the body
  const { path, query } = parseTarget(request.url ?? '/')
  const withBody = (body: Uint8Array | undefined): MockRequest => ({
    method: request.method ?? 'GET',
    origin,
    mountPath: readMountPath(request),
    path,
    query,
    header: (name) => (isParsed ? readParsedHeader : readHeader)(request, name),
    listHeaders: createHeaderList(request.headers),
    isExposed: !isLoopback(request.socket.localAddress ?? 'localhost'), // a Unix socket has no address
    body,
  })
  if (!hasBody(request)) return withBody(undefined)
  return isParsed
    ? withBody(serializeParsedBody(request))
    : readBody(request, maxBytes).then(withBody)
}

/** A request with the properties that Express and connect set, if they removed a mount path from `url`. */
type MountedMessage = IncomingMessage & {
  readonly baseUrl?: unknown
  readonly originalUrl?: unknown
}

/** Returns the mount path of the listener: `/api` for `app.use('/api', listener)`. */
function readMountPath({ url = '/', baseUrl, originalUrl }: MountedMessage): string {
  if (typeof baseUrl === 'string') return baseUrl
  const rest = url.replace(/^\//, '') // connect adds a slash to an empty path
  const isCut = typeof originalUrl === 'string' && originalUrl.endsWith(rest)
  return isCut ? originalUrl.slice(0, originalUrl.length - rest.length).replace(/\/$/, '') : ''
}

/** Returns path and query of a request target, which may be a whole URL (RFC 9112, section 3.2.2). */
function parseTarget(url: string): Pick<MockRequest, 'path' | 'query'> {
  const relative = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '')
  const target = relative.startsWith('/') ? relative : `/${relative}`
  const mark = target.indexOf('?')
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** Returns scheme and host as the client used them. Without a valid Host header it is the address of the socket. */
export function readOrigin({ headers, socket }: IncomingMessage): string {
  const host = String(headers.host ?? headers[':authority'] ?? '') // HTTP/2 has :authority
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  const isValid = /^[\w.:[\]-]+$/.test(host) && URL.canParse(`${scheme}://${host}`)
  return `${scheme}://${isValid ? host : `127.0.0.1:${socket.localPort}`}`
}

function readHeader({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Returns a function that lists headers, and refers to nothing else. Only `Set-Cookie`, which no client sends, has several values. */
const createHeaderList = (headers: IncomingMessage['headers']) => (): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)])

/** Returns a header of a request whose body middleware has decoded, and has parsed if it is an object. */
function readParsedHeader(request: ParsedMessage, name: string): string | undefined {
  const isObject = typeof request.body === 'object' && !(request.body instanceof Uint8Array)
  if (name === 'content-type' && isObject) return 'application/json'
  return name === 'content-encoding' ? undefined : readHeader(request, name)
}

/** Reads the body up to one byte more than the limit, so that the engine rejects it. */
async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (declaresLargeBody(request, maxBytes)) return void request.resume()
  let buffer: Buffer = Buffer.alloc(0)
  let size = 0
  const stream: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of stream) {
    buffer = ensureCapacity(buffer, size + chunk.length)
    size += chunk.copy(buffer, size)
    if (size > maxBytes) break
  }
  // discards the remaining bytes, so that the connection stays usable (RFC 9112, section 9.3)
  request.resume()
  return buffer.subarray(0, Math.min(size, maxBytes + 1))
}

/** Returns whether the Content-Length of a request is larger than the limit. The engine rejects it by this header. */
export const declaresLargeBody = ({ headers }: IncomingMessage, maxBytes: number): boolean =>
  Number(headers['content-length']) > maxBytes

/** Returns the buffer, or a copy of at least twice its length if it is shorter than `size`. */
function ensureCapacity(buffer: Buffer, size: number): Buffer {
  if (buffer.length >= size) return buffer
  // one buffer instead of a list of chunks, since a chunk of one byte takes 170 bytes of memory
  const larger = Buffer.alloc(Math.max(size, 2 * buffer.length))
  buffer.copy(larger)
  return larger
}

/** Returns whether a request may have a body. In HTTP/1.1 its headers say so (RFC 9112, section 6.3). */
const hasBody = ({ httpVersionMajor, headers }: IncomingMessage): boolean =>
  httpVersionMajor >= 2 ||
  headers['content-length'] !== undefined ||
  headers['transfer-encoding'] !== undefined

/** Returns the bytes of a body that middleware has parsed, as JSON if it is a value. */
function serializeParsedBody({ body }: ParsedMessage): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
}
