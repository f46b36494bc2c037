import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MAX_BODY_BYTES } from '../contract/context.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { isLoopback } from '../engine/loopback.ts'
import {
  createRequestCheck,
  createServerLimits,
  errorHeaders,
  isKnownHost,
  rejectMalformed,
} from './limits.ts'
import { declaresLargeBody, toMockRequest } from './request.ts'
import { writeResponse } from './response.ts'
import { toWebRequest, writeWebResponse } from './web.ts'

/** Anything that returns a response to every request, such as a mock. */
export interface MockRequestHandler {
  handle(request: MockRequest): Promise<MockResponse>
  /** `maxBody` is the largest body that it reads, in bytes. Default 1 MiB. */
  readonly settings?: { readonly maxBody: number }
}

/** A completed request, for a log. */
export interface RequestLogEntry {
  readonly method: string
  readonly url: string
  readonly status: number
  /** Time from the first byte of the request to the last byte of the response, in ms. */
  readonly ms: number
  /** The message of an error response. */
  readonly reason?: string
}

/** A handler that runs before the mock, and functions that observe responses and errors. */
export interface ListenerOptions {
  /** Runs before the mock. Its `Response` is sent instead of the mock's. If it throws, the client receives a 500 with the error's text. */
  readonly before?: (request: Request) => Promise<Response | undefined>
  readonly onResponse?: (entry: RequestLogEntry, request: Pick<MockRequest, 'header'>) => void
  /** Called with an unexpected error of the mock. The client receives a 500 without its text. */
  readonly onError?: (error: unknown) => void
}

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void

/** Converts a mock into a listener for `node:http`, Express, Vite and other servers. */
export const toNodeListener = (
  handler: MockRequestHandler,
  options: ListenerOptions = {},
): NodeListener => createListener(handler, options)

function createListener(
  handler: MockRequestHandler,
  options: ListenerOptions,
  allowedNames?: readonly string[],
): NodeListener {
  const check = allowedNames && createRequestCheck(allowedNames)
  return (request, response) => {
    let reason: string | undefined
    const send = (mockResponse: MockResponse): void => {
      reason = options.onResponse && readMessage(mockResponse)
      writeResponse(response, mockResponse)
    }
    if (options.onResponse)
      reportOnClose({ request, response, readReason: () => reason }, options.onResponse)
    const rejection = check?.(request)
    if (rejection) {
      response.setHeader('Connection', 'close')
      return send(rejection)
    }
    const exchange = { request, response, send, allowedNames: allowedNames ?? [] }
    handleExchange(exchange, handler, options.before).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return // the client closed the connection
      options.onError?.(error)
      if (response.headersSent) response.destroy()
      else send(internalError)
    })
  }
}

/** Calls `onResponse` when the response has been sent. */
function reportOnClose(
  { request, response, readReason }: ReportedExchange,
  onResponse: NonNullable<ListenerOptions['onResponse']>,
): void {
  const { method = '', url = '', headers } = request
  const start = performance.now()
  const header = (name: string): string | undefined => [headers[name]].flat()[0]
  response.on('close', () => {
    const reason = readReason()
    const entry = { method, url, status: response.statusCode, ms: performance.now() - start }
    onResponse({ ...entry, ...(reason && { reason }) }, { header })
  })
}

interface ReportedExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Returns the message of an error response, after it has been sent. */
  readReason(): string | undefined
}

/** Returns the message of an error response. */
function readMessage({ status, body }: MockResponse): string | undefined {
  if (status < 400) return undefined
  try {
    return JSON.parse(body).message
  } catch {
    return undefined // not JSON
  }
}

/** A request of `node:http` and its response. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Writes the response of the mock. */
  send(response: MockResponse): void
  /** The host names that the mock may be reached by. None in the user's own server, which checks the Host header itself. */
  readonly allowedNames: readonly string[]
}

async function handleExchange(
  { request, response, send, allowedNames }: Exchange,
  handler: MockRequestHandler,
  before: ListenerOptions['before'],
): Promise<void> {
  const mockRequest = {
    ...(await toMockRequest(request, findMaxBody(handler))),
    hasUncheckedHost: !isKnownHost(request, allowedNames),
  }
  if (!before) return send(await handler.handle(mockRequest))

  const webRequest = toWebRequest(mockRequest, request.rawHeaders)
  const webResponse = webRequest && (await before(webRequest).catch(toHandlerError))
  if (webResponse) return writeWebResponse(webResponse, mockRequest, response)
  const mockResponse = await handler.handle(mockRequest)
  send(isPreflight(mockRequest) ? allowPreflight(mockResponse) : mockResponse)
}

const findMaxBody = ({ settings }: MockRequestHandler): number =>
  settings?.maxBody ?? MAX_BODY_BYTES

const isPreflight = ({ header }: MockRequest): boolean =>
  header('access-control-request-method') !== undefined

/** Returns 204 for a preflight of a path that only `before` handles, where the mock returns 404. */
const allowPreflight = (response: MockResponse): MockResponse =>
  response.status === 404 ? { ...response, status: 204, body: '' } : response

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

/** The default time for a request to arrive, in seconds. */
export const REQUEST_TIMEOUT_SECONDS = 30

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
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly server: Server
  /** Closes the server within half a second, even if requests are being handled. */
  close(): Promise<void>
}

/** Serves a mock over HTTP. Rejects with the error of the socket, such as EADDRINUSE. */
export async function listen(
  handler: MockRequestHandler,
  options: ListenOptions = {},
): Promise<RunningServer> {
  const {
    host = '127.0.0.1',
    port = 0,
    allowHost = [],
    requestTimeout = REQUEST_TIMEOUT_SECONDS,
  } = options
  const exposedHandler = isLoopback(host) ? handler : markExposed(handler)
  const allowedNames = [host, ...allowHost].map((name) => name.toLowerCase())
  const listener = createListener(exposedHandler, options, allowedNames)
  const server = createServer(createServerLimits(requestTimeout), listener)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const isTooLarge = declaresLargeBody(request, findMaxBody(handler))
    if (isTooLarge)
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
  const url = `http://${shownHost}:${address.port}`
  return { url, port: address.port, server, close: () => close(server) }
}

/** Returns a handler that treats every request as one from another machine. */
const markExposed = (handler: MockRequestHandler): MockRequestHandler => ({
  ...(handler.settings && { settings: handler.settings }),
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
