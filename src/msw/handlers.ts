import { HttpHandler } from 'msw'
import { resources } from '../contract/resources/index.ts'
import { createEndpoints, listRoutes } from '../contract/route.ts'
import type { Mock, RouteMatch } from '../create-mock.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import type { World } from '../world/world.ts'

/** An isolated state of a mock, with the answers it gives. */
export interface FetchableWorld extends World {
  /** Answers a request in process, as the service would: for server rendering, edge code and unit tests. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

/** A mock: MSW handlers, and the same answers without any interception. Itself its world `default`. */
export interface Calmock extends Mock, FetchableWorld {
  /** For `setupWorker(...)` and `setupServer(...)`. */
  readonly handlers: HttpHandler[]
  /** An isolated state of its own, made on first use. Throws for what cannot be a name. */
  world(name: string): FetchableWorld
}

/** A service with its handlers, and with `fetch` in each of its worlds. */
export function withHandlers(service: Mock): Calmock {
  const fetchIn =
    (world?: string): FetchableWorld['fetch'] =>
    (input, init) =>
      handleRequest(toRequest(input, init), service, world)
  const own = {
    handlers: handlersFor(service),
    fetch: fetchIn(),
    world: (name: string) => extendObject({ fetch: fetchIn(name) }, service.world(name)),
  }
  return extendObject(own, service)
}

/** Returns an object that has further properties and inherits the others. */
const extendObject = <A extends object, B extends object>(own: A, base: B): Omit<B, keyof A> & A =>
  Object.assign(Object.create(base), own)

/** A relative address is one of the mock's own, on a host that does not matter. */
const toRequest = (input: string | URL | Request, init?: RequestInit): Request =>
  new Request(input instanceof Request ? input : new URL(input, 'http://localhost'), init)

/**
 * One MSW handler per method and path (52, whatever the number of sites), and one more for what is
 * ours all the same: HEAD, OPTIONS, unknown routes, pictures, control routes. Requests elsewhere are
 * passed over.
 */
export function handlersFor(service: Mock): HttpHandler[] {
  const [site] = service.sites
  if (!site) return []
  const { namespace } = service.settings
  const routes = listRoutes(createEndpoints(resources, site, namespace))
  const root = site.root.replace(new RegExp(`/${site.language}(?=/|$)`), '/:site')
  const path = (below: string): string =>
    `*${root}/${namespace}${below.replace(/\{(\w+)\}/g, ':$1')}`
  const at = cacheMatches((request) => service.matchUrl(new URL(request.url)))
  return [
    ...routes.map(
      (route) =>
        new RouteHandler(
          route.method,
          path(route.path),
          service,
          (request) => request.method === route.method && at(request).endpoint?.path === route.path,
        ),
    ),
    new RouteHandler(/.*/, path('/*'), service, (request) => at(request).isOurs),
  ]
}

/** The place of a request, found once for all handlers. */
function cacheMatches(placeOf: (request: Request) => RouteMatch): (request: Request) => RouteMatch {
  const known = new WeakMap<Request, RouteMatch>()
  return (request) => {
    const place = known.get(request) ?? placeOf(request)
    known.set(request, place)
    return place
  }
}

/** A handler that looks at method and path before msw does any work, with our own table. */
class RouteHandler extends HttpHandler {
  readonly #isMine: (request: Request) => boolean

  constructor(
    method: HttpHandler['info']['method'],
    path: string,
    service: Mock,
    isMine: (request: Request) => boolean,
  ) {
    super(method, path, ({ request }) => handleRequest(request, service))
    this.#isMine = isMine
  }

  override async run(args: Parameters<HttpHandler['run']>[0]) {
    if (!this.#isMine(args.request)) return null
    return super.run(args)
  }

  /** The path has been matched by our own table already, which reads what msw's matcher would throw at. */
  override async parse() {
    return { match: { matches: true, params: {} }, cookies: {} }
  }
}

/** Answers a `Request`, wherever it came from, in a world where one is named. */
async function handleRequest(request: Request, service: Mock, world?: string): Promise<Response> {
  return toWebResponse(
    await service.handle(await toMockRequestFromWeb(request, service.settings.maxBody), world),
  )
}

async function toMockRequestFromWeb(request: Request, most: number): Promise<MockRequest> {
  const { origin, pathname, search } = new URL(request.url)
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
  return {
    method: request.method,
    origin,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    ...(body && { body: body.subarray(0, most + 1) }),
  }
}

function toWebResponse({ status, headers, body }: MockResponse): Response {
  return new Response(body === '' ? null : body, { status, headers: { ...headers } })
}
