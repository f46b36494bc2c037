import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { isLoopback } from '../engine/access.ts'
import type { MockResponse } from '../engine/http-message.ts'
import { writeResponse } from './response.ts'

/** The maximum time for the headers of a request, and for a connection without traffic. */
const TIMEOUTS_MS = { headers: 10_000, connection: 120_000 }
/** Time to read an error before the connection is destroyed. */
const CLOSE_DELAY_MS = 500
/** In characters. */
const MAX_URL = 16 * 1024
/** Limit of URL and headers together. */
const MAX_HEADER_BYTES = 2 * MAX_URL

/** Returns the limits for `createServer`. A request has `requestTimeout` seconds to arrive. */
export const createServerLimits = (requestTimeout: number) => ({
  maxHeaderSize: MAX_HEADER_BYTES,
  requestTimeout: requestTimeout * 1000,
  headersTimeout: Math.min(TIMEOUTS_MS.headers, requestTimeout * 1000),
  connectionsCheckingInterval: 500,
})

/** The headers of errors in JSON. Without CORS headers, pages of other origins cannot read the errors. */
export const errorHeaders = {
  'Content-Type': 'application/json; charset=UTF-8',
  'X-Content-Type-Options': 'nosniff',
} as const

/** Creates an error that pages of other origins cannot read. */
function createLimitError(status: number, code: string, message: string): MockResponse {
  const body = JSON.stringify({ code: `calmock_${code}`, message, data: { status } })
  return { status, headers: errorHeaders, body }
}

/** The errors that are the same for every request: status, code and message. */
const limitErrors = {
  noProxy: [405, 'no_proxy', 'Unsupported method CONNECT: this server is not a proxy.'],
  badExpectation: [417, 'not_expected', 'Unsupported Expect header; accepted: 100-continue.'],
  late: [408, 'request_timeout', 'The request took too long to arrive; see --request-timeout.'],
  longUrl: [414, 'address_too_long', `The URL is too long; accepted: up to ${MAX_URL} characters.`],
  unread: [
    503,
    'responses_unread',
    'Too many bytes wait for clients that do not read; see --max-memory. If this was a write, it was carried out.',
  ],
  plainHttp: [400, 'https_required', 'This server speaks HTTPS; use a URL that starts with https.'],
  largeHead: [
    431,
    'headers_too_large',
    `URL and headers are too large; accepted: up to ${MAX_HEADER_BYTES} bytes.`,
  ],
} as const

function limitError(name: keyof typeof limitErrors): MockResponse {
  const [status, code, message] = limitErrors[name]
  return createLimitError(status, code, message)
}

/** The bytes of a response that is counted. Smaller ones leave at once, or are few. */
const MIN_UNSENT = 4096

/** The responses that were handed to Node and are not sent yet. Their bytes are outside the heap. */
export class UnsentResponses {
  /** The bytes of each, the oldest first. */
  readonly #bytes = new Map<ServerResponse, number>()
  #total = 0

  /** Returns the response to send. If the bytes of all exceed a maximum, that is a 503, and the connection that waits the longest ends. */
  add(response: ServerResponse, mockResponse: MockResponse, max: number): MockResponse {
    const bytes = response.req.method === 'HEAD' ? 0 : mockResponse.body.length
    const [oldest] = this.#total + bytes > max ? this.#bytes.keys() : []
    if (oldest) {
      oldest.req.socket.destroy()
      this.#remove(oldest)
      return limitError('unread')
    }
    if (bytes < MIN_UNSENT || response.closed) return mockResponse
    this.#bytes.set(response, bytes)
    this.#total += bytes
    response.once('close', () => this.#remove(response))
    return mockResponse
  }

  #remove(response: ServerResponse): void {
    this.#total -= this.#bytes.get(response) ?? 0
    this.#bytes.delete(response)
  }
}

/** Sends errors in JSON for malformed HTTP, a URL or headers that are too large, requests that arrive too slowly, CONNECT and Expect. Ends connections without traffic. */
export function rejectMalformed(server: Server): void {
  server.setTimeout(TIMEOUTS_MS.connection)
  server.on('clientError', (error, socket) => {
    const response = toParserErrorResponse(error)
    if (response) closeWithError(socket, response)
    else socket.destroy()
  })
  server.on('connect', (_, socket) => closeWithError(socket, limitError('noProxy')))
  server.on('checkExpectation', (_, response) =>
    writeResponse(response, limitError('badExpectation')),
  )
}

