import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { MockResponse } from '../engine/http-message.ts'
import { isLoopback } from '../engine/loopback.ts'
import { writeResponse } from './response.ts'

/** How long headers may take, at most, and how long nothing may move on a connection, in ms. */
const TIMEOUTS = { headers: 10_000, connection: 120_000 }
/** How long a client is left to read why it was refused, in ms. */
const CLOSE_DELAY_MS = 500
/** Longest request target, in characters. */
const MAX_URL_CHARACTERS = 16 * 1024

/** What bounds the requests a server takes, for `createServer`; a request may take so many seconds to send. */
export const createServerLimits = (requestTimeout: number) => ({
  maxHeaderSize: 2 * MAX_URL_CHARACTERS, // the target counts as well
  requestTimeout: requestTimeout * 1000,
  headersTimeout: Math.min(TIMEOUTS.headers, requestTimeout * 1000),
  connectionsCheckingInterval: 500,
})

/** Answers in the mock's own form what never becomes a request: what is no HTTP, too large, or too slow. */
export function rejectMalformed(server: Server): void {
  server.setTimeout(TIMEOUTS.connection)
  server.on('clientError', (error, socket) => {
    const reason = findError(error)
    if (reason) closeWithError(socket, reason)
    else socket.destroy()
  })
  server.on('connect', (_, socket) => closeWithError(socket, notHere))
  server.on('checkExpectation', (_, response) => writeResponse(response, notExpected))
}

/** Ends a connection with a refusal, after the answers to what came whole before. */
function closeWithError(socket: Duplex, reason: ErrorResponse): void {
  socket.on('error', () => {}) // it may break while it is told why
  // what is being answered has no public name
  const { _httpMessage: under } = socket as Duplex & { _httpMessage?: ServerResponse }
  if (!socket.writable) socket.destroy()
  else if (under?.req.complete) under.once('close', () => closeWithError(socket, reason))
  else if (under?.headersSent) socket.destroy()
  else writeAndClose(socket, reason)
}

const notHere = createLimitError(
  405,
  'no_proxy',
  'This mock is no proxy: it does not answer CONNECT.',
)

const notExpected = createLimitError(
  417,
  'not_expected',
  'Nothing can be expected but 100-continue.',
)

function writeAndClose(socket: Duplex, { status, headers, body }: ErrorResponse): void {
  const own = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')
  socket.resume().end(`${head}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), CLOSE_DELAY_MS).unref()
}

/** Undefined for a client that is gone. */
function findError(error: Error): ErrorResponse | undefined {
  const { code, message, rawPacket } = error as NodeJS.ErrnoException & { rawPacket?: Buffer }
  if (code === 'ECONNRESET' || code === 'EPIPE') return undefined
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return createLimitError(408, 'request_timeout', 'The request took too long to arrive.')
  if (code !== 'HPE_HEADER_OVERFLOW')
    return createLimitError(400, 'malformed_request', `This is not HTTP/1.1: ${message}.`)
  return rawPacket?.includes('\r\n') === false ? tooLong : tooLarge
}

const tooLong = createLimitError(
  414,
  'address_too_long',
  `An address may have ${MAX_URL_CHARACTERS} characters.`,
)
const tooLarge = createLimitError(
  431,
  'headers_too_large',
  `Address and headers may have ${2 * MAX_URL_CHARACTERS} bytes.`,
)

/** An answer that is text. */
interface ErrorResponse extends MockResponse {
  readonly body: string
}

/** What a request is refused for before anybody reads it; undefined for most. */
export type RequestCheck = (request: IncomingMessage) => MockResponse | undefined

/**
 * Refuses addresses that are too long, and hosts that are not the server's own: a page whose name was
 * rebound to this machine could read it otherwise. Addresses in numbers cannot be rebound.
 */
export function createRequestCheck(allowed: readonly string[]): RequestCheck {
  const names = allowed.map((name) => name.toLowerCase())
  const isOurs = (host: string): boolean => {
    const name = hostName(host)
    return isTrustedHost(name) || names.includes(name) || names.includes('*')
  }
  return ({ url = '', headers: { host } }) => {
    if (url.length > MAX_URL_CHARACTERS) return tooLong
    if (host === undefined || isOurs(host)) return undefined
    return rejectHost(host.slice(0, 80), names)
  }
}

/** The name in a host, without its port, and without the dot that ends a whole one. */
const hostName = (host: string): string => host.replace(/\.?(?::\d*)?$/, '').toLowerCase()

const isTrustedHost = (name: string): boolean =>
  isLoopback(name) || isIP(name.replace(/^\[|\]$/g, '')) > 0

/** Whether a request is asked of a name that somebody else may have pointed to this machine. */
export const hasUntrustedHost = ({ headers: { host } }: IncomingMessage): boolean =>
  host !== undefined && !isTrustedHost(hostName(host))

function rejectHost(host: string, names: readonly string[]): MockResponse {
  const others = names.filter((name) => !isTrustedHost(name))
  const known = ['localhost', 'addresses in numbers', ...others].join(', ')
  const message = `The host "${host}" is none of this mock's; accepted: ${known}. Others are let in with --allow-host.`
  return createLimitError(403, 'unknown_host', message)
}

/** A refusal that no page of another origin may read. */
function createLimitError(status: number, code: string, message: string): ErrorResponse {
  const body = JSON.stringify({ code: `calmock_${code}`, message, data: { status } })
  return { status, headers: { 'Content-Type': 'application/json; charset=UTF-8' }, body }
}
