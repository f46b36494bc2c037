import type { IncomingMessage } from 'node:http'
import type { MockRequest } from '../engine/http-message.ts'
import { isLoopback } from '../engine/loopback.ts'

/** A request of `node:http` as a call, with its body. */
export function toMockRequest(request: IncomingMessage, body: Uint8Array | undefined): MockRequest {
  const target = parseTarget(request.url ?? '/')
  const mark = target.indexOf('?')
  return {
    method: request.method ?? 'GET',
    origin: readOrigin(request),
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    header: (name) => readHeader(request, name),
    isExposed: !isLoopback(request.socket.localAddress ?? 'localhost'), // a Unix socket has no address
    body,
  }
}

/** Path and query of a request line, which may hold a whole address. */
function parseTarget(url: string): string {
  if (url.startsWith('/')) return url
  const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  const relative = url.slice(origin.length)
  return relative.startsWith('/') ? relative : `/${relative}`
}

/** Returns scheme and host as the client used them; without a Host header the address of the socket. */
function readOrigin({ headers, socket }: IncomingMessage): string {
  const named = String(headers.host ?? headers[':authority'] ?? '') // the second is HTTP/2's
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  return `${scheme}://${/^[\w.:[\]-]+$/.test(named) ? named : `127.0.0.1:${socket.localPort}`}`
}

function readHeader(request: IncomingMessage, name: string): string | undefined {
  if (name === 'content-type' && hasParsedBody(request)) return 'application/json'
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** A request whose body something before us, such as a parser of Express, may have read. */
type ParsedMessage = IncomingMessage & { readonly body?: unknown }

/** The body, of which no more is kept than one byte past the limit. */
export function readBody(request: ParsedMessage, most: number): Promise<Uint8Array> | undefined {
  if (
    request.httpVersionMajor < 2 &&
    request.headers['content-length'] === undefined &&
    request.headers['transfer-encoding'] === undefined
  )
    return undefined
  if (request.readableEnded) return Promise.resolve(serializeParsedBody(request.body))
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const end = (): void => {
      const [first] = parts
      const whole = first && parts.length === 1 ? first : Buffer.concat(parts)
      resolve(whole.length > most ? whole.subarray(0, most + 1) : whole)
    }
    const read = (part: Buffer): void => {
      parts.push(part)
      size += part.length
      if (size <= most) return
      request.off('data', read).resume() // hanging up would lose the answer
      end()
    }
    request.on('data', read)
    request.on('end', end)
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new Error('the client went away'))
    })
  })
}

function serializeParsedBody(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
}

/** Whether the body is no text any more, but what a text meant. */
const hasParsedBody = ({ readableEnded, body }: ParsedMessage): boolean =>
  readableEnded && typeof body === 'object' && !(body instanceof Uint8Array)
