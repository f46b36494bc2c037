import type { HttpHandler, http } from 'msw'
import { resources } from '../../contract/resources/index.ts'
import { createEndpoints, listRoutes, type Route } from '../../contract/route.ts'
import type { Mock } from '../../create-mock.ts'
import { createSiteWarning } from '../fetch/unhandled.ts'
import { handleWebRequest } from '../fetch/web-adapter.ts'

/** The object `http` of MSW, whose methods create handlers. */
export type MswHttp = typeof http

/**
 * Creates an MSW handler for each method and path (52 for any number of sites), and a handler for all other
 * requests of the mock: HEAD, OPTIONS, unknown routes, images and control routes. Requests to other
 * addresses fall through.
 */
export function createHandlers(mock: Mock, http: MswHttp): HttpHandler[] {
  const [site] = mock.sites
  if (!site) return []
  const { namespace } = mock.settings
  const routes = listRoutes(createEndpoints(resources, site, namespace))
  const root = site.root.replace(new RegExp(`/${site.language}(?=/|$)`), '/:site')
  const toPattern = (path: string): string =>
    `*${root}/${namespace}${path.replace(/\{(\w+)\}/g, ':$1')}`
  const respond = ({ request }: { request: Request }) => handleWebRequest(request, mock)
  const matchRequest = (request: Request) => mock.matchUrl(new URL(request.url))
  const createHandler = ({ method, path }: Route): HttpHandler => {
    const matches = (request: Request): boolean =>
      request.method === method && matchRequest(request).endpoint?.path === path
    const name = method.toLowerCase() as Lowercase<typeof method> // TypeScript returns string
    return matchWith(matches, http[name](toPattern(path), respond))
  }
  const warnOfSite = createSiteWarning(mock)
  const matchesOther = (request: Request): boolean => {
    const { isOurs } = matchRequest(request)
    if (!isOurs) warnOfSite(new URL(request.url))
    return isOurs
  }
  const fallback = matchWith(matchesOther, http.all(toPattern('/*'), respond))
  return [...routes.map(createHandler), fallback]
}

/**
 * Makes a handler match with the mock's own router. MSW shows the method and the path of the handler in its
 * warnings. Its own matcher throws for malformed percent-encoding.
 */
function matchWith(matches: (request: Request) => boolean, handler: HttpHandler): HttpHandler {
  const run = handler.run.bind(handler)
  return Object.assign(handler, {
    run: async (args: Parameters<HttpHandler['run']>[0]) =>
      matches(args.request) ? run(args) : null,
    parse: async () => ({ match: { matches: true, params: {} }, cookies: {} }),
  })
}
