import { randomUUID } from 'node:crypto'
import { isTrustedPage, rejectCrossSite } from '../../engine/cross-site.ts'
import type { MockRequest, MockResponse } from '../../engine/http-message.ts'
import { createCorsHeaders, createErrorResponse } from '../../engine/plain-response.ts'
import { isPreflight } from '../../engine/request-method.ts'
import { type Forwarder, UpstreamError } from '../../http/forward.ts'
import type { FallbackHandler, UnknownRequest } from '../../http/listener.ts'
import {
  declaresLargeBody,
  parseTarget,
  readHeader,
  readOrigin,
  toMockRequest,
} from '../../http/request.ts'
import { parseWorldPath } from '../../world/world-name.ts'
import type { ServedMock } from '../served-mock.ts'
import type { Recording } from './replay.ts'

/** The server or the recording behind a mock. */
export interface ProxyTarget {
  /** The origin of the server, or the name of the file. */
  readonly name: string
  /** Sends a request to its server. `target` is the path with the query, below the prefix of a world. */
  respond(unknown: ProxiedRequest): Promise<void>
}

/** A request that the mock has no route for, with its path below the prefix of a world. */
export interface ProxiedRequest extends UnknownRequest {
  /** Path and query. */
  readonly target: string
  /** Method, origin, path, query and headers. */
  readonly head: MockRequest
  /** The URL that clients reach the server by. */
  readonly clientOrigin: string
  /** CORS headers for a page of this machine, which replace the headers of the response. */
  readonly headers: Readonly<Record<string, string>>
}

/** Creates the handler of requests that a mock has no route for. */
export function createProxy(
  served: Pick<ServedMock, 'mock'>,
  target: ProxyTarget,
): FallbackHandler {
  return {
    accepts: (request) => {
      const [path = '', ...query] = parseTarget(request.url ?? '/').split('?')
      return !served.mock.hasRoute({ path, query: query.join('?') })
    },
    async handle(unknown) {
      const proxied = toProxiedRequest(unknown)
      const { head, send } = proxied
      const rejected = rejectCrossSite(head, true)
      if (rejected) return send(rejected)
      const { maxBody } = served.mock.settings
      if (unknown.read && isTooLarge(unknown, maxBody)) return send(createSizeError(head, maxBody))
      if (isPreflight(head) && proxied.headers['Access-Control-Allow-Origin'])
        return send({ status: 204, headers: proxied.headers, body: '' })
      await target.respond(proxied)
    },
  }
}

/** Returns whether a body that has been read is larger than the limit, so that a part of it is missing. */
const isTooLarge = ({ request, read }: UnknownRequest, maxBody: number): boolean =>
  declaresLargeBody(request, maxBody) || (read?.body?.length ?? 0) > maxBody

const createSizeError = (head: MockRequest, maxBody: number): MockResponse =>
  createErrorResponse(
    head,
    413,
    'body_too_large',
    `The body is too large; accepted with --handlers: up to ${maxBody} bytes (--max-body).`,
  )

function toProxiedRequest(unknown: UnknownRequest): ProxiedRequest {
  const { request, read } = unknown
  const [sentPath = '', ...parts] = parseTarget(request.url ?? '/').split('?')
  const { path, prefix } = parseWorldPath(sentPath)
  const query = parts.join('?')
  const header = (name: string): string | undefined => readHeader(request, name)
  const origin = readOrigin(request)
  const head = { method: request.method ?? 'GET', origin, path, query, header, body: read?.body }
  const target = path + (parts.length > 0 ? `?${query}` : '')
  return { ...unknown, head, target, clientOrigin: origin + prefix, headers: createHeaders(head) }
}

/** Returns CORS headers for a page of this machine. For other pages, the CORS headers of the server apply. */
function createHeaders(head: MockRequest): Readonly<Record<string, string>> {
  const origin = head.header('origin')
  if (origin === undefined || !isTrustedPage(origin, head)) return {}
  const { 'Access-Control-Allow-Methods': methods, ...headers } = createCorsHeaders(head)
  const wanted = head.header('access-control-request-headers')
  const method = head.header('access-control-request-method')
  return {
    ...headers,
    ...(wanted && { 'Access-Control-Allow-Headers': wanted }),
    'Access-Control-Allow-Methods': [methods, ...(method ? [method] : [])].join(', '),
  }
}

/** Creates the target that sends requests to a server. */
export function createServerTarget(origin: URL, open: (via: string) => Forwarder): ProxyTarget {
  const via = `calmock-${randomUUID()}`
  const forwarder = open(via)
  return {
    name: origin.origin,
    async respond({ head, send, ...proxied }) {
      if (head.header('via')?.includes(via)) return send(createLoopError(head, origin.origin))
      try {
        await forwarder.forward({ ...proxied, body: head.body })
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        if (!proxied.response.destroyed) await send(toGatewayError(error, head, origin.origin))
      }
    },
  }
}

function toGatewayError(error: UpstreamError, head: MockRequest, origin: string): MockResponse {
  const { status, code } = error.isTimeout
    ? { status: 504, code: 'proxy_timeout' }
    : { status: 502, code: 'proxy_failed' }
  const message = `The server ${origin} of --proxy sent no response to ${head.method} ${head.path}: ${error.message}`
  return createErrorResponse(head, status, code, message)
}

/** The maximum size of a body that is compared with recorded ones, in bytes. */
const MAX_COMPARED_BYTES = 20 * 1024 * 1024

const createLoopError = (head: MockRequest, origin: string): MockResponse =>
  createErrorResponse(
    head,
    508,
    'proxy_loop',
    `The server ${origin} of --proxy sends requests back to this mock.`,
  )

/** Creates the target that replays a recording. */
export const createRecordingTarget = (recording: Recording, file: string): ProxyTarget => ({
  name: file,
  async respond({ request, response, head, target, headers, send }) {
    const { body } = head.body ? head : await toMockRequest(request, MAX_COMPARED_BYTES)
    const knownTag = head.header('if-none-match')
    const { method } = head
    const found = recording.find({ method, target, body: body ?? new Uint8Array(), knownTag })
    if (!found) {
      const message = `${file} has no response to ${method} ${target.slice(0, 200)}.`
      return send(createErrorResponse(head, 404, 'not_recorded', message))
    }
    for (const [name, value] of found.headers) response.appendHeader(name, value)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.writeHead(found.status)
    response.end(found.body)
  },
})
