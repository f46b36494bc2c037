import type { MockRequest } from './http-message.ts'

/** Returns whether a method only reads. */
export const isReadMethod = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Returns whether a browser asks if a page may send a request. */
export const isPreflight = ({ method, header }: MockRequest): boolean =>
  method === 'OPTIONS' && header('access-control-request-method') !== undefined

/** Returns `_method` of the query, else the override header, else the method of the request, in upper case. */
export function overrideMethod(request: MockRequest, inQuery: string | null | undefined): string {
  const override = inQuery ?? request.header('x-http-method-override')
  return (override || request.method).toUpperCase()
}
