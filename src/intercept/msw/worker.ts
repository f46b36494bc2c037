// a namespace, because builds of Vite without msw reject imports of names
import * as mswBrowser from 'msw/browser'
import type { UnhandledStrategy } from '../fetch/unhandled.ts'
import type { Calmock } from '../fetch/with-fetch.ts'
import { handlersFor } from './handlers.ts'
import { onUnhandled } from './import-msw.ts'
import { inlineImages, patchFetch } from './patch-fetch.ts'

type SetupWorker = ReturnType<typeof mswBrowser.setupWorker>

/** The part of MSW's worker that exists in every environment. */
export type WorkerHandlers = Pick<SetupWorker, 'use' | 'resetHandlers' | 'listHandlers'>

/** MSW's worker, or its handlers where MSW has no worker. */
export type MswWorker = SetupWorker | WorkerHandlers

/** The means of interception: MSW's service worker, or a patched `fetch`, whose responses contain images as `data:` URLs. */
export type Interception = 'worker' | 'fetch'

/** The address of the service worker, the behavior for other requests, and the messages in the console. */
export interface StartOptions {
  /** The URL of `mockServiceWorker.js`. Default: at the root of the page's origin. */
  readonly workerUrl?: string
  /** The behaviour for requests without a handler. Default `bypass`, which also applies if the worker is rejected. */
  readonly onUnhandledRequest?: UnhandledStrategy
  /** True writes nothing to the console. Default: a line about what is intercepted, and a warning if the worker did not start. */
  readonly quiet?: boolean
}

export interface RunningInterception {
  readonly by: Interception
  /** A description of why the service worker did not start. */
  readonly workerProblem?: string
  /** True if the page is above the folder of the worker, as with an export. */
  readonly isOutside?: boolean
  stop(): void
}

/** Creates MSW's worker, or a list of handlers where MSW has no worker: in Node, also with jsdom. */
export function createWorker(mock: Calmock): MswWorker {
  const handlers = handlersFor(mock)
  try {
    return mswBrowser.setupWorker(...handlers)
  } catch {
    return createHandlerList(handlers)
  }
}

function createHandlerList(initial: ReturnType<typeof handlersFor>): WorkerHandlers {
  let handlers: ReturnType<WorkerHandlers['listHandlers']> = initial
  return {
    use(...added) {
      handlers = [...added, ...handlers]
    },
    resetHandlers(...next) {
      handlers = next.length > 0 ? next : initial
    },
    listHandlers: () => handlers,
  }
}

/** Starts the worker. If it is rejected, patches `fetch` to use its handlers. */
export async function startWorker(
  mock: Calmock,
  worker: MswWorker,
  { workerUrl = '/mockServiceWorker.js', onUnhandledRequest = 'bypass' }: StartOptions,
): Promise<RunningInterception> {
  const fallBack = (problem?: string): RunningInterception => ({
    by: 'fetch',
    stop: patchFetch(() => worker.listHandlers(), {
      onUnhandledRequest: 'bypass',
      inlineImages: true,
    }),
    ...(problem && { workerProblem: describeFallback(workerUrl, problem) }),
  })
  if (!('start' in worker)) return fallBack()
  if (!isInScope(workerUrl)) {
    const problem = `${location.pathname} is outside its folder. For axios and XMLHttpRequest, copy the file next to the page, and call start({ workerUrl: new URL('mockServiceWorker.js', document.baseURI).href })`
    return { ...fallBack(problem), isOutside: true }
  }
  try {
    const serviceWorker = { url: workerUrl }
    await worker.start({ quiet: true, serviceWorker, ...onUnhandled(onUnhandledRequest) })
  } catch (error) {
    worker.stop() // MSW considers the worker started
    const reason = error instanceof Error ? error.message : String(error)
    const remedy =
      'If the file is missing, run: npx msw init public --save. If it has another address, call start({ workerUrl })'
    return fallBack(`${remedy}. Reason: ${reason}`)
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

const describeFallback = (workerUrl: string, problem: string): string =>
  `the service worker ${workerUrl} did not start, so only requests of fetch are intercepted. ${problem}`

/** Returns whether the page is in the scope of a worker at this URL. */
function isInScope(workerUrl: string): boolean {
  const worker = new URL(workerUrl, location.href)
  return location.pathname.startsWith(new URL('.', worker).pathname)
}
