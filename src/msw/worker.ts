import { setupWorker } from 'msw/browser'
import type { Calmock } from '../web/with-fetch.ts'
import { handlersFor } from './handlers.ts'
import { inlineImages, patchFetch } from './patch-fetch.ts'
import { onUnhandled, type UnhandledStrategy } from './unhandled.ts'

type SetupWorker = ReturnType<typeof setupWorker>

/** The part of MSW's worker that exists in every environment. */
export type WorkerHandlers = Pick<SetupWorker, 'use' | 'resetHandlers' | 'listHandlers'>

/** A mock with MSW's service worker. */
export interface BrowserCalmock extends Calmock {
  /** MSW's worker. Handlers of `worker.use()` take precedence until `worker.resetHandlers()`. */
  readonly worker: WorkerHandlers
  /** Intercepts the requests of the page until `stop`. Resolves when interception is active. */
  start(options?: StartOptions): Promise<Interception>
  stop(): void
}

/** The means of interception: MSW's service worker, or a patched `fetch`, whose responses contain images as `data:` URLs. */
export type Interception = 'worker' | 'fetch'

/** The address of the service worker, the behaviour for other requests, and the messages in the console. */
export interface StartOptions {
  /** The URL of `mockServiceWorker.js`. Default: at the root of the page's origin. */
  readonly workerUrl?: string
  /** The behaviour for requests without a handler. Default `bypass`, which also applies if the worker is rejected. */
  readonly onUnhandledRequest?: UnhandledStrategy
  /** True writes nothing to the console. Default: a line about what is intercepted, and a warning if the worker did not start. */
  readonly quiet?: boolean
}

interface RunningInterception {
  readonly by: Interception
  /** A description of why the service worker did not start. */
  readonly workerProblem?: string
  stop(): void
}

export function withWorker(mock: Calmock): BrowserCalmock {
  const worker = createWorker(mock)
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

/** Creates MSW's worker, or a list of handlers where MSW has no worker: in Node, also with jsdom. */
function createWorker(mock: Calmock): SetupWorker | WorkerHandlers {
  const handlers = handlersFor(mock)
  try {
    return setupWorker(...handlers)
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

/** Starts interception and generates records at the same time, so that the first request is fast. */
async function startAndWarmUp(
  mock: Calmock,
  worker: SetupWorker | WorkerHandlers,
  options: StartOptions,
): Promise<RunningInterception> {
  const [running] = await Promise.all([startInterception(mock, worker, options), warmUp(mock)])
  if (!options.quiet) report(mock, running)
  return running
}

/** Writes to the console what is intercepted, and how to get the service worker if it did not start. */
function report({ base, sites, settings, events, clock }: Calmock, running: RunningInterception) {
  const urls = sites.map(
    ({ root }) => `${base.origin ?? '*'}${base.path}${root}/${settings.namespace}`,
  )
  const now = clock.now().toISOString()
  console.info(`[calmock] intercepting ${urls.join(', ')}; ${events} events; clock ${now}`)
  if (running.workerProblem) console.warn(`[calmock] ${running.workerProblem}`)
}

async function startInterception(
  mock: Calmock,
  worker: SetupWorker | WorkerHandlers,
  { workerUrl = '/mockServiceWorker.js', onUnhandledRequest = 'bypass' }: StartOptions,
): Promise<RunningInterception> {
  const interceptFetch = (reason?: string): RunningInterception => ({
    by: 'fetch',
    stop: patchFetch(() => worker.listHandlers()),
    ...(reason && { workerProblem: describeFallback(workerUrl, reason) }),
  })
  if (!('start' in worker)) return interceptFetch()
  if (!isInScope(workerUrl)) return interceptFetch(`${location.pathname} is outside its scope`)
  try {
    const serviceWorker = { url: workerUrl }
    await worker.start({ quiet: true, serviceWorker, ...onUnhandled(onUnhandledRequest) })
  } catch (error) {
    worker.stop() // MSW considers the worker started
    return interceptFetch(error instanceof Error ? error.message : String(error))
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

const describeFallback = (workerUrl: string, reason: string): string =>
  `the service worker ${workerUrl} did not start, so only requests of fetch are intercepted. ` +
  `If the file is missing, run: npx msw init public. Reason: ${reason}`

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
