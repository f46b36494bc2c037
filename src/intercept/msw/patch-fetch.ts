// a namespace, because builds of Vite without msw reject imports of names
import * as msw from 'msw'
import { replaceFetch, requestInlineImages } from '../fetch/intercept-fetch.ts'
import { isRequest, rejectDropped } from '../fetch/web-adapter.ts'

type Handlers = Parameters<typeof msw.getResponse>[0]

/** Patches `fetch` to use the handlers. Returns a function that restores it. */
export const patchFetch = (listHandlers: () => readonly unknown[]): (() => void) =>
  replaceFetch((originalFetch) => async (input, init) => {
    const request = copyRequest(input, init)
    const handlers = [...listHandlers()] as Handlers // a mock has only request handlers
    const response = await msw.getResponse(handlers, request)
    request.signal.throwIfAborted()
    return response ? rejectDropped(response, request) : originalFetch(input, init)
  })

/** Patches `fetch` to request inline images from the mock. Returns a function that restores it. */
export const inlineImages = (isOurs: (url: URL) => boolean): (() => void) =>
  replaceFetch((originalFetch) => (input, init) => {
    const { url } = isRequest(input) ? input : new Request(input)
    return isOurs(new URL(url))
      ? originalFetch(copyRequest(input, init))
      : originalFetch(input, init)
  })

/** Returns a copy of a request, for a response with inline images. */
function copyRequest(...[input, init]: Parameters<typeof fetch>): Request {
  const request = new Request(isRequest(input) ? input.clone() : input, init)
  requestInlineImages(request)
  return request
}
