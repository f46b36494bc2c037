import type { Query } from '../../contract/context.ts'
import { rootEndpoint } from '../../contract/route.ts'
import type { SiteMatch } from '../site-router.ts'
import { type ApiDescription, createDiscovery, createRootIndex } from './discovery.ts'
import { createDocument } from './document.ts'

export { describeRoute } from './discovery.ts'

/** Returns the index of the site or of the namespace, or the OpenAPI document. */
export function describeApi(
  action: 'index' | 'doc',
  input: Query,
  api: ApiDescription & Pick<SiteMatch, 'endpoint'>,
): Query {
  if (action === 'doc') return createDocument(api)
  return api.endpoint === rootEndpoint ? createRootIndex(api) : createDiscovery(input, api)
}
