import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { REQUEST_TIMEOUT_SECONDS } from '../contract/context.ts'
import { isLoopback } from '../engine/access.ts'
import {
  createRequestCheck,
  createServerLimits,
  rejectMalformed,
  rejectPlainHttp,
} from './limits.ts'
import {
  createListener,
  findMaxBody,
  type ListenerOptions,
  type MockRequestHandler,
} from './listener.ts'
import { declaresLargeBody } from './request.ts'

/** A certificate and its private key, in PEM. */
export interface TlsOptions {
  readonly cert: string
  readonly key: string
}

/** The address of a server and its limits. */
export interface ListenOptions extends ListenerOptions {
  /** Default 0, which picks a free port. */
  readonly port?: number
  /** Default 127.0.0.1. If it is not a loopback address, control routes are closed unless the mock has a token. */
  readonly host?: string
  /**
   * Host names to accept besides localhost, `host` and IP addresses. Other names are rejected with 403.
   * `*` accepts all; control routes then require a token for requests to names that are not listed.
   */
  readonly allowHost?: readonly string[]
  /** The time for a request to arrive, in seconds, before it is rejected with 408. Default 30. */
  readonly requestTimeout?: number
  /** The certificate and private key, in PEM, of a server for HTTPS. Default: HTTP. */
  readonly tls?: TlsOptions
}

/** A server that serves a mock over HTTP until it is closed. */
export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly server: Server
  /** Replaces the certificate of a server for HTTPS, for new connections. */
  replaceTls(tls: TlsOptions): void
  /** Closes the server within half a second, even if requests are being handled. */
  close(): Promise<void>
}

/**
 * Serves a mock over HTTP. Rejects with the error of the socket, such as EADDRINUSE.
 *
 * @example
 * ```ts
 * import { createCalmock } from 'calmock'
 * import { listen } from 'calmock/node'
 *
 * const { url, close } = await listen(createCalmock(), { port: 0 })
 * console.log((await fetch(`${url}/de/cal/events/v1/events`)).status) // 200
 * await close()
 * ```
 */
export async function listen(
  handler: MockRequestHandler,
  options: ListenOptions = {},
): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 0, requestTimeout = REQUEST_TIMEOUT_SECONDS, tls } = options
  const exposedHandler = isLoopback(host) ? handler : markExposed(handler)
  const allowedNames = [host, ...(options.allowHost ?? [])].map((name) => name.toLowerCase())
  const listener = createListener(exposedHandler, options, allowedNames)
  const check = createRequestCheck(allowedNames)
  const limits = createServerLimits(requestTimeout)
  const server: Server = tls
    ? await createSecureServer({ ...limits, ...tls }, listener)
    : createServer(limits, listener)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (check(request) || declaresLargeBody(request, findMaxBody(handler)))
      response.setHeader('Connection', 'close') // the body may never arrive
    else response.writeContinue()
    listener(request, response)
  })
  rejectMalformed(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo // only a closed server or a Unix socket has another type
  const shownHost = host.includes(':') ? `[${host}]` : host
  const url = `${tls ? 'https' : 'http'}://${shownHost}:${address.port}`
  return {
    url,
    port: address.port,
    server,
    replaceTls: (tls) => {
      if ('setSecureContext' in server) (server as SecureServer).setSecureContext(tls)
    },
    close: () => close(server),
  }
}

/** Returns a handler that treats every request as a request from another machine. */
const markExposed = (handler: MockRequestHandler): MockRequestHandler => ({
  get settings() {
    return handler.settings // a reload replaces the mock that has them
  },
  handle: (request) => handler.handle({ ...request, isExposed: true }),
})

/** Time for requests to be completed before their connections are closed. */
const CLOSE_TIMEOUT_MS = 500

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** The first byte of a TLS connection: the type of a handshake record (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 0x16

/** Creates a server for HTTPS. A client that speaks plain HTTP receives an error that it can read. */
async function createSecureServer(
  options: ServerOptions & TlsOptions,
  listener: RequestListener,
): Promise<SecureServer> {
  const https = await import('node:https') // only this kind of server loads it
  const timeout = options.headersTimeout ?? 0
  const server = https.createServer({ ...options, handshakeTimeout: timeout }, listener)
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
