import type { IncomingMessage } from 'node:http'
import type { Call } from './service/call.ts'
import { isLoopback } from './service/loopback.ts'

/** A request of `node:http` as a call, with its body. */
export const callOf = (request: IncomingMessage, body: Uint8Array | undefined): Call => ({
  method: request.method ?? 'GET',
  origin: originOf(request),
  ...targetOf(request.url ?? '/'),
  header: (name) => headerOf(request, name),
  isExposed: !isLoopback(request.socket.localAddress ?? 'localhost'), // no address is a file of this machine
  ...(body && { body }),
})

/** Path and query of a request line, which may hold a whole address. */
function targetOf(url: string): { path: string; query: string } {
  const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? []
  const relative = url.slice(origin.length)
  const mark = relative.indexOf('?')
  const path = mark < 0 ? relative : relative.slice(0, mark)
  return {
    path: path.startsWith('/') ? path : `/${path}`,
    query: mark < 0 ? '' : relative.slice(mark + 1),
  }
}

/** Scheme and host as the client used them; a request without Host is answered for the socket's address. */
function originOf({ headers, socket }: IncomingMessage): string {
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  const named = String(headers.host ?? headers[':authority'] ?? '') // the second is that of HTTP/2
  const host = /^[\w.:[\]-]+$/.test(named) ? named : `127.0.0.1:${socket.localPort}`
  return `${scheme}://${host}`
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  if (name === 'content-type' && isParsed(request)) return 'application/json'
  const value = request.headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

/** A request whose body something before us, such as a parser of Express, may have read. */
type Taken = IncomingMessage & { readonly body?: unknown }

/** The body, of which no more is kept than one byte past the limit. */
export function bodyOf(request: Taken, most: number): Promise<Uint8Array> | undefined {
  if (
    request.httpVersionMajor < 2 &&
    request.headers['content-length'] === undefined &&
    request.headers['transfer-encoding'] === undefined
  )
    return undefined
  if (request.readableEnded) return Promise.resolve(takenBody(request.body))
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const end = (): void => resolve(Buffer.concat(parts).subarray(0, most + 1))
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

function takenBody(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
}

/** Whether the body is no text any more, but what a text meant. */
const isParsed = ({ readableEnded, body }: Taken): boolean =>
  readableEnded && typeof body === 'object' && !(body instanceof Uint8Array)
