import type { SetupServer } from 'msw/node'
import { completeOptions } from './config/load-options.ts'
import { addMembers } from './contract/fixed-members.ts'
import { createCalmock } from './index.ts'
import type { UnhandledStrategy } from './intercept/fetch/unhandled.ts'
import { loadServer } from './intercept/msw/create-interceptor.ts'
import {
  AFTER_START,
  defineMswProperty,
  type InterceptOption,
  requireInterceptOption,
} from './intercept/msw/import-msw.ts'
import type { MswCalmock } from './intercept/msw/server.ts'
import {
  createFetchInterceptor,
  createServerInterceptor,
  type Interceptor,
  pushInterceptor,
  removeInterceptor,
  warnOfMock,
} from './intercept/msw/test-life-cycle.ts'
import { createStartAndStop } from './intercept/start-and-stop.ts'
import type { Options } from './options/options.ts'

/** The options of `setupCalmock`: the options of every mock, and one for its interception. */
export interface NodeOptions extends Options {
  /**
   * The means that intercepts requests. `msw` (default) sees every request of the process; in Bun and Deno, the
   * requests of `fetch`. `fetch` patches the global `fetch` alone and loads no msw; `mock.server` does not exist.
   */
  readonly intercept?: InterceptOption
}

interface StartOptions {
  /** Reaction to requests that no handler matches. Default `warn`. */
  readonly onUnhandledRequest?: UnhandledStrategy
}

/** A mock that intercepts the requests of this process. */
export interface NodeCalmock extends MswCalmock {
  /** Loads MSW, and intercepts requests until `stop`, as in pages. `server` exists from then on. */
  start(options?: StartOptions): Promise<void>
  stop(): void
}

/**
 * Creates a mock for tests and servers in Node, with its own state. Interception begins with `start()`.
 * Environment variables and the config file in the working directory set the options that the call omits.
 *
 * @example
 * ```ts
 * import { setupCalmock } from 'calmock/node'
 *
 * const mock = setupCalmock({ scenario: 'empty' })
 * await mock.start()
 * console.log((await fetch('https://api.example/de/cal/events/v1/tags')).status) // 200
 * mock.stop()
 * ```
 */
export function setupCalmock({ intercept = 'msw', ...options }: NodeOptions = {}): NodeCalmock {
  requireInterceptOption(intercept)
  const mock = createCalmock(completeOptions(options))
  let server: SetupServer | undefined
  defineMswProperty(mock, 'server', () => server, AFTER_START)
  const begin = async ({ onUnhandledRequest = 'warn' }: StartOptions = {}) => {
    if (intercept === 'msw') server ??= await loadServer(mock)
    warnOfMock()
    const interceptor = server
      ? await createNodeInterceptor(server, onUnhandledRequest)
      : createFetchInterceptor(mock, { onUnhandledRequest })
    pushInterceptor(interceptor)
    return { stop: () => removeInterceptor(interceptor) }
  }
  const { start, stop } = createStartAndStop(begin)
  const started = addMembers(mock, {
    start: async (options?: StartOptions): Promise<void> => void (await start(options)),
    stop,
  })
  return started as NodeCalmock // `server` is defined above
}

async function createNodeInterceptor(
  server: SetupServer,
  onUnhandledRequest: UnhandledStrategy,
): Promise<Interceptor> {
  const { bun, deno } = process.versions // their `fetch` does not use the sockets that msw 3 replaces
  if (!(bun ?? deno)) return createServerInterceptor(server, onUnhandledRequest)
  const { patchFetch } = await import('./intercept/msw/patch-fetch.ts')
  let restoreFetch: (() => void) | undefined
  return {
    start() {
      restoreFetch = patchFetch(() => server.listHandlers(), { onUnhandledRequest })
    },
    stop: () => restoreFetch?.(),
  }
}

export {
  type MockRequestHandler,
  type NodeListener,
  type RequestLogEntry,
  toNodeListener,
} from './http/listener.ts'
export { type ListenOptions, listen, type RunningServer } from './http/server.ts'
export type { MswCalmock }
