import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { MAX_BODY_BYTES } from '../contract/context.ts'
import { markForeign } from '../engine/access.ts'
import { createCorsHeaders } from '../engine/cors.ts'
import {
  isPreflight,
  type MockRequest,
  type MockResponse,
  readErrorMessage,
} from '../engine/http-message.ts'
import { createRequestCheck, errorHeaders, isKnownHost, UnsentResponses } from './limits.ts'
import { readOrigin, toMockRequest } from './request.ts'
import { sendResponse } from './response.ts'

/** Anything that returns a response to every request, such as a mock. */
export interface MockRequestHandler {
  handle(request: MockRequest): Promise<MockResponse>
  /** `maxBody` is the largest body that it reads, in bytes (default 1 MiB); `maxMemory` the MB that may wait for clients (default 512); `allowOrigin` the origins whose pages are trusted. */
  readonly settings?:
    | {
        readonly maxBody: number
        readonly maxMemory?: number
        readonly allowOrigin?: readonly string[]
      }
    | undefined
}

/** A request whose response or connection has ended, for a log. */
export interface RequestLogEntry {
  readonly method: string
  readonly url: string
  /** 0 if the connection ended without a response. */
  readonly status: number
  /** Time from the end of the request's headers to the end of the response, in ms. */
  readonly ms: number
  /** The message of an error response, or how the connection ended before the response did; and what is wrong with the request. */
  readonly reason?: string
  /** The fault of the response. */
  readonly fault?: string
  /** The codes of the notes about the request. */
  readonly notes?: readonly string[]
}

/** A handler that runs before the mock, and functions that observe responses and errors. */
export interface ListenerOptions {
  /** Runs before the mock. Its `Response` is sent instead of the mock's. If it throws, the client receives a 500 with the error's text. */
  readonly before?: (request: Request) => Promise<Response | undefined>
  readonly onResponse?: (
    entry: RequestLogEntry,
    request: Pick<MockRequest, 'header' | 'body'>,
  ) => void
  /** Called with an unexpected error of the mock. The client receives a 500 without its text. */
  readonly onError?: (error: unknown) => void
}

/** A listener for the requests of `node:http` and of servers that use it. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Converts a mock into a listener for `node:http`, Express, Vite and other servers.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createCalmock } from 'calmock'
 * import { toNodeListener } from 'calmock/node'
 *
 * const server = createServer(toNodeListener(createCalmock({ baseUrl: '/api' })))
 * server.listen(0, () => server.close())
 * ```
 */
export const toNodeListener = (
  handler: MockRequestHandler,
  options: ListenerOptions = {},
): NodeListener => createListener(handler, options)

