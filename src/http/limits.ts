import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Reply } from '../engine/http-message.ts'
import { isLoopback } from '../engine/loopback.ts'
import { writeReply } from './response.ts'

/** How long headers may take, at most, and how long nothing may move on a connection, in ms. */
const WAIT = { headers: 10_000, connection: 120_000 }
/** How long a client is left to read why it was refused, in ms. */
const GRACE = 500
/** Longest request target, in characters. */
const MAX_TARGET = 16 * 1024

/** What bounds the requests a server takes, for `createServer`; a request may take so many seconds to send. */
export const boundsOf = (requestTimeout: number) => ({
  maxHeaderSize: 2 * MAX_TARGET, // the target counts as well
  requestTimeout: requestTimeout * 1000,
  headersTimeout: Math.min(WAIT.headers, requestTimeout * 1000),
  connectionsCheckingInterval: 500,
})

/** Answers in the mock's own form what never becomes a request: what is no HTTP, too large, or too slow. */
export function guard(server: Server): void {
  server.setTimeout(WAIT.connection)
  server.on('clientError', (error, socket) => {
    const reason = reasonOf(error)
    if (reason) refuse(socket, reason)
    else socket.destroy()
  })
  server.on('connect', (_, socket) => refuse(socket, notHere))
  server.on('checkExpectation', (_, response) => writeReply(response, notExpected))
}

/** Ends a connection with a refusal, after the answers to what came whole before. */
function refuse(socket: Duplex, reason: Refusal): void {
  socket.on('error', () => {}) // it may break while it is told why
  // what is being answered has no public name
  const { _httpMessage: under } = socket as Duplex & { _httpMessage?: ServerResponse }
  if (!socket.writable) socket.destroy()
  else if (under?.req.complete) under.once('close', () => refuse(socket, reason))
  else if (under?.headersSent) socket.destroy()
  else endWith(socket, reason)
}

const notHere = refusal(405, 'no_proxy', 'This mock is no proxy: it does not answer CONNECT.')

const notExpected = refusal(417, 'not_expected', 'Nothing can be expected but 100-continue.')

function endWith(socket: Duplex, { status, headers, body }: Refusal): void {
  const own = { ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')
  socket.resume().end(`${head}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), GRACE).unref()
}

/** Undefined for a client that is gone. */
function reasonOf(error: Error): Refusal | undefined {
  const { code, message, rawPacket } = error as NodeJS.ErrnoException & { rawPacket?: Buffer }
  if (code === 'ECONNRESET' || code === 'EPIPE') return undefined
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return refusal(408, 'too_slow', 'The request took too long to arrive.')
  if (code !== 'HPE_HEADER_OVERFLOW')
    return refusal(400, 'no_http', `This is not HTTP/1.1: ${message}.`)
  return rawPacket?.includes('\r\n') === false ? tooLong : tooLarge
}

const tooLong = refusal(414, 'address_too_long', `An address may have ${MAX_TARGET} characters.`)
const tooLarge = refusal(
  431,
  'headers_too_large',
  `Address and headers may have ${2 * MAX_TARGET} bytes.`,
)

/** An answer that is text. */
interface Refusal extends Reply {
  readonly body: string
}

/** What a request is refused for before anybody reads it; undefined for most. */
export type Refuse = (request: IncomingMessage) => Reply | undefined

/**
 * Refuses addresses that are too long, and hosts that are not the server's own: a page whose name was
 * rebound to this machine could read it otherwise. Addresses in numbers cannot be rebound.
 */
export function refusing(allowed: readonly string[]): Refuse {
  const names = allowed.map((name) => name.toLowerCase())
  const isOurs = (host: string): boolean => {
    const name = nameOf(host)
    return cannotBeRebound(name) || names.includes(name) || names.includes('*')
  }
  return ({ url = '', headers: { host } }) => {
    if (url.length > MAX_TARGET) return tooLong
    if (host === undefined || isOurs(host)) return undefined
    return unknownHost(host.slice(0, 80), names)
  }
}

/** The name in a host, without its port, and without the dot that ends a whole one. */
const nameOf = (host: string): string => host.replace(/\.?(?::\d*)?$/, '').toLowerCase()

const cannotBeRebound = (name: string): boolean =>
  isLoopback(name) || isIP(name.replace(/^\[|\]$/g, '')) > 0

/** Whether a request is asked of a name that somebody else may have pointed to this machine. */
export const mayBeRebound = ({ headers: { host } }: IncomingMessage): boolean =>
  host !== undefined && !cannotBeRebound(nameOf(host))

function unknownHost(host: string, names: readonly string[]): Reply {
  const others = names.filter((name) => !cannotBeRebound(name))
  const known = ['localhost', 'addresses in numbers', ...others].join(', ')
  const message = `The host "${host}" is none of this mock's; accepted: ${known}. Others are let in with --allow-host.`
  return refusal(403, 'unknown_host', message)
}

/** A refusal that no page of another origin may read. */
function refusal(status: number, code: string, message: string): Refusal {
  const body = JSON.stringify({ code: `calmock_${code}`, message, data: { status } })
  return { status, headers: { 'Content-Type': 'application/json; charset=UTF-8' }, body }
}
