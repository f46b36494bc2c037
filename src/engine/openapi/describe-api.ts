import type { Query } from '../../contract/context.ts'
import type { Param } from '../../contract/params/param.ts'
import { Problem } from '../../contract/problem.ts'
import { type Endpoint, rootEndpoint } from '../../contract/route.ts'
import { HOUR } from '../../dates/durations.ts'
import { offsetAt } from '../../dates/time-zone.ts'
import type { SiteMatch } from '../site-router.ts'
import { type ApiDescription, createDocument } from './document.ts'

/** Returns the index of the site or of the namespace, or the OpenAPI document. */
export function describeApi(
  action: 'index' | 'doc',
  input: Query,
  api: ApiDescription & Pick<SiteMatch, 'endpoint'>,
): Query {
  if (action === 'doc') return createDocument(api)
  return api.endpoint === rootEndpoint ? createRootIndex(api) : createDiscovery(input, api)
}

/** Returns the index of the namespace (19.1): every route with its methods and arguments. Throws `Problem` for another namespace. */
export function createDiscovery(input: Query, api: ApiDescription): Query {
  const { root, settings } = api
  const { namespace } = settings
  if (input.namespace !== undefined && input.namespace !== namespace) {
    const values = { given: `"${input.namespace}"`, accepted: namespace }
    throw new Problem('rest_invalid_namespace', { values })
  }
  return { namespace, routes: describeRoutes(api), _links: { up: [{ href: `${root}/` }] } }
}

/** Returns the index of the site, which clients find by the `Link` header of every response. */
export function createRootIndex(api: ApiDescription): Query {
  const { site, root, settings, now } = api
  const home = root.slice(0, root.length - site.root.length) + site.home
  return {
    name: site.messages.docTitle,
    description: site.messages.siteDescription,
    url: home,
    home,
    gmt_offset: offsetAt(now.getTime(), site.zone) / HOUR,
    timezone_string: site.zone,
    namespaces: [settings.namespace],
    authentication: [],
    routes: { '/': describeRoute(rootEndpoint, api), ...describeRoutes(api) },
  }
}

function describeRoutes(api: ApiDescription): Query {
  const routes = api.endpoints.map((endpoint) => [
    `/${api.settings.namespace}${toPathPattern(endpoint.path)}`,
    describeRoute(endpoint, api),
  ])
  return Object.fromEntries(routes)
}

/** Returns a route of the index, which is also the response to OPTIONS. */
export function describeRoute({ path, operations }: Endpoint, api: ApiDescription): Query {
  const { root, settings } = api
  const isRoot = path === rootEndpoint.path
  const self = isRoot ? `${root}/` : `${root}/${settings.namespace}${path}`
  return {
    namespace: isRoot ? '' : settings.namespace,
    methods: operations.flatMap(({ methods }) => methods),
    endpoints: operations.map(({ methods, args }) => ({
      methods,
      args: Object.fromEntries(
        Object.entries(args)
          .filter(([name]) => name !== 'i18n_language' || !settings.preset.followsService)
          .map(([name, param]) => [name, describeArgument(param, api)]),
      ),
    })),
    ...(!path.includes('{') && { _links: { self: [{ href: self }] } }),
  }
}

function describeArgument(param: Param<unknown>, api: ApiDescription): Query {
  const { messages } = api.site
  const { default: declaredDefault, ...declared } = param.declared
  return {
    ...('default' in param.declared
      ? { default: declaredDefault }
      : describeComputedDefault(param, api)),
    ...(param.doc && { description: messages[param.doc] }),
    ...declared,
    required: param.required,
  }
}

/** Returns a default that is computed from the clock or the options: with the preset as text (24.5). Default lists are not shown. */
function describeComputedDefault(param: Param<unknown>, api: ApiDescription): Query {
  const computed = param.defaultValue?.(api.now, api)
  const isText = api.settings.preset.followsService && typeof computed === 'number'
  const value = isText ? String(computed) : computed
  return ['string', 'number'].includes(typeof value) ? { default: value } : {}
}

/** Returns a path as the index shows it: `/events/(?P<id>\d+)`. */
const toPathPattern = (path: string): string =>
  path.replace('{id}', '(?P<id>\\d+)').replace('{slug}', '(?P<slug>[^/]+)')
