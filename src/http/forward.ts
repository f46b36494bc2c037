import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { type RawHeaders, toClientHeaders, toUpstreamHeaders } from './forward-headers.ts'

/** A request for the server behind the mock. */
export interface ForwardedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Path and query at the server. */
  readonly target: string
  /** The URL that clients reach the server by. */
  readonly clientOrigin: string
  /** The body, if it has been read. */
  readonly body?: Uint8Array | undefined
  /** Headers that replace headers of the response. */
  readonly headers: Readonly<Record<string, string>>
}

/** A request and its response, as the server behind the mock received and sent them. */
export interface ForwardedExchange {
  readonly method: string
  readonly url: string
  readonly requestHeaders: RawHeaders
  readonly requestBody: Buffer
  readonly status: number
  readonly statusText: string
  readonly httpVersion: string
  readonly responseHeaders: RawHeaders
  readonly responseBody: Buffer
  /** In ms since 1970 UTC. */
  readonly startedAt: number
  readonly ms: number
}

/** An error of the server behind the mock, before its response began. */
export class UpstreamError extends Error {
  readonly isTimeout: boolean
  /** True if the server had closed the connection, which an earlier request had used. */
  readonly isStale: boolean
  constructor(message: string, { isTimeout = false, isStale = false }) {
    super(message)
    this.isTimeout = isTimeout
    this.isStale = isStale
  }
}

export interface ForwarderOptions {
  readonly origin: URL
  /** The name of this proxy in the header Via. */
  readonly via: string
  /** The maximum time without a byte from the server, in ms. */
  readonly timeout: number
  /** Changes the headers of a request. */
  readonly changeHeaders?: (
    headers: readonly (readonly [string, string])[],
  ) => readonly (readonly [string, string])[]
  /** Called with each exchange that is complete, or with undefined for one that is too large or broke off. */
  readonly onExchange?: (exchange: ForwardedExchange | undefined, target: string) => void
}

/** Sends requests to a server, and its responses to the clients. */
export interface Forwarder {
  /** Throws `UpstreamError` if the server sends no response. */
  forward(forwarded: ForwardedRequest): Promise<void>
  close(): void
}

/** Bodies above this size are passed on, but not collected for `onExchange`. */
export const MAX_COLLECTED_BYTES = 20 * 1024 * 1024

export function createForwarder(options: ForwarderOptions): Forwarder {
  const isSecure = options.origin.protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const open = isSecure ? requestSecurely : request
  return {
    async forward(forwarded) {
      const startedAt = Date.now()
      const { host, protocol, hostname, port } = options.origin
      const sent = toUpstreamHeaders(forwarded.request.rawHeaders, { host, via: options.via })
      const headers = options.changeHeaders?.(sent) ?? sent
      const start = (): ClientRequest =>
        open({
          ...{ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, agent },
          ...{ path: forwarded.target, method: forwarded.request.method, setHost: false },
          headers: [...headers, ...listFraming(forwarded)].flat(),
        })
      const collected = options.onExchange && new Collector()
      const parts = { timeout: options.timeout, collected }
      let outgoing = start()
      const incoming = await exchange(outgoing, forwarded, parts).catch((error: UpstreamError) => {
        if (!error.isStale || !isRepeatable(forwarded)) throw error
        outgoing = start()
        return exchange(outgoing, forwarded, parts)
      })
      const isWhole = await sendToClient(incoming, forwarded, { options, collected })
      const details = { startedAt, url: options.origin.origin + forwarded.target }
      options.onExchange?.(
        isWhole ? collected?.toExchange(incoming, { ...details, outgoing, headers }) : undefined,
        forwarded.target,
      )
    },
    close: () => agent.destroy(),
  }
}

/** Returns the header of a body without a length, which belongs to the connection. */
const listFraming = ({ request: { headers } }: ForwardedRequest): string[][] =>
  headers['transfer-encoding'] === undefined ? [] : [['Transfer-Encoding', 'chunked']]

