import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MAX_BODY } from '../contract/context.ts'
import type { Call, Reply } from '../engine/http-message.ts'
import { isLoopback } from '../engine/loopback.ts'
import { boundsOf, guard, mayBeRebound, type Refuse, refusing } from './limits.ts'
import { bodyOf, callOf } from './request.ts'
import { writeReply } from './response.ts'
import { requestOf, writeResponse } from './web.ts'

/** Anything that answers calls: a service, or a mock. */
export interface Responder {
  respond(call: Call): Promise<Reply>
  /** The largest body it reads, in bytes; 1 MiB where it does not say. */
  readonly settings?: { readonly maxBody: number }
}

/** One answered request, for a log. */
export interface Answered {
  readonly method: string
  readonly url: string
  readonly status: number
  /** From the first byte of the request to the last of the answer, in ms. */
  readonly ms: number
}

/** Whom a listener asks first, and whom it tells what. */
export interface ListenerOptions {
  /** Asked before the mock; what it gives is the answer. An `Error` it throws is told to the client. */
  readonly first?: (request: Request) => Promise<Response | undefined>
  /** Called after each answer. */
  readonly onAnswer?: (answered: Answered) => void
  /** Called with an error that is ours; the client has got a 500 without its text. */
  readonly onBug?: (error: unknown) => void
}

/** What `node:http` calls with each request. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void

/** A mock as a listener for `node:http`, Express, Vite and whatever else takes one. */
export const toNodeListener = (responder: Responder, options: ListenerOptions = {}): NodeListener =>
  listenerOf(responder, options)

function listenerOf(responder: Responder, options: ListenerOptions, refuse?: Refuse): NodeListener {
  const all = { ...options, refuse }
  return (request, response) => {
    if (options.onAnswer) tellWhenClosed(request, response, options.onAnswer)
    const refused = refuse?.(request)
    if (refused) return writeReply(response.setHeader('Connection', 'close'), refused)
    const fail = (error: unknown): void => {
      if (request.destroyed && !request.complete) return // the client went away while it was sending
      options.onBug?.(error)
      if (response.headersSent) response.destroy()
      else writeReply(response, internalError)
    }
    answer(request, response, responder, all).catch(fail)
  }
}

function tellWhenClosed(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  onAnswer: (answered: Answered) => void,
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
export interface Listening {
  readonly url: string
  readonly port: number
  readonly server: Server
  /** Ends the server within half a second, also with requests under way. */
  close(): Promise<void>
}

/** Serves a mock over HTTP. Rejects with the error of the socket, such as EADDRINUSE. */
export async function listen(
  responder: Responder,
  options: ListenOptions = {},
): Promise<Listening> {
  const host = options.host ?? '127.0.0.1'
  const refuse = refusing([host, ...(options.allowHost ?? [])])
  const own = isLoopback(host) ? responder : exposed(responder)
  const server = createServer(
    boundsOf(options.requestTimeout ?? REQUEST_TIMEOUT),
    listenerOf(own, options, refuse),
  )
  guard(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.address() as AddressInfo // a server that listens on a port has one
  const shownHost = host.includes(':') ? `[${host}]` : host
  return { url: `http://${shownHost}:${port}`, port, server, close: () => close(server) }
}

/** A responder all of whose calls may come from other machines. */
const exposed = (responder: Responder): Responder => ({
  ...(responder.settings && { settings: responder.settings }),
  respond: (call) => responder.respond({ ...call, isExposed: true }),
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  responder: Responder,
  { first, refuse }: ListenerOptions & { readonly refuse?: Refuse | undefined },
): Promise<void> {
  const body = await bodyOf(request, responder.settings?.maxBody ?? MAX_BODY)
  const sent = callOf(request, body)
  const call = refuse ? sent : { ...sent, mayBeRebound: mayBeRebound(request) }
  if (first) return answerAfter(first, request, response, { call, responder })
  writeReply(response, await responder.respond(call))
}

/** A call and who answers it where nobody else does. */
interface Asked {
  readonly call: Call
  readonly responder: Responder
}

async function answerAfter(
  first: NonNullable<ListenerOptions['first']>,
  request: IncomingMessage,
  response: ServerResponse,
  { call, responder }: Asked,
): Promise<void> {
  const asked = requestOf(call, request.rawHeaders)
  const own = asked && (await first(asked).catch(told))
  if (own) return writeResponse(own, call, response)
  const reply = await responder.respond(call)
  const isPreflight = call.header('access-control-request-method') !== undefined
  writeReply(
    response,
    isPreflight && reply.status === 404 ? { ...reply, status: 204, body: '' } : reply,
  )
}

/** A handler that throws is the user's to mend: the answer says what it threw. */
const told = (error: unknown): Response =>
  Response.json(
    { code: 'calmock_handler_failed', message: String(error), data: { status: 500 } },
    { status: 500 },
  )

const internalError: Reply = {
  status: 500,
  headers: { 'Content-Type': 'application/json; charset=UTF-8' },
  body: '{"code":"internal_error","message":"calmock failed; please report it.","data":{"status":500}}',
}
