// a namespace, because builds of Vite without msw reject imports of names
import * as msw from 'msw'
import { resources } from '../contract/resources/index.ts'
import { createEndpoints, listRoutes, type Route } from '../contract/route.ts'
import type { Mock } from '../create-mock.ts'
import { createSiteWarning } from '../web/unhandled.ts'
import { handleWebRequest } from '../web/web-adapter.ts'

/**
 * Creates an MSW handler for each method and path (52 for any number of sites), and one for all other
 * requests of the mock: HEAD, OPTIONS, unknown routes, images and control routes. Requests to other
 * addresses fall through.
 */
export function handlersFor(mock: Mock): msw.HttpHandler[] {
  const [site] = mock.sites
  if (!site) return []
  const { namespace } = mock.settings
  const routes = listRoutes(createEndpoints(resources, site, namespace))
  const root = site.root.replace(new RegExp(`/${site.language}(?=/|$)`), '/:site')
  const toPattern = (path: string): string =>
    `*${root}/${namespace}${path.replace(/\{(\w+)\}/g, ':$1')}`
  const matchRequest = (request: Request) => mock.matchUrl(new URL(request.url))
  const createHandler = ({ method, path }: Route): msw.HttpHandler => {
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
class RouteHandler extends msw.HttpHandler {
  readonly #matches: (request: Request) => boolean

  /** MSW shows the method and the path in its warnings, and does not match with them. */
  constructor(
    { method, path }: Pick<msw.HttpHandler['info'], 'method' | 'path'>,
    mock: Mock,
    matches: (request: Request) => boolean,
  ) {
    super(method, path, ({ request }) => handleWebRequest(request, mock))
    this.#matches = matches
  }

  override async run(args: Parameters<msw.HttpHandler['run']>[0]) {
    return this.#matches(args.request) ? super.run(args) : null
  }

  /** Skips the matcher of MSW, which throws for malformed percent-encoding. `run` has matched the request. */
  override async parse() {
    return { match: { matches: true, params: {} }, cookies: {} }
  }
}
