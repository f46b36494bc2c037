import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MAX_BODY } from '../contract/context.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { isLoopback } from '../engine/loopback.ts'
import {
  createRequestCheck,
  createServerLimits,
  hasUntrustedHost,
  type RequestCheck,
  rejectMalformed,
} from './limits.ts'
import { readBody, toMockRequest } from './request.ts'
import { writeResponse } from './response.ts'
import { toWebRequest, writeWebResponse } from './web.ts'

/** Anything that answers calls: a service, or a mock. */
export interface MockRequestHandler {
  handle(call: MockRequest): Promise<MockResponse>
  /** The largest body it reads, in bytes; 1 MiB where it does not say. */
  readonly settings?: { readonly maxBody: number }
}

/** One answered request, for a log. */
export interface RequestLogEntry {
  readonly method: string
  readonly url: string
  readonly status: number
  /** From the first byte of the request to the last of the answer, in ms. */
  readonly ms: number
}

/** Whom a listener asks first, and whom it tells what. */
export interface ListenerOptions {
  /** Asked before the mock; what it gives is the answer. An `Error` it throws is told to the client. */
  readonly before?: (request: Request) => Promise<Response | undefined>
  /** Called after each answer. */
  readonly onResponse?: (answered: RequestLogEntry) => void
  /** Called with an error that is ours; the client has got a 500 without its text. */
  readonly onError?: (error: unknown) => void
}

/** What `node:http` calls with each request. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void

/** A mock as a listener for `node:http`, Express, Vite and whatever else takes one. */
export const toNodeListener = (
  responder: MockRequestHandler,
  options: ListenerOptions = {},
): NodeListener => createListener(responder, options)

function createListener(
  responder: MockRequestHandler,
  options: ListenerOptions,
  refuse?: RequestCheck,
): NodeListener {
  const all = { ...options, refuse }
  return (request, response) => {
    if (options.onResponse) reportOnClose(request, response, options.onResponse)
    const refused = refuse?.(request)
    if (refused) return writeResponse(response.setHeader('Connection', 'close'), refused)
    const fail = (error: unknown): void => {
      if (request.destroyed && !request.complete) return // the client went away while it was sending
      options.onError?.(error)
      if (response.headersSent) response.destroy()
      else writeResponse(response, internalError)
    }
    handleNodeRequest(request, response, responder, all).catch(fail)
  }
}

function reportOnClose(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  onAnswer: (answered: RequestLogEntry) => void,
): void {
  const start = performance.now()
  response.on('close', () =>
    onAnswer({ method, url, status: response.statusCode, ms: performance.now() - start }),
  )
}

/** Seconds that a client may take to send a request, where nobody says otherwise. */
export const REQUEST_TIMEOUT = 30

/** Where a mock listens. */
export interface ListenOptions extends ListenerOptions {
  /** 0, the default, picks a free one. */
  readonly port?: number
  /** Default 127.0.0.1. Anywhere else, control routes are closed unless the mock has a token. */
  readonly host?: string
  /**
   * Names by which it may be asked for, besides localhost, its own host and addresses in numbers: a
   * request to any other is answered with 403. `*` lets all in.
   */
  readonly allowHost?: readonly string[]
  /** Seconds that a client may take to send a request, which is answered with 408 then. Default 30. */
  readonly requestTimeout?: number
}

/** A mock that listens on a port of its own. */
export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly server: Server
  /** Ends the server within half a second, also with requests under way. */
  close(): Promise<void>
}

/** Serves a mock over HTTP. Rejects with the error of the socket, such as EADDRINUSE. */
export async function listen(
  responder: MockRequestHandler,
  options: ListenOptions = {},
): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1'
  const refuse = createRequestCheck([host, ...(options.allowHost ?? [])])
  const own = isLoopback(host) ? responder : markExposed(responder)
  const server = createServer(
    createServerLimits(options.requestTimeout ?? REQUEST_TIMEOUT),
    createListener(own, options, refuse),
  )
  rejectMalformed(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.address() as AddressInfo // a server that listens on a port has one
  const shownHost = host.includes(':') ? `[${host}]` : host
  return { url: `http://${shownHost}:${port}`, port, server, close: () => close(server) }
}

/** A responder all of whose calls may come from other machines. */
const markExposed = (responder: MockRequestHandler): MockRequestHandler => ({
  ...(responder.settings && { settings: responder.settings }),
  handle: (call) => responder.handle({ ...call, isExposed: true }),
})

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), 500)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
}

async function handleNodeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  responder: MockRequestHandler,
  { before: first, refuse }: ListenerOptions & { readonly refuse?: RequestCheck | undefined },
): Promise<void> {
  const body = await readBody(request, responder.settings?.maxBody ?? MAX_BODY)
  const sent = toMockRequest(request, body)
  const call = refuse ? sent : { ...sent, hasUncheckedHost: hasUntrustedHost(request) }
  if (first) return handleAfter(first, request, response, { call, responder })
  writeResponse(response, await responder.handle(call))
}

/** A call and who answers it where nobody else does. */
interface FallbackRequest {
  readonly call: MockRequest
  readonly responder: MockRequestHandler
}

async function handleAfter(
  first: NonNullable<ListenerOptions['before']>,
  request: IncomingMessage,
  response: ServerResponse,
  { call, responder }: FallbackRequest,
): Promise<void> {
  const asked = toWebRequest(call, request.rawHeaders)
  const own = asked && (await first(asked).catch(toFailure))
  if (own) return writeWebResponse(own, call, response)
  const reply = await responder.handle(call)
  const isPreflight = call.header('access-control-request-method') !== undefined
  writeResponse(
    response,
    isPreflight && reply.status === 404 ? { ...reply, status: 204, body: '' } : reply,
  )
}

/** A handler that throws is the user's to mend: the answer says what it threw. */
const toFailure = (error: unknown): Response =>
  Response.json(
    { code: 'calmock_handler_failed', message: String(error), data: { status: 500 } },
    { status: 500 },
  )

const internalError: MockResponse = {
  status: 500,
  headers: { 'Content-Type': 'application/json; charset=UTF-8' },
  body: '{"code":"internal_error","message":"calmock failed; please report it.","data":{"status":500}}',
}
