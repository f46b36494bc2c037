import type { Repository, Settings } from '../contract/context.ts'
import type { Problem } from '../contract/problem.ts'
import type { Resource } from '../contract/resource.ts'
import {
  createEndpointFinder,
  createEndpoints,
  type Endpoint,
  rootEndpoint,
} from '../contract/route.ts'
import type { Site } from '../contract/site.ts'
import type { RequestNotes } from '../explain/request-notes.ts'

/** The sites, resources and settings of an engine, which are the same for every world. */
export interface EngineConfig {
  readonly sites: readonly Site[]
  readonly resources: readonly Resource[]
  readonly settings: Settings
}

/** The records and the time that a request is handled with. */
export interface EngineState {
  readonly repository: Repository
  readonly now: Date
  /** Collects the notes about the request. */
  readonly notes?: RequestNotes
  /** The problem that rejects every request, also a valid one. Default: requests are handled. */
  readonly rejection?: Problem | undefined
}

/** The site that a path belongs to, and its endpoint there. */
export interface SiteMatch {
  readonly site: Site
  /** All endpoints of the site. */
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

/** Creates a function that returns the match of a path, or undefined for a path outside the sites. */
export function createSiteRouter({
  sites,
  resources,
  settings: { namespace },
}: EngineConfig): (path: string) => SiteMatch | undefined {
  const routers = sites.map((site) => {
    const endpoints = createEndpoints(resources, site, namespace)
    const base = `${site.root}/${namespace}`.toLowerCase()
    return { site, endpoints, base, findEndpoint: createEndpointFinder(endpoints) }
  })
  return (path) => {
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
}
