import type { Mock } from '../../create-mock.ts'
import type { MockRequest, MockResponse } from '../../engine/http-message.ts'
import { wait } from '../../engine/wait.ts'

/** The properties of a web request that its transport knows. */
interface WebRequestContext {
  /** The name of the world. Default: the world that the request names. */
  readonly world?: string | undefined
  /** True if the request may come from another machine. */
  readonly isExposed?: boolean
}

/**
 * Handles a web request. Returns `Response.error()` if the mock ends the connection without a response, or if the
 * client gives up while the response waits.
 */
export async function handleWebRequest(
  request: Request,
  mock: Mock,
  { world, isExposed = false }: WebRequestContext = {},
): Promise<Response> {
  const mockRequest = await readWebRequest(request)
  const response = await mock.handle({ ...mockRequest, isExposed }, world)
  return deliverWebResponse(response, request)
}

/**
 * Returns the request of arguments of `fetch`. The host of a relative URL is `localhost`. A request is not copied
 * without need: Node 24 cannot copy the proxy that Next passes to route handlers.
 */
export function toRequest(input: string | URL | Request, init?: RequestInit): Request {
  if (!isRequest(input)) return new Request(new URL(input, 'http://localhost'), init)
  return init ? new Request(input, init) : input
}

/** Returns whether the argument of `fetch` is a `Request`, also of another realm, such as Node's in jsdom. */
export const isRequest = (input: string | URL | Request): input is Request =>
  typeof input === 'object' && 'url' in input

async function readWebRequest(request: Request): Promise<MockRequest> {
  // undefined in Firefox, which lacks `Request.body`
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  return { ...readRequestHead(request), ...(body && { body }) }
}

/** Reads a web request without its body. */
export function readRequestHead({ method, url, headers }: Request): MockRequest {
  const { origin, pathname, search } = new URL(url)
  return {
    method,
    origin,
    path: pathname,
    query: search.slice(1),
    header: (name) => headers.get(name) ?? undefined,
    listHeaders: () => headers,
  }
}

/** Returns a response to the client of a web request, after its delay. */
export async function deliverWebResponse(
  response: MockResponse,
  { method, signal }: Pick<Request, 'method' | 'signal'>,
): Promise<Response> {
  const { delay = 0, isDropped } = response.delivery ?? {}
  if (delay > 0) await wait(delay, signal)
  return isDropped || signal.aborted ? Response.error() : toWebResponse(response, method)
}

/** Returns a response. Throws what `fetch` rejects with if the client has given up, or for `Response.error()`. */
export function rejectDropped(response: Response, { signal }: Pick<Request, 'signal'>): Response {
  signal.throwIfAborted()
  if (response.type === 'error') throw new TypeError('Failed to fetch')
  return response
}

/** Returns a web response. An empty body and the body of HEAD are null, because some statuses do not allow a body. */
function toWebResponse(response: MockResponse, method: string): Response {
  const { status, headers, body, delivery } = response
  const parts = delivery?.parts
  const content = parts && method !== 'HEAD' ? createBodyStream(parts()) : (body as BodyInit) // no shared memory
  const isEmpty = method === 'HEAD' || (!parts && body.length === 0)
  return new Response(isEmpty ? null : content, { status, headers: { ...headers } })
}

/** Creates a stream of the parts of a body. It fails where they throw. */
function createBodyStream(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void iterator.return?.(),
  })
}
