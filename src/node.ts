import { http } from 'msw'
import { setupServer } from 'msw/node'
import { completeOptions } from './config/load-options.ts'
import { addMembers } from './contract/fixed-members.ts'
import { createCalmock } from './index.ts'
import type { UnhandledStrategy } from './intercept/fetch/unhandled.ts'
import { createHandlers } from './intercept/msw/create-handlers.ts'
import { patchFetch } from './intercept/msw/patch-fetch.ts'
import type { MswCalmock } from './intercept/msw/server.ts'
import {
  createServerInterceptor,
  type Interceptor,
  pushInterceptor,
  removeInterceptor,
  warnOfMock,
} from './intercept/msw/test-life-cycle.ts'
import type { Options } from './options/options.ts'

/** A mock that intercepts the requests of this process. */
export interface NodeCalmock extends MswCalmock {
  /**
   * Intercepts the requests of the process until `stop`, as in pages; in Bun and Deno, those of `fetch` alone. The
   * option is the reaction to requests that no handler matches: default `warn`.
   */
  start(options?: { readonly onUnhandledRequest?: UnhandledStrategy }): Promise<void>
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
export function setupCalmock(options: Options = {}): NodeCalmock {
  const mock = createCalmock(completeOptions(options))
  const server = setupServer(...createHandlers(mock, http))
  let interceptor: Interceptor | undefined
  return addMembers(mock, {
    server,
    async start({ onUnhandledRequest = 'warn' }: Parameters<NodeCalmock['start']>[0] = {}) {
      if (interceptor) return
      warnOfMock()
      interceptor = createInterceptor(server, onUnhandledRequest)
      pushInterceptor(interceptor)
    },
    stop() {
      if (interceptor) removeInterceptor(interceptor)
      interceptor = undefined
    },
  })
}

function createInterceptor(
  server: MswCalmock['server'],
  onUnhandledRequest: UnhandledStrategy,
): Interceptor {
  const { bun, deno } = process.versions // their `fetch` does not use the sockets that msw 3 replaces
  if (!(bun ?? deno)) return createServerInterceptor(server, onUnhandledRequest)
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
