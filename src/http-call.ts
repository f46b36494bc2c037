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

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The body, read no further than one byte past the limit. */
export function bodyOf(request: IncomingMessage, most: number): Promise<Uint8Array> | undefined {
  if (
    request.httpVersionMajor < 2 &&
    request.headers['content-length'] === undefined &&
    request.headers['transfer-encoding'] === undefined
  )
    return undefined
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const end = (): void => resolve(Buffer.concat(parts).subarray(0, most + 1))
    const read = (part: Buffer): void => {
      parts.push(part)
      size += part.length
      if (size <= most) return
      request.off('data', read).pause()
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
