import type { Settings } from '../contract/context.ts'
import type { Resource } from '../contract/resource.ts'
import {
  createEndpointFinder,
  createEndpoints,
  type Endpoint,
  rootEndpoint,
} from '../contract/route.ts'
import type { Site } from '../contract/site.ts'
import type { MockRequest } from './http-message.ts'

type RequestTarget = Pick<MockRequest, 'path' | 'query'>

/** The path and the query that a request means, and the site that it belongs to. */
export interface SiteRoute extends RequestTarget {
  /** Undefined for a path outside the sites. */
  readonly match: SiteMatch | undefined
}

/** The site that a path belongs to, and its endpoint there. */
export interface SiteMatch {
  readonly site: Site
  readonly endpoints: readonly Endpoint[]
  /** The endpoint of the path, or undefined if the site has no such path. */
  readonly endpoint: Endpoint | undefined
  /** The ID or slug in the path, percent-encoded; empty if the endpoint has neither. */
  readonly key: string
  /** The path below the namespace, such as `/events/12`. Undefined for the root of the site. */
  readonly path: string | undefined
  /** True for the home of the site, which may be a page of an app at the same origin. */
  readonly isHome: boolean
}

/** The parts of a mock that routes depend on. */
export interface RouterOptions {
  readonly sites: readonly Site[]
  readonly resources: readonly Resource[]
  readonly settings: Pick<Settings, 'namespace' | 'preset'>
}

/** Creates the function that finds the route of a request. */
export function createRouter({
  sites,
  resources,
  settings: { namespace, preset },
}: RouterOptions): (target: RequestTarget) => SiteRoute {
  const routers = sites.map((site) => {
    const endpoints = createEndpoints(resources, site, namespace)
    const base = `${site.root}/${namespace}`.toLowerCase()
    return { site, endpoints, base, findEndpoint: createEndpointFinder(endpoints) }
  })
  const findMatch = (path: string): SiteMatch | undefined => {
    const lowerCase = path.toLowerCase().replace(/\/$/, '')
    for (const { site, endpoints, base, findEndpoint } of routers) {
      const isRoot = lowerCase === site.root.toLowerCase()
      if (!isRoot && !`${lowerCase}/`.startsWith(`${base}/`)) continue
      const found = isRoot
        ? { endpoint: rootEndpoint, key: '' }
        : findEndpoint(path.slice(base.length))
      const isHome = isRoot && site.home === site.root
      const below = isRoot ? undefined : path.slice(base.length) || '/'
      const { endpoint, key = '' } = found ?? {}
      return { site, endpoints, endpoint, key, path: below, isHome }
    }
    return undefined
  }
  return (requested) => {
    const path = preset.followsService ? toPlainPath(requested.path) : requested.path
    const target = resolveRestRoute({ ...requested, path }, sites)
    return { ...target, match: findMatch(target.path) }
  }
}

/** Returns the path that WordPress reads: with single slashes, and without `/index.php` before the root (24.5). */
const toPlainPath = (path: string): string =>
  path.replace(/\/{2,}/g, '/').replace(/\/index\.php(?=\/)/, '')

/**
 * Returns the path and the query that `rest_route` at the home of a site stands for: `/?rest_route=/cal/events/v1`.
 * Sites with plain permalinks have such URLs. Any other request is unchanged.
 */
function resolveRestRoute({ path, query }: RequestTarget, sites: readonly Site[]): RequestTarget {
  const parts = query.split('&')
  const named = parts.find((part) => part.startsWith('rest_route='))
  const site = named && sites.find(({ home }) => isHomePath(path, home))
  if (!site) return { path, query }
  const route = new URLSearchParams(named).get('rest_route') ?? ''
  return {
    path: encodeURI(`${site.root}/${route.replace(/^\//, '')}`),
    query: parts.filter((part) => part !== named).join('&'),
  }
}

/** Returns whether a path is the home of a site: `/de`, `/de/` or `/de/index.php`. */
export const isHomePath = (path: string, home: string): boolean =>
  path.toLowerCase().replace(/\/(index\.php)?$/, '') === home.toLowerCase()
