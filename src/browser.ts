import { getResponse } from 'msw'
import { setupWorker } from 'msw/browser'
import { type Calmock, createCalmock } from './index.ts'
import type { Options } from './options.ts'

/** A mock with msw's worker wired to it. */
export interface BrowserCalmock extends Calmock {
  /** Handlers of `worker.use` go before those of the mock; `worker.resetHandlers()` takes them back. */
  readonly worker: ReturnType<typeof setupWorker>
  /** Intercepts the requests of the page, from when the promise is kept until `stop`. */
  start(options?: StartOptions): Promise<Interception>
  stop(): void
}

/** What intercepts: msw's service worker, or, where a page can have none, `fetch` itself. */
export type Interception = 'worker' | 'fetch'

/** How interception starts. */
export interface StartOptions {
  /** The address of `mockServiceWorker.js`. Default: at the root of the page's origin. */
  readonly workerUrl?: string
  /** What becomes of a request that nobody answers. Default `bypass`. */
  readonly onUnhandledRequest?: 'bypass' | 'warn' | 'error'
}

/** A mock for the page it runs in, with a state of its own. It intercepts nothing until `start()`. */
export const setupCalmock = (options: Options = {}): BrowserCalmock =>
  withWorker(createCalmock(options))

/** Wires msw's worker to a mock. */
export function withWorker(mock: Calmock): BrowserCalmock {
  const worker = setupWorker(...mock.handlers)
  let stop = (): void => worker.stop()
  async function start(options: StartOptions = {}): Promise<Interception> {
    const { workerUrl = '/mockServiceWorker.js', onUnhandledRequest = 'bypass' } = options
    // the second name is that of msw 3
    const unhandled = { onUnhandledRequest, onUnhandledFrame: onUnhandledRequest }
    try {
      await worker.start({ quiet: true, serviceWorker: { url: workerUrl }, ...unhandled })
      stop = () => worker.stop()
      return 'worker'
    } catch {
      // a page whose browser or server refuses the worker still works, but for what is no fetch
      stop = patchFetch(() => worker.listHandlers())
      return 'fetch'
    }
  }
  return Object.assign(mock, { worker, start, stop: () => stop() })
}

type Handlers = Parameters<typeof getResponse>[0]

/** Lets the handlers answer what the page fetches. Gives what takes that back. */
function patchFetch(handlers: () => readonly unknown[]): () => void {
  const original = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input.clone() : input, init)
    // nobody would answer an <img>
    request.headers.set('x-calmock-pictures', 'data')
    const response = await getResponse([...handlers()] as Handlers, request) // all of a mock's are
    return response ?? original(input, init)
  }
  return () => {
    globalThis.fetch = original
  }
}
