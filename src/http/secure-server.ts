import type { RequestListener, ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import { rejectPlainHttp } from './limits.ts'

/** A certificate and its private key, in PEM. */
export interface TlsOptions {
  readonly cert: string
  readonly key: string
}

/** The first byte of a TLS connection: the type of a handshake record (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 0x16

/** Creates a server for HTTPS. A client that speaks plain HTTP receives an error that it can read. */
export function createSecureServer(
  options: ServerOptions & TlsOptions,
  listener: RequestListener,
): Server {
  const timeout = options.headersTimeout ?? 0
  const server = createServer({ ...options, handshakeTimeout: timeout }, listener)
  const [startTls] = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => socket.destroy()) // the client left before the first byte
    socket.setTimeout(timeout, () => socket.destroy())
    socket.once('readable', () => {
      const first: Buffer | null = socket.read(1)
      if (!first) return
      socket.setTimeout(0)
      socket.unshift(first)
      if (first[0] === TLS_HANDSHAKE) startTls?.call(server, socket)
      else rejectPlainHttp(socket)
    })
  })
  return server
}
