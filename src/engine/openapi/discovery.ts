import type { Query, Settings } from '../../contract/context.ts'
import type { Param } from '../../contract/params/param.ts'
import { Problem } from '../../contract/problem.ts'
import type { Resource } from '../../contract/resource.ts'
import type { Endpoint } from '../../contract/route.ts'
import type { Site } from '../../contract/site.ts'

/** What a description is made from. */
export interface ApiDescription {
  readonly endpoints: readonly Endpoint[]
  readonly resources: readonly Resource[]
  readonly site: Site
  readonly namespace: string
  /** Address of the site's REST root, without a slash at the end. */
  readonly root: string
  readonly now: Date
  readonly settings: Settings
}

/** The index of the namespace (4.2): every route with its methods and arguments, in the site's language. */
export function createDiscovery(input: Query, described: ApiDescription): Query {
  const { endpoints, namespace, root } = described
  if (input.namespace !== undefined && input.namespace !== namespace) {
    const slots = { given: `"${input.namespace}"`, accepted: namespace }
    throw new Problem('rest_invalid_namespace', { values: slots })
  }
  const routes = endpoints.map((endpoint) => [
    `/${namespace}${toPathPattern(endpoint.path)}`,
    describeRoute(endpoint, described),
  ])
  return { namespace, routes: Object.fromEntries(routes), _links: { up: [{ href: `${root}/` }] } }
}

/** One route of the index; also the answer to OPTIONS. */
export function describeRoute(
  { path, operations }: Endpoint,
  { site, namespace, root, now }: ApiDescription,
): Query {
  return {
    namespace,
    methods: operations.flatMap(({ methods }) => methods),
    endpoints: operations.map(({ methods, args }) => ({
      methods,
      args: Object.fromEntries(
        Object.entries(args).map(([name, param]) => [name, describeArgument(param, site, now)]),
      ),
    })),
    ...(!path.includes('{') && { _links: { self: [{ href: `${root}/${namespace}${path}` }] } }),
  }
}

function describeArgument(param: Param<unknown>, { messages: words }: Site, now: Date): Query {
  const computed =
    param.defaultValue && !('default' in param.declared) ? computeDefault(param, now) : {}
  const { default: value, ...declared } = param.declared
  return {
    ...('default' in param.declared && { default: value }),
    ...computed,
    ...(param.doc && { description: words[param.doc] }),
    ...declared,
    required: param.required,
  }
}

/** Defaults that depend on the clock are printed; lists of words are the service's own business. */
function computeDefault(param: Param<unknown>, now: Date): Query {
  const value = param.defaultValue?.(now)
  return typeof value === 'string' ? { default: value } : {}
}

/** Paths as the index writes them: `/events/(?P<id>\d+)`. */
const toPathPattern = (path: string): string =>
  path.replace('{id}', '(?P<id>\\d+)').replace('{slug}', '(?P<slug>[^/]+)')
