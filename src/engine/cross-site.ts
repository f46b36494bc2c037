import type { MockRequest, MockResponse } from './http-message.ts'
import { isLoopback } from './loopback.ts'
import { createErrorResponse } from './plain-response.ts'
import { isReadMethod } from './request-method.ts'

/** Returns whether a page is of this machine or of the mock itself, by its URL or origin. */
export function isTrustedPage(page: string, request: MockRequest): boolean {
  const url = URL.canParse(page) ? new URL(page) : undefined
  if (!url) return false
  return isLoopback(url.hostname) || url.origin === new URL(request.origin).origin
}

/**
 * Returns an error response if a page of another site would write, or create a world, by a request that CORS
 * does not apply to: a form, a picture, a link or a frame. Such a page may read, and use CORS.
 */
export function rejectCrossSite(request: MockRequest, hasWorld: boolean): MockResponse | undefined {
  if (isReadMethod(request.method) && hasWorld) return undefined
  if (!isCrossSiteWithoutCors(request)) return undefined
  const message =
    'A form, picture, link or frame of another site may read, but neither write nor create a world. Send the request with fetch, or open the URL directly.'
  return createErrorResponse(request, 403, 'cross_site', message)
}

/** Returns whether browsers say in `Sec-Fetch-*` that a page of another site sent the request without CORS. */
function isCrossSiteWithoutCors(request: MockRequest): boolean {
  if (request.header('sec-fetch-site') !== 'cross-site') return false
  if (request.header('sec-fetch-mode') === 'cors') return false
  const page = request.header('origin') ?? request.header('referer')
  return page === undefined || !isTrustedPage(page, request)
}
