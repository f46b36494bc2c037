import { getResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import type { Calmock } from './handlers.ts'
import { onUnhandled, type UnhandledStrategy } from './unhandled.ts'

/** A mock with msw's worker wired to it. */
export interface BrowserCalmock extends Calmock {
  /** Handlers of `worker.use` go before those of the mock; `worker.resetHandlers()` takes them back. */
  readonly worker: ReturnType<typeof setupWorker>
  /** Intercepts the requests of the page, from when the promise is kept until `stop`. */
  start(options?: StartOptions): Promise<Interception>
  stop(): void
}

/** What intercepts: msw's service worker, or, where a page can have none, `fetch` itself, with pictures in the answers. */
export type Interception = 'worker' | 'fetch'

/** How interception starts. */
export interface StartOptions {
  /** The address of `mockServiceWorker.js`. Default: at the root of the page's origin. */
  readonly workerUrl?: string
  /** What becomes of a request that nobody answers. Default `bypass`, and always that where a worker was refused. */
  readonly onUnhandledRequest?: UnhandledStrategy
}

/** What intercepts now, and what ends that. */
interface RunningInterception {
  readonly by: Interception
  stop(): void
}

/** Wires msw's worker to a mock. */
export function withWorker(mock: Calmock): BrowserCalmock {
  const worker = setupWorker(...mock.handlers)
  let starting: Promise<RunningInterception> | undefined
  let running: RunningInterception | undefined
  return Object.assign(mock, {
    worker,
    async start(options: StartOptions = {}): Promise<Interception> {
      starting ??= Promise.all([startInterception(mock, worker, options), warmUp(mock)]).then(
        ([made]) => made,
      )
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

async function startInterception(
  mock: Calmock,
  worker: BrowserCalmock['worker'],
  { workerUrl = '/mockServiceWorker.js', onUnhandledRequest = 'bypass' }: StartOptions,
): Promise<RunningInterception> {
  const byFetch = (): RunningInterception => ({
    by: 'fetch',
    stop: patchFetch(() => worker.listHandlers()),
  })
  if (!isInScope(workerUrl)) return byFetch()
  const unhandled = onUnhandled(onUnhandledRequest)
  try {
    await worker.start({ quiet: true, serviceWorker: { url: workerUrl }, ...unhandled })
  } catch {
    worker.stop() // for msw it has started
    // a page whose browser or server refuses the worker still works, but for what is no fetch
    return byFetch()
  }
  if ('serviceWorker' in navigator && location.protocol !== 'file:')
    return { by: 'worker', stop: () => worker.stop() }
  // where there can be none at all, msw has patched fetch and XMLHttpRequest itself
  const restore = inlineImages((url) => mock.matchUrl(url).isOurs)
  return {
    by: 'fetch',
    stop() {
      restore()
      worker.stop()
    },
  }
}

/** Makes first answers while the worker starts, so that no request has to wait for records to be planted. */
async function warmUp({ sites, settings, base, fetch }: Calmock): Promise<void> {
  const lists = sites.map(({ root }) => `${base.path}${root}/${settings.namespace}/events`)
  await Promise.all(lists.map((list) => fetch(list)))
}

/** Whether a worker at this address would see the page. */
function isInScope(workerUrl: string): boolean {
  const worker = new URL(workerUrl, location.href)
  return location.pathname.startsWith(new URL('.', worker).pathname)
}

type Handlers = Parameters<typeof getResponse>[0]

/** Lets the handlers answer what the page fetches. Gives what takes that back. */
const patchFetch = (handlers: () => readonly unknown[]): (() => void) =>
  replaceFetch((original) => async (input, init) => {
    const request = requestInlineImages(input, init)
    const response = await getResponse([...handlers()] as Handlers, request) // all of a mock's are
    request.signal.throwIfAborted()
    if (response?.type === 'error') throw new TypeError('Failed to fetch')
    return response ?? original(input, init)
  })

/** Lets the page fetch from the mock what it can show without fetching more. Gives what takes that back. */
const inlineImages = (isOurs: (url: URL) => boolean): (() => void) =>
  replaceFetch((original) => (input, init) => {
    const { url } = input instanceof Request ? input : new Request(input)
    return isOurs(new URL(url)) ? original(requestInlineImages(input, init)) : original(input, init)
  })

/** A request for answers with pictures in them, since nobody would answer an <img>. */
function requestInlineImages(...[input, init]: Parameters<typeof fetch>): Request {
  const request = new Request(input instanceof Request ? input.clone() : input, init)
  request.headers.set('x-calmock-pictures', 'data')
  return request
}

function replaceFetch(replacement: (original: typeof fetch) => typeof fetch): () => void {
  const original = globalThis.fetch
  globalThis.fetch = replacement(original)
  return () => {
    globalThis.fetch = original
  }
}
