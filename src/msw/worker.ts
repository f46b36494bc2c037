import { getResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import type { Calmock } from './handlers.ts'
import { onUnhandled, type UnhandledStrategy } from './unhandled.ts'

/** A mock with MSW's service worker. */
export interface BrowserCalmock extends Calmock {
  /** MSW's worker. Handlers of `worker.use()` take precedence until `worker.resetHandlers()`. */
  readonly worker: ReturnType<typeof setupWorker>
  /** Intercepts the requests of the page until `stop`. Resolves when interception is active. */
  start(options?: StartOptions): Promise<Interception>
  stop(): void
}

/** The means of interception: MSW's service worker, or a patched `fetch`, whose responses contain images as `data:` URLs. */
export type Interception = 'worker' | 'fetch'

/** The address of the service worker, and the behaviour for other requests. */
export interface StartOptions {
  /** The URL of `mockServiceWorker.js`. Default: at the root of the page's origin. */
  readonly workerUrl?: string
  /** The behaviour for requests without a handler. Default `bypass`, which also applies if the worker is rejected. */
  readonly onUnhandledRequest?: UnhandledStrategy
}

interface RunningInterception {
  readonly by: Interception
  stop(): void
}

export function withWorker(mock: Calmock): BrowserCalmock {
  const worker = setupWorker(...mock.handlers)
  let starting: Promise<RunningInterception> | undefined
  let running: RunningInterception | undefined
  return Object.assign(mock, {
    worker,
    async start(options: StartOptions = {}): Promise<Interception> {
      starting ??= startAndWarmUp(mock, worker, options)
      running = await starting
      return running.by
    },
    stop() {
      running?.stop()
      running = undefined
      starting = undefined
    },
  })
}

/** Starts interception and generates records at the same time, so that the first request is fast. */
async function startAndWarmUp(
  mock: Calmock,
  worker: BrowserCalmock['worker'],
  options: StartOptions,
): Promise<RunningInterception> {
  const [running] = await Promise.all([startInterception(mock, worker, options), warmUp(mock)])
  return running
}

async function startInterception(
  mock: Calmock,
  worker: BrowserCalmock['worker'],
  { workerUrl = '/mockServiceWorker.js', onUnhandledRequest = 'bypass' }: StartOptions,
): Promise<RunningInterception> {
  const interceptFetch = (): RunningInterception => ({
    by: 'fetch',
    stop: patchFetch(() => worker.listHandlers()),
  })
  if (!isInScope(workerUrl)) return interceptFetch()
  try {
    const serviceWorker = { url: workerUrl }
    await worker.start({ quiet: true, serviceWorker, ...onUnhandled(onUnhandledRequest) })
  } catch {
    worker.stop() // MSW considers the worker started
    return interceptFetch() // the browser or the server rejected the worker
  }
  if ('serviceWorker' in navigator && location.protocol !== 'file:')
    return { by: 'worker', stop: () => worker.stop() }
  // without service workers, MSW itself patches fetch and XMLHttpRequest
  const restoreFetch = inlineImages((url) => mock.matchUrl(url).isOurs)
  const stop = (): void => {
    restoreFetch()
    worker.stop()
  }
  return { by: 'fetch', stop }
}

/** Requests a list of each site, which generates its records. */
async function warmUp({ sites, settings, base, fetch }: Calmock): Promise<void> {
  const lists = sites.map(({ root }) => `${base.path}${root}/${settings.namespace}/events`)
  await Promise.all(lists.map((list) => fetch(list)))
}

/** Returns whether the page is in the scope of a worker at this URL. */
function isInScope(workerUrl: string): boolean {
  const worker = new URL(workerUrl, location.href)
  return location.pathname.startsWith(new URL('.', worker).pathname)
}

type Handlers = Parameters<typeof getResponse>[0]

/** Patches `fetch` to use the handlers. Returns a function that restores it. */
const patchFetch = (listHandlers: () => readonly unknown[]): (() => void) =>
  replaceFetch((originalFetch) => async (input, init) => {
    const request = requestInlineImages(input, init)
    const handlers = [...listHandlers()] as Handlers // a mock has only request handlers
    const response = await getResponse(handlers, request)
    request.signal.throwIfAborted()
    if (response?.type === 'error') throw new TypeError('Failed to fetch')
    return response ?? originalFetch(input, init)
  })

/** Patches `fetch` to request inline images from the mock. Returns a function that restores it. */
const inlineImages = (isOurs: (url: URL) => boolean): (() => void) =>
  replaceFetch((originalFetch) => (input, init) => {
    const { url } = input instanceof Request ? input : new Request(input)
    return isOurs(new URL(url))
      ? originalFetch(requestInlineImages(input, init))
      : originalFetch(input, init)
  })

/** Returns a request for a response with inline images, because requests of `<img>` are not intercepted. */
function requestInlineImages(...[input, init]: Parameters<typeof fetch>): Request {
  const request = new Request(input instanceof Request ? input.clone() : input, init)
  request.headers.set('x-calmock-pictures', 'data')
  return request
}

/** Replaces the global `fetch`. Returns a function that restores it. */
function replaceFetch(replace: (originalFetch: typeof fetch) => typeof fetch): () => void {
  const originalFetch = globalThis.fetch
  globalThis.fetch = replace(originalFetch)
  return () => {
    globalThis.fetch = originalFetch
  }
}
