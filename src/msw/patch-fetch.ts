import { getResponse } from 'msw'
import { isRequest } from '../web/web-adapter.ts'

type Handlers = Parameters<typeof getResponse>[0]

/** Patches `fetch` to use the handlers. Returns a function that restores it. */
export const patchFetch = (listHandlers: () => readonly unknown[]): (() => void) =>
  replaceFetch((originalFetch) => async (input, init) => {
    const request = requestInlineImages(input, init)
    const handlers = [...listHandlers()] as Handlers // a mock has only request handlers
    const response = await getResponse(handlers, request)
    request.signal.throwIfAborted()
    if (response?.type === 'error') throw new TypeError('Failed to fetch')
    return response ?? originalFetch(input, init)
  })

/** Patches `fetch` to request inline images from the mock. Returns a function that restores it. */
export const inlineImages = (isOurs: (url: URL) => boolean): (() => void) =>
  replaceFetch((originalFetch) => (input, init) => {
    const { url } = isRequest(input) ? input : new Request(input)
    return isOurs(new URL(url))
      ? originalFetch(requestInlineImages(input, init))
      : originalFetch(input, init)
  })

/** Returns a request for a response with inline images, because requests of `<img>` are not intercepted. */
function requestInlineImages(...[input, init]: Parameters<typeof fetch>): Request {
  const request = new Request(isRequest(input) ? input.clone() : input, init)
  request.headers.set('x-calmock-pictures', 'data')
  return request
}

/** Replaces the global `fetch`. Returns a function that restores it. */
function replaceFetch(replace: (originalFetch: typeof fetch) => typeof fetch): () => void {
  const originalFetch = globalThis.fetch
  // defined, because an assignment fails where MSW has made it read-only
  const define = (value: typeof fetch): unknown =>
    Object.defineProperty(globalThis, 'fetch', { value, configurable: true, writable: true })
  define(replace(originalFetch))
  return () => void define(originalFetch)
}
