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

/** A function in place of the global `fetch`. Once its mock has stopped, it passes all requests on. */
interface FetchPatch {
  readonly patched: typeof fetch
  readonly original: typeof fetch
  isActive: boolean
}

/**
 * Replaces the global `fetch`. Returns a function that restores it, unless somebody has wrapped it since: the wrapper
 * stays. Patches can end in any order.
 */
export function replaceFetch(replace: (originalFetch: typeof fetch) => typeof fetch): () => void {
  const original = globalThis.fetch
  const replaced = replace(original)
  const patched: typeof fetch = (...args) => (patch.isActive ? replaced : original)(...args)
  const patch: FetchPatch = { patched, original, isActive: true }
  defineFetch(Object.assign(patched, { [PATCH]: patch }))
  return () => {
    patch.isActive = false
    for (;;) {
      const { [PATCH]: top } = globalThis.fetch as typeof fetch & { [PATCH]?: FetchPatch }
      if (!top || top.isActive || top.patched !== globalThis.fetch) return // a proxy has the property too
      defineFetch(top.original)
    }
  }
}

/** The property of a patched `fetch` that holds its patch. Tests can load this module twice. */
const PATCH = Symbol.for('calmock.fetch')

/** Defines the global `fetch`, because an assignment fails where MSW has made it read-only. */
const defineFetch = (value: typeof fetch): unknown =>
  Object.defineProperty(globalThis, 'fetch', { value, configurable: true, writable: true })