export function createListener(
  handler: MockRequestHandler,
  options: ListenerOptions,
  allowedNames?: readonly string[],
): NodeListener {
  const check = allowedNames && createRequestCheck(allowedNames)
  const readHost = createHostReader(allowedNames ?? [])
  const unsent = new UnsentResponses()
  const maxUnsent = (handler.settings?.maxMemory ?? 512) * 1_000_000
  return (request, response) => {
    const { onResponse } = options
    let sent: Sent = {}
    const send = (mockResponse: MockResponse, body?: Uint8Array): Promise<void> => {
      const admitted = unsent.add(response, mockResponse, maxUnsent)
      sent = { response: admitted, body }
      return sendResponse(response, admitted)
    }
    if (onResponse) reportOnClose(request, response, { onResponse, readSent: () => sent })
    const rejection = check?.(request)
    if (rejection) {
      response.setHeader('Connection', 'close')
      return void send(rejection)
    }
    const fail = (error: unknown): void => {
      if (request.destroyed && !request.complete) return // the client closed the connection
      options.onError?.(error)
      if (response.headersSent) response.destroy()
      else send(internalError).catch(() => response.destroy())
    }
    const host = readHost(request)
    const exchange = { request, response, send }
    try {
      const received = toMockRequest(request, host.origin, findMaxBody(handler))
      const handle = (mockRequest: MockRequest) =>
        handleExchange(exchange, { ...mockRequest, ...host }, { handler, options })
      if ('then' in received) received.then(handle).catch(fail)
      else handle(received).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

/** The names of the server that a request was sent to. */
type HostNames = Pick<MockRequest, 'origin' | 'hasUncheckedHost' | 'hostNames'>

/** Returns a function that reads the host of a request. It parses the latest host once: clients send the same host. */
function createHostReader(
  allowedNames: readonly string[],
): (request: IncomingMessage) => HostNames {
  let latest: { readonly key: string; readonly host: HostNames } | undefined
  return (request) => {
    const { headers, socket } = request
    const key = `${headers.host} ${headers[':authority']} ${'encrypted' in socket} ${socket.localPort}`
    if (latest?.key === key) return latest.host
    const origin = readOrigin(request)
    const hasUncheckedHost = !isKnownHost(request, allowedNames)
    const host = {
      origin,
      hasUncheckedHost,
      hostNames: [new URL(origin).hostname, ...allowedNames],
    }
    latest = { key, host }
    return host
  }
}

/** The response that was handed to the transport, if any, and the body of its request. */
interface Sent {
  readonly response?: MockResponse
  readonly body?: Uint8Array | undefined
}

/** Calls `onResponse` when a response or its connection has ended. */
function reportOnClose(
  request: IncomingMessage,
  response: ServerResponse,
  {
    onResponse,
    readSent,
  }: {
    readonly onResponse: NonNullable<ListenerOptions['onResponse']>
    readonly readSent: () => Sent
  },
): void {
  const { method = '', url = '', headers } = request
  const start = performance.now()
  const header = (name: string): string | undefined => [headers[name]].flat()[0]
  response.on('close', () => {
    const { response: sent, body } = readSent()
    const error = (sent && readErrorMessage(sent)) || describeBreak(response) || ''
    const { fault, notes = [] } = sent ?? {}
    const warnings = notes.filter(
      ({ level, message }) => level === 'warning' && !error.includes(message),
    )
    const reason = [error, ...warnings.map(({ message }) => message)].filter(Boolean).join('; ')
    const status = response.headersSent ? response.statusCode : 0
    const entry = {
      method,
      url,
      status,
      ms: performance.now() - start,
      ...(fault && { fault }),
      ...(notes.length > 0 && { notes: notes.map(({ code }) => code) }),
      ...(reason && { reason }),
    }
    onResponse(entry, { header, body })
  })
}

/** Returns how a connection ended before the response did. */
function describeBreak(response: ServerResponse): string | undefined {
  if (!response.headersSent) return 'the connection ended without a response'
  return response.writableFinished ? undefined : 'the connection ended within the body'
}

/** A request of `node:http` and its response. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  send(response: MockResponse, body?: Uint8Array): Promise<void>
}

async function handleExchange(
  { request, response, send }: Exchange,
  mockRequest: MockRequest,
  {
    handler,
    options: { before },
  }: { readonly handler: MockRequestHandler; readonly options: ListenerOptions },
): Promise<void> {
  if (!before) return send(await handler.handle(mockRequest), mockRequest.body)

  const webRequest = toWebRequest(mockRequest, request.rawHeaders)
  const webResponse = webRequest && (await before(webRequest).catch(toHandlerError))
  const allowed = handler.settings?.allowOrigin ?? []
  if (webResponse) return writeWebResponse(webResponse, markForeign(mockRequest, allowed), response)
  const mockResponse = await handler.handle(mockRequest)
  return send(
    // a preflight of a path that only `before` handles, where the mock returns 404
    mockResponse.status === 404 && isPreflight(mockRequest)
      ? { ...mockResponse, status: 204, body: '' }
      : mockResponse,
    mockRequest.body,
  )
}

export const findMaxBody = ({ settings }: MockRequestHandler): number =>
  settings?.maxBody ?? MAX_BODY_BYTES

/** Returns the text of an error that the user's own handler threw. */
const toHandlerError = (error: unknown): Response =>
  Response.json(
    { code: 'calmock_handler_failed', message: String(error), data: { status: 500 } },
    { status: 500, headers: errorHeaders },
  )

const internalError: MockResponse = {
  status: 500,
  headers: errorHeaders,
  body: '{"code":"internal_error","message":"The mock failed; please report it.","data":{"status":500}}',
}

/** Returns a web `Request`, or undefined if it cannot represent the request, as for TRACE and malformed escapes. */
function toWebRequest(
  { method, origin, path, query, body }: MockRequest,
  rawHeaders: readonly string[],
): Request | undefined {
  const headers = new Headers()
  // names and values alternate
  for (let n = 0; n + 1 < rawHeaders.length; n += 2)
    headers.append(rawHeaders[n] ?? '', rawHeaders[n + 1] ?? '')
  try {
    decodeURI(path)
    const url = new URL(`${path}${query && `?${query}`}`, origin)
    return new Request(url, { method, headers, ...(body && { body: new Uint8Array(body) }) })
  } catch {
    return undefined
  }
}

/** Writes a web `Response` with the CORS headers of the mock. `Response.error()` closes the connection. */
async function writeWebResponse(
  webResponse: Response,
  request: MockRequest,
  response: ServerResponse,
): Promise<void> {
  const { type, status, headers, body } = webResponse
  if (type === 'error') return void response.destroy()
  const entries = [...Object.entries(createCorsHeaders(request)), ...headers]
  for (const [name, value] of entries) {
    if (name !== 'set-cookie') response.setHeader(name, value)
  }
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.writeHead(status)
  if (!body || request.method === 'HEAD') return void response.end()
  // Node.js and the DOM declare the same class separately
  await pipeline(Readable.fromWeb(body as ReadableStream), response)
}
