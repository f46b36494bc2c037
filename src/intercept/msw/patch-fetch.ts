// a namespace, because builds of Vite without msw reject imports of names
import * as msw from 'msw'
import {
  type FetchInterceptionOptions,
  replaceFetch,
  requestInlineImages,
} from '../fetch/intercept-fetch.ts'
import { applyUnhandledStrategy } from '../fetch/unhandled.ts'
import { isRequest, rejectDropped } from '../fetch/web-adapter.ts'

type Handlers = Parameters<typeof msw.getResponse>[0]

/**
 * Patches `fetch` to use the handlers, as MSW does where it intercepts requests: `bypass()` and `passthrough()` send
 * them to the network. Returns a function that restores it.
 */
export const patchFetch = (
  listHandlers: () => readonly unknown[],
  { onUnhandledRequest, inlineImages = false }: FetchInterceptionOptions,
): (() => void) =>
  replaceFetch((originalFetch) => async (input, init) => {
    const request = copyRequest(input, init)
    const { method, url, headers } = request
    if (headers.get('accept')?.includes('msw/passthrough')) return originalFetch(input, init)
    if (inlineImages) requestInlineImages(request)
    const handlers = [...listHandlers()] as Handlers // a mock has only request handlers
    const response = await msw.getResponse(handlers, request)
    request.signal.throwIfAborted()
    if (!response) applyUnhandledStrategy(onUnhandledRequest, { method, url: new URL(url) })
    if (!response || response.headers.get('x-msw-intention') === 'passthrough')
      return originalFetch(input, init)
    return Object.defineProperty(rejectDropped(response, request), 'url', { value: url })
  })

/** Patches `fetch` to request inline images from the mock. Returns a function that restores it. */
export const inlineImages = (isOurs: (url: URL) => boolean): (() => void) =>
  replaceFetch((originalFetch) => (input, init) => {
    const { url } = isRequest(input) ? input : new Request(input)
    if (!isOurs(new URL(url))) return originalFetch(input, init)
    const request = copyRequest(input, init)
    requestInlineImages(request)
    return originalFetch(request)
  })

/** Returns a request that leaves the body of `input` unread. */
const copyRequest = (...[input, init]: Parameters<typeof fetch>): Request =>
  new Request(isRequest(input) ? input.clone() : input, init)
