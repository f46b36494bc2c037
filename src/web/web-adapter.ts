import type { Mock } from '../create-mock.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'

/** The properties of a web request that its transport knows. */
export interface WebRequestContext {
  /** The name of the world. Default: the world that the request names. */
  readonly world?: string | undefined
  /** True if the request may come from another machine. */
  readonly isExposed?: boolean
}

/** Handles a web request. */
export async function handleWebRequest(
  request: Request,
  mock: Mock,
  { world, isExposed = false }: WebRequestContext = {},
): Promise<Response> {
  const mockRequest = await readWebRequest(request, mock.settings.maxBody)
  const response = await mock.handle({ ...mockRequest, isExposed }, world)
  return toWebResponse(response, request.method)
}

/** Returns the request of arguments of `fetch`. The host of a relative URL is `localhost`. */
export const toRequest = (input: string | URL | Request, init?: RequestInit): Request =>
  new Request(isRequest(input) ? input : new URL(input, 'http://localhost'), init)

/** Returns whether the argument of `fetch` is a `Request`, also of another realm, such as Node's in jsdom. */
export const isRequest = (input: string | URL | Request): input is Request =>
  typeof input === 'object' && 'url' in input

/** Reads a web request with its body, which is cut off one byte after the limit. */
async function readWebRequest(request: Request, maxBytes: number): Promise<MockRequest> {
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
  return { ...readRequestHead(request), ...(body && { body: body.subarray(0, maxBytes + 1) }) }
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
  }
}

/** Returns a web response. An empty body and the one of HEAD are null, because some statuses do not allow a body. */
export function toWebResponse({ status, headers, body }: MockResponse, method: string): Response {
  const hasBody = method !== 'HEAD' && body !== ''
  return new Response(hasBody ? body : null, { status, headers: { ...headers } })
}