/** Returns whether a request can be sent again: it only reads and has no body. */
const isRepeatable = ({ request: { method = '', headers }, body }: ForwardedRequest): boolean =>
  ['GET', 'HEAD', 'OPTIONS'].includes(method) &&
  body === undefined &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) === 0

interface ExchangeParts {
  readonly timeout: number
  readonly collected: Collector | undefined
}

/** Sends a request with its body, and returns the response when its headers have arrived. */
function exchange(
  outgoing: ClientRequest,
  { request: incoming, response, body }: ForwardedRequest,
  { timeout, collected }: ExchangeParts,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => {
      incoming.unpipe(outgoing).resume() // the client can still read the error
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET'
      reject(new UpstreamError(error.message || String(error.code), { isStale }))
    }
    outgoing.on('error', fail).on('response', (answer) => {
      const { statusCode = 0 } = answer
      if (statusCode >= 200) return resolve(answer)
      answer.destroy()
      fail(new Error(`invalid status ${statusCode}`))
    })
    outgoing.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      fail(new Error(`unexpected status ${statusCode}`))
    })
    outgoing.setTimeout(timeout, () => {
      reject(new UpstreamError(`no response within ${timeout / 1000} s`, { isTimeout: true }))
      outgoing.destroy()
    })
    response.once('close', () => {
      if (!response.writableFinished) outgoing.destroy() // the client has left
    })
    if (body) {
      collected?.addRequest(Buffer.from(body))
      outgoing.end(body)
      return
    }
    if (collected) incoming.on('data', collected.addRequest)
    incoming.pipe(outgoing)
  })
}

/** Sends the response of the server to the client. Returns false if it broke off. */
async function sendToClient(
  incoming: IncomingMessage,
  { response, clientOrigin, headers }: ForwardedRequest,
  {
    options,
    collected,
  }: { readonly options: ForwarderOptions; readonly collected: Collector | undefined },
): Promise<boolean> {
  const origins = { upstream: options.origin.origin, client: clientOrigin }
  for (const [name, value] of toClientHeaders(incoming.rawHeaders, origins))
    response.appendHeader(name, value)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  const statusText = incoming.statusMessage?.replaceAll(/[^\t -~\x80-\xFF]/g, '') // Node writes no others
  response.writeHead(incoming.statusCode ?? 502, statusText)
  response.flushHeaders()
  if (collected) incoming.on('data', collected.addResponse)
  try {
    await pipeline(incoming, response)
    return true
  } catch {
    response.destroy()
    return false
  }
}

interface ExchangeDetails {
  readonly outgoing: ClientRequest
  readonly headers: readonly (readonly [string, string])[]
  readonly url: string
  readonly startedAt: number
}

/** Collects the bodies of a request and its response, up to the limit. */
class Collector {
  readonly #request: Buffer[] = []
  readonly #response: Buffer[] = []
  #bytes = 0

  addRequest = (chunk: Buffer): void => this.#add(this.#request, chunk)
  addResponse = (chunk: Buffer): void => this.#add(this.#response, chunk)

  #add(chunks: Buffer[], chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes <= MAX_COLLECTED_BYTES) chunks.push(chunk)
  }

  /** Returns the exchange, or undefined if it was too large. */
  toExchange(
    incoming: IncomingMessage,
    { outgoing, headers, url, startedAt }: ExchangeDetails,
  ): ForwardedExchange | undefined {
    if (this.#bytes > MAX_COLLECTED_BYTES) return undefined
    return {
      ...{ method: outgoing.method, url, startedAt, ms: Date.now() - startedAt },
      requestHeaders: headers.flat(),
      requestBody: Buffer.concat(this.#request),
      status: incoming.statusCode ?? 0,
      statusText: incoming.statusMessage ?? '',
      httpVersion: `HTTP/${incoming.httpVersion}`,
      responseHeaders: incoming.rawHeaders,
      responseBody: Buffer.concat(this.#response),
    }
  }
}
