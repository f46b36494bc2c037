import type { Site } from '../contract/site.ts'
import type { MockRequest } from './http-message.ts'

/** The path and the query of a request. */
type RequestTarget = Pick<MockRequest, 'path' | 'query'>

/**
 * Returns the path and the query that `rest_route` at the home of a site stands for: `/?rest_route=/cal/events/v1`.
 * Sites with plain permalinks have such URLs. Any other request is unchanged.
 */
export function resolveRestRoute(
  { path, query }: RequestTarget,
  sites: readonly Site[],
): RequestTarget {
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
