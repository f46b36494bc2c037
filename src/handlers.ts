import { HttpHandler } from 'msw'
import type { Service } from './calmock.ts'
import { resources } from './contract/resources/index.ts'
import { endpointsOf, routesOf } from './contract/route.ts'
import type { Call, Reply } from './service/call.ts'
import { MAX_BODY } from './service/read-body.ts'

/**
 * One MSW handler per method and path (52, whatever the number of sites), and one more for what is
 * ours all the same: HEAD, OPTIONS, unknown routes, pictures. Requests elsewhere are passed over.
 */
export function handlersFor(service: Service): HttpHandler[] {
  const [site] = service.sites
  if (!site) return []
  const { namespace } = service.settings
  const routes = routesOf(endpointsOf(resources, site, namespace))
  const root = site.root.replace(new RegExp(`/${site.language}(?=/|$)`), '/:site')
  const path = (below: string): string =>
    `*${root}/${namespace}${below.replace(/\{(\w+)\}/g, ':$1')}`
  const at = (request: Request) => service.endpointAt(new URL(request.url).pathname)
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
    new RouteHandler(/.*/, '*/__calmock/*', service, (request) =>
      new URL(request.url).pathname.startsWith('/__calmock/'),
    ),
  ]
}

/** A handler that looks at method and path before msw does any work, with our own table. */
class RouteHandler extends HttpHandler {
  readonly #isMine: (request: Request) => boolean

  constructor(
    method: HttpHandler['info']['method'],
    path: string,
    service: Service,
    isMine: (request: Request) => boolean,
  ) {
    super(method, path, ({ request }) => respondTo(request, service))
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

/** Answers a `Request`, wherever it came from. */
export async function respondTo(request: Request, service: Service): Promise<Response> {
  return toResponse(await service.respond(await callOf(request)))
}

async function callOf(request: Request): Promise<Call> {
  const { origin, pathname, search } = new URL(request.url)
  const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
  return {
    method: request.method,
    origin,
    path: pathname,
    query: search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    ...(body && { body: body.subarray(0, MAX_BODY + 1) }),
  }
}

function toResponse({ status, headers, body }: Reply): Response {
  return new Response(body === '' ? null : body, { status, headers: { ...headers } })
}
