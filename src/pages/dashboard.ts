import { controlPath } from '../control/operation.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createJsonResponse, createResponse } from '../engine/plain-response.ts'
import type { DashboardFiles } from '../seed/source/mock-source.ts'
import { listSites, type SiteList } from './root-routes.ts'

/** The path of the dashboard, which it has also where `/` belongs to an app. */
const dashboardPath = `${controlPath}/`

const referencePath = `${dashboardPath}reference.js`

/**
 * Handles a request for the dashboard or its files: the page for a browser, else the sites and control routes. Returns
 * undefined for other requests, and for `/` where the build has not written the dashboard.
 */
export async function handleDashboard(
  request: MockRequest,
  files: DashboardFiles,
  sites: SiteList,
): Promise<MockResponse | undefined> {
  const { path, method, query } = request
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (path === referencePath) return serveReference(request, await files.reference())
  const isRoot =
    path === '/' && !/(?:^|&)(?:rest_route|post_type|ical|outlook-ical|feed)=/.test(query)
  if (!isRoot && path !== dashboardPath && path !== controlPath) return undefined
  const wantsPage = request.header('accept')?.includes('text/html')
  const page = wantsPage ? await files.page() : ''
  if (page !== '') return servePage(request, page)
  return isRoot ? undefined : presentMock(request, sites)
}

/** Presents the URL of the world, of its sites and of its control routes. Links begin with a public URL, which may differ from the client's. */
async function presentMock(request: MockRequest, list: SiteList): Promise<MockResponse> {
  const { controlRoutes } = await import('../control/routes.ts') // a page without tools does not load them
  return createJsonResponse(request, 200, {
    name: 'calmock',
    url: request.origin,
    sites: listSites(request, list),
    routes: Object.entries(controlRoutes).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { summary }]) => ({
        method,
        url: `${request.origin}${controlPath}${path.replace('*', '{name}')}`,
        summary,
      })),
    ),
  })
}

/** Creates the response with the page. Its policy and its version are in its head, where the build writes them. */
function servePage(request: MockRequest, page: string): MockResponse {
  const policy = readFirst(page, /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/)
  const version = `"${readFirst(page, /<meta name="version" content="([^"]*)">/)}"`
  const headers = {
    'Content-Security-Policy': `${policy}; frame-ancestors 'self'`,
    'Cache-Control': 'no-cache',
    ETag: version,
    Vary: 'Accept, Origin',
  }
  return request.header('if-none-match') === version
    ? createResponse(request, { status: 304, headers, body: '' })
    : createResponse(request, { type: 'text/html', headers, body: page })
}

/** Returns the text that the first group of a pattern matches. */
const readFirst = (page: string, pattern: RegExp): string => pattern.exec(page)?.[1] ?? ''

function serveReference(request: MockRequest, body: string): MockResponse | undefined {
  if (body === '') return undefined
  return createResponse(request, {
    type: 'text/javascript',
    headers: { 'Cache-Control': 'no-cache' },
    body,
  })
}
