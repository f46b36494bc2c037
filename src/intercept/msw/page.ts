import { addMembers } from '../../contract/fixed-members.ts'
import { OptionError } from '../../contract/option-error.ts'
import { interceptFetch } from '../fetch/intercept-fetch.ts'
import type { Calmock } from '../fetch/with-fetch.ts'
import { createStartAndStop } from '../start-and-stop.ts'
import {
  AFTER_START,
  defineMswProperty,
  type InterceptOption,
  importMsw,
  ONLY_WITH_MSW,
  requireInterceptOption,
} from './import-msw.ts'
import type {
  Interception,
  MswWorker,
  RunningInterception,
  StartOptions,
  WorkerHandlers,
} from './worker.ts'

/** A mock that intercepts the requests of a page. */
export interface PageCalmock extends Calmock {
  /** Intercepts the requests of the page until `stop`. Resolves when interception is active. */
  start(options?: StartOptions): Promise<Interception>
  stop(): void
}

/** A mock with MSW's service worker. */
export interface BrowserCalmock extends PageCalmock {
  /** MSW's worker, after `start()`. Handlers of `worker.use()` take precedence until `worker.resetHandlers()`. */
  readonly worker: WorkerHandlers
}

/** Adds `start` and `stop` to a mock. MSW is loaded by `start`, unless `intercept` is `fetch`. */
export function withStart(mock: Calmock, intercept: InterceptOption = 'msw'): BrowserCalmock {
  requireInterceptOption(intercept)
  const startInterception = intercept === 'fetch' ? createFetchStart(mock) : createWorkerStart(mock)
  const { start, stop } = createStartAndStop((options: StartOptions = {}) =>
    startAndWarmUp(mock, startInterception, options),
  )
  const started = addMembers(mock, {
    start: async (options?: StartOptions): Promise<Interception> => (await start(options)).by,
    stop,
  })
  return started as BrowserCalmock // `setupCalmock` declares `worker` where MSW is used
}

type StartInterception = (options: StartOptions) => Promise<RunningInterception>

function createFetchStart(mock: Calmock): StartInterception {
  defineMswProperty(mock, 'worker', () => undefined, ONLY_WITH_MSW)
  return async ({ onUnhandledRequest = 'bypass' }) => ({
    by: 'fetch',
    stop: interceptFetch(mock, { onUnhandledRequest, inlineImages: true }),
  })
}

/** Adds `worker` to the mock, and returns a function that loads MSW and starts it. */
function createWorkerStart(mock: Calmock): StartInterception {
  let worker: MswWorker | undefined
  defineMswProperty(mock, 'worker', () => worker, AFTER_START)
  return async (options) => {
    const { createWorker, startWorker } = await importMsw(() => import('./worker.ts'))
    worker ??= createWorker(mock)
    return startWorker(mock, worker, options)
  }
}

/** Starts interception and generates records at the same time, so that the first request is fast. */
async function startAndWarmUp(
  mock: Calmock,
  startInterception: StartInterception,
  options: StartOptions,
): Promise<RunningInterception> {
  const [running] = await Promise.all([startInterception(options), warmUp(mock)])
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
  const { isOutside, workerProblem } = running
  if (workerProblem) console[isOutside ? 'info' : 'warn'](`[calmock] ${workerProblem}`)
}

/** Requests a list in the language of the page, which loads and generates its records. Throws `OptionError` for invalid records of the user. */
async function warmUp(mock: Calmock): Promise<void> {
  const { sites, settings, base } = mock
  const [pageLanguage] = (globalThis.document?.documentElement.lang ?? '').toLowerCase().split('-')
  const site = sites.find(({ language }) => language.split('-')[0] === pageLanguage) ?? sites[0]
  // it is not a request of the page
  const headers = { 'x-calmock-fault': 'none', 'x-calmock-delay': '0', 'x-calmock-log': 'none' }
  const response = await mock.fetch(`${base.path}${site?.root}/${settings.namespace}/events`, {
    headers,
  })
  if (response.status === 400) throw new OptionError((await response.json()).message)
}
