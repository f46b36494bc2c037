import { isForwarded, readForwardedOrigin } from '../engine/forwarded.ts'
import type { MockRequest } from '../engine/http-message.ts'
import type { BaseUrl } from '../options/base-url.ts'

/**
 * Returns the request as one to the base: its path is below the base, and its origin is the client's URL of the
 * base, which all links start with. Returns undefined for a path that is not below the base.
 */
export function moveToBase(request: MockRequest, base: BaseUrl): MockRequest | undefined {
  const { mountPath = '' } = request
  const below = cutBase(request.path, base)
  const path = below ?? cutBase(mountPath + request.path, base)
  if (path === undefined) return undefined
  const hasProxy = base.trustsProxy && isForwarded(request)
  const mount = below === undefined ? '' : mountPath // else the base contains it
  const origin = hasProxy ? readForwardedOrigin(request) : request.origin
  return {
    ...request,
    path,
    origin: base.publicUrl ?? origin + mount + base.path,
    ...(hasProxy && { isExposed: true }),
  }
}

/** Returns a path below the base, or undefined for another one. */
export const cutBase = (path: string, { path: base }: BaseUrl): string | undefined =>
  path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : undefined
