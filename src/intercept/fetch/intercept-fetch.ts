import type { Mock } from '../../create-mock.ts'
import { applyUnhandledStrategy, createSiteWarning, type UnhandledStrategy } from './unhandled.ts'
import { handleWebRequest, isRequest, rejectDropped } from './web-adapter.ts'

/** The behaviour of a patched `fetch`. */
export interface FetchInterceptionOptions {
  readonly onUnhandledRequest: UnhandledStrategy
  /** True requests images as `data:` URLs, because requests of `<img>` are not intercepted. */
  readonly inlineImages?: boolean
}

/** Patches `fetch` to request the mock, without MSW. Returns a function that restores it. */
export function interceptFetch(
  mock: Mock,
  { onUnhandledRequest, inlineImages = false }: FetchInterceptionOptions,
): () => void {
  const warnOfSite = createSiteWarning(mock)
  return replaceFetch((originalFetch) => async (input, init) => {
    const url = readUrl(input)
    if (!mock.matchUrl(url).isOurs) {
      const method = init?.method ?? (isRequest(input) ? input.method : 'GET')
      warnOfSite(url)
      applyUnhandledStrategy(onUnhandledRequest, { method, url })
      return originalFetch(input, init)
    }
    const request = new Request(isRequest(input) ? input : url, init)
    if (inlineImages) requestInlineImages(request)
    request.signal.throwIfAborted()
    const response = rejectDropped(await handleWebRequest(request, mock), request)
    return Object.defineProperty(response, 'url', { value: request.url })
  })
}

/** Returns the URL of an argument of `fetch`. A relative URL is resolved against the document, also in jsdom. */
const readUrl = (input: string | URL | Request): URL =>
  new URL(isRequest(input) ? input.url : input, globalThis.document?.baseURI)

/** Asks the mock for images as `data:` URLs. */
export const requestInlineImages = ({ headers }: Request): void =>
  headers.set('x-calmock-pictures', 'data')

/** Replaces the global `fetch`. Returns a function that restores it. */
export function replaceFetch(replace: (originalFetch: typeof fetch) => typeof fetch): () => void {
  const originalFetch = globalThis.fetch
  // defined, because an assignment fails where MSW has made it read-only
  const define = (value: typeof fetch): unknown =>
    Object.defineProperty(globalThis, 'fetch', { value, configurable: true, writable: true })
  define(replace(originalFetch))
  return () => void define(originalFetch)
}