/** Returns the response to an error of the HTTP parser, or undefined if the client closed the connection or never began to speak HTTP. */
function toParserErrorResponse(error: Error): MockResponse | undefined {
  const { code, message, rawPacket } = error as NodeJS.ErrnoException & { rawPacket?: Buffer }
  if (code?.startsWith('ERR_SSL_')) return undefined // the client rejected the certificate
  switch (code) {
    case 'EPROTO':
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ERR_TLS_HANDSHAKE_TIMEOUT':
      return undefined
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return limitError('late')
    case 'HPE_HEADER_OVERFLOW':
      return limitError(rawPacket?.includes('\r\n') === false ? 'longUrl' : 'largeHead')
    default:
      return createMalformedError(message)
  }
}

const createMalformedError = (reason: string): MockResponse =>
  createLimitError(400, 'malformed_request', `Malformed HTTP/1.1 request: ${reason}.`)

/** Sends an error after the responses to earlier requests on the connection, then closes it. */
function closeWithError(socket: Duplex, error: MockResponse): void {
  socket.on('error', () => {}) // the client may close the connection first
  // the response that is being sent has no public name
  const { _httpMessage: current } = socket as Duplex & { _httpMessage?: ServerResponse }
  if (!socket.writable) socket.destroy()
  else if (current?.req.complete) current.once('close', () => closeWithError(socket, error))
  else if (current?.headersSent) socket.destroy()
  else writeAndClose(socket, error)
}

/** Sends an error to a client that speaks plain HTTP to a server for HTTPS. */
export const rejectPlainHttp = (socket: Duplex): void =>
  closeWithError(socket, limitError('plainHttp'))

function writeAndClose(socket: Duplex, { status, headers, body }: MockResponse): void {
  const length = Buffer.byteLength(body)
  const fields = Object.entries({ ...headers, 'Content-Length': length, Connection: 'close' })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ]
  socket.resume().end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), CLOSE_DELAY_MS).unref()
}

/** Returns an error for a request that is rejected before its body is read, otherwise undefined. */
type RequestCheck = (request: IncomingMessage) => MockResponse | undefined

/**
 * Creates a check that rejects long URLs, several Host headers, and hosts through which a page could read responses by DNS
 * rebinding. The names are in lower case.
 */
export function createRequestCheck(allowedNames: readonly string[]): RequestCheck {
  const acceptsAll = allowedNames.includes('*')
  return (request) => {
    const { url = '', headers, rawHeaders } = request
    if (url.length > MAX_URL) return limitError('longUrl')
    const hosts = rawHeaders.filter((name, n) => n % 2 === 0 && /^host$/i.test(name))
    if (hosts.length > 1) return createMalformedError('more than one Host header')
    if (acceptsAll || isKnownHost(request, allowedNames)) return undefined
    return createHostError(headers.host?.slice(0, 80) ?? '', allowedNames)
  }
}

/** Returns the name in a Host header, without the port and without the final dot of a full name. */
const hostName = (host: string): string => host.replace(/\.?(?::\d*)?$/, '').toLowerCase()

const isTrustedHost = (name: string): boolean =>
  isLoopback(name) || isIP(name.replace(/^\[|\]$/g, '')) > 0

/** Returns whether the host of a request is this machine, an IP address or one of these names. A page can point any other name to this machine. */
export function isKnownHost(
  { headers: { host } }: IncomingMessage,
  names: readonly string[],
): boolean {
  if (host === undefined) return true
  const name = hostName(host)
  return isTrustedHost(name) || names.includes(name)
}

function createHostError(host: string, names: readonly string[]): MockResponse {
  const others = names.filter((name) => !isTrustedHost(name))
  const accepted = ['localhost', 'IP addresses', ...others].join(', ')
  const message = `Invalid host "${host}"; accepted: ${accepted}. The flag --allow-host adds others.`
  return createLimitError(403, 'unknown_host', message)
}
