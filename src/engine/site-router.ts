import type { Settings } from '../contract/context.ts'
import type { Resource } from '../contract/resource.ts'
import {
  createEndpointFinder,
  createEndpoints,
  type Endpoint,
  type FindEndpoint,
} from '../contract/route.ts'
import type { Site } from '../contract/site.ts'

/** What a service is made of, the same for every state it is in. */
export interface EngineConfig {
  readonly sites: readonly Site[]
  readonly resources: readonly Resource[]
  readonly settings: Settings
}

/** A site with its table of routes, made once, when it is first asked for. */
export interface SiteRoutes {
  readonly site: Site
  readonly endpoints: readonly Endpoint[]
  readonly findEndpoint: FindEndpoint
}

/** Where a path leads. */
export interface SiteMatch {
  readonly routes: SiteRoutes
  /** The path below that of the site. */
  readonly rest: string
}

/** Finds the site that a path belongs to. */
export function createSiteRouter(service: EngineConfig): (path: string) => SiteMatch | undefined {
  const { sites, resources, settings } = service
  const bases = sites.map(({ root }) => `${root}/${settings.namespace}`.toLowerCase())
  const mounts: SiteRoutes[] = []

  function mountOf(n: number, site: Site): SiteRoutes {
    const endpoints = createEndpoints(resources, site, settings.namespace)
    mounts[n] = { site, endpoints, findEndpoint: createEndpointFinder(endpoints) }
    return mounts[n]
  }

  /** Where a path leads that is told in lower case as far as a site goes. */
  function arrivalOf(path: string, lower: string): SiteMatch | undefined {
    for (let n = 0; n < bases.length; n++) {
      const base = bases[n] as string // the place lies within
      if (!lower.startsWith(base)) continue
      const rest = path.slice(base.length)
      if (rest === '' || rest.startsWith('/'))
        return { routes: mounts[n] ?? mountOf(n, sites[n] as Site), rest } // there is one for each base
    }
    return undefined
  }

  return (path) => arrivalOf(path, path) ?? arrivalOf(path, path.toLowerCase())
}
