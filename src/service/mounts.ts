import type { Settings } from '../contract/context.ts'
import type { Resource } from '../contract/resource.ts'
import { type Endpoint, endpointsOf, type FindEndpoint, findEndpointIn } from '../contract/route.ts'
import type { Site } from '../contract/site.ts'

/** What a service is made of, the same for every state it is in. */
export interface Service {
  readonly sites: readonly Site[]
  readonly resources: readonly Resource[]
  readonly settings: Settings
}

/** A site with its table of routes, made once, when it is first asked for. */
export interface Mounted {
  readonly site: Site
  readonly endpoints: readonly Endpoint[]
  readonly findEndpoint: FindEndpoint
}

/** Where a path leads. */
export interface Arrival {
  readonly mount: Mounted
  /** The path below that of the site. */
  readonly rest: string
}

/** Finds the site that a path belongs to. */
export function mounting(service: Service): (path: string) => Arrival | undefined {
  const { sites, resources, settings } = service
  const bases = sites.map(({ root }) => `${root}/${settings.namespace}`.toLowerCase())
  const mounts: Mounted[] = []

  function mountOf(n: number, site: Site): Mounted {
    const endpoints = endpointsOf(resources, site, settings.namespace)
    mounts[n] = { site, endpoints, findEndpoint: findEndpointIn(endpoints) }
    return mounts[n]
  }

  return (path) => {
    const lower = path.toLowerCase()
    for (const [n, site] of sites.entries()) {
      const base = bases[n] ?? ''
      const rest = lower.startsWith(base) ? path.slice(base.length) : undefined
      if (rest !== undefined && (rest === '' || rest.startsWith('/')))
        return { mount: mounts[n] ?? mountOf(n, site), rest }
    }
    return undefined
  }
}
