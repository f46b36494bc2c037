import { HttpHandler } from 'msw'
import { resources } from '../contract/resources/index.ts'
import { createEndpoints, listRoutes, type Route } from '../contract/route.ts'
import type { Mock } from '../create-mock.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import type { World } from '../world/world.ts'
import { createSiteWarning } from './unhandled.ts'

/** A world that can handle web requests. */
export interface FetchableWorld extends World {
  /**
   * Handles a request in process and returns what the server would send, for server rendering, edge
   * code and unit tests. Accepts the same arguments as the global `fetch`; the host of a relative URL
   * is `localhost`.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

/** A mock with handlers for MSW, and with `fetch`, which works without interception. The mock itself is the world `default`. */
export interface Calmock extends Mock, FetchableWorld {
  /** Handlers for `setupWorker(...)` and `setupServer(...)`. */
  readonly handlers: HttpHandler[]
  /** Returns an isolated world, which is created on first use. Throws for an invalid name. */
  world(name: string): FetchableWorld
}

/** Adds MSW handlers to a mock, and `fetch` to each of its worlds. */
export function withHandlers(mock: Mock): Calmock {
  const createFetch =
    (world?: string): FetchableWorld['fetch'] =>
    (input, init) =>
      handleRequest(toRequest(input, init), mock, world)
  return extendObject(mock, {
    handlers: handlersFor(mock),
    fetch: createFetch(),
    world: (name: string) => extendObject(mock.world(name), { fetch: createFetch(name) }),
  })
}

/** Returns an object that inherits from `base` and has additional properties. */
const extendObject = <B extends object, A extends object>(
  base: B,
  added: A,
): Omit<B, keyof A> & A => Object.assign(Object.create(base), added)

const toRequest = (input: string | URL | Request, init?: RequestInit): Request =>
  new Request(isRequest(input) ? input : new URL(input, 'http://localhost'), init)

/** Returns whether the argument of `fetch` is a `Request`, also of another realm, such as Node's in jsdom. */
export const isRequest = (input: string | URL | Request): input is Request =>
  typeof input === 'object' && 'url' in input

/**
 * Creates an MSW handler for each method and path (52 for any number of sites), and one for all other
 * requests of the mock: HEAD, OPTIONS, unknown routes, images and control routes. Requests to other
 * addresses fall through.
 */
export function handlersFor(mock: Mock): HttpHandler[] {
  const [site] = mock.sites
  if (!site) return []
  const { namespace } = mock.settings
  const routes = listRoutes(createEndpoints(resources, site, namespace))
  const root = site.root.replace(new RegExp(`/${site.language}(?=/|$)`), '/:site')
  const toPattern = (path: string): string =>
    `*${root}/${namespace}${path.replace(/\{(\w+)\}/g, ':$1')}`
  const matchRequest = (request: Request) => mock.matchUrl(new URL(request.url))
  const createHandler = ({ method, path }: Route): HttpHandler => {
    const matches = (request: Request): boolean =>
      request.method === method && matchRequest(request).endpoint?.path === path
    return new RouteHandler({ method, path: toPattern(path) }, mock, matches)
  }
  const warnOfSite = createSiteWarning(mock)
  const matchesOther = (request: Request): boolean => {
    const { isOurs } = matchRequest(request)
    if (!isOurs) warnOfSite(new URL(request.url))
    return isOurs
  }
  const fallback = { method: /.*/, path: toPattern('/*') }
  return [...routes.map(createHandler), new RouteHandler(fallback, mock, matchesOther)]
}

/** A handler that matches requests with the mock's own router. */
class RouteHandler extends HttpHandler {
  readonly #matches: (request: Request) => boolean

  /** MSW shows the method and the path in its warnings, and does not match with them. */
  constructor(
    { method, path }: Pick<HttpHandler['info'], 'method' | 'path'>,
    mock: Mock,
    matches: (request: Request) => boolean,
  ) {
    super(method, path, ({ request }) => handleRequest(request, mock))
    this.#matches = matches
  }

  override async run(args: Parameters<HttpHandler['run']>[0]) {
    return this.#matches(args.request) ? super.run(args) : null
  }

  /** Skips the matcher of MSW, which throws for malformed percent-encoding. `run` has matched the request. */
  override async parse() {
    return { match: { matches: true, params: {} }, cookies: {} }
  }
}

/** Handles a web request in the named world, else in the world that the request names. */
async function handleRequest(request: Request, mock: Mock, world?: string): Promise<Response> {
  const mockRequest = await toMockRequestFromWeb(request, mock.settings.maxBody)
  return toWebResponse(await mock.handle(mockRequest, world), request.method)
}

async function toMockRequestFromWeb(request: Request, maxBytes: number): Promise<MockRequest> {
  const { origin, pathname, search } = new URL(request.url)
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
  return {
    method: request.method,
    origin,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    ...(body && { body: body.subarray(0, maxBytes + 1) }),
  }
}

/** Returns a web response. An empty body and the one of HEAD are null, because some statuses do not allow a body. */
function toWebResponse({ status, headers, body }: MockResponse, method: string): Response {
  const hasBody = method !== 'HEAD' && body !== ''
  return new Response(hasBody ? body : null, { status, headers: { ...headers } })
}
