import type { SetupServer } from 'msw/node'
import type { UnhandledStrategy } from '../fetch/unhandled.ts'
import type { Calmock } from '../fetch/with-fetch.ts'
import { importHttp } from './import-http.ts'
import {
  defineMswProperty,
  type InterceptOption,
  importMsw,
  requireInterceptOption,
} from './import-msw.ts'
import {
  createFetchInterceptor,
  createServerInterceptor,
  type Interceptor,
} from './test-life-cycle.ts'

/** Creates the interceptor of a mock in a test process. Throws `OptionError` for another value of `intercept`. */
export function createInterceptor(
  mock: Calmock,
  intercept: InterceptOption,
  onUnhandledRequest: UnhandledStrategy,
): Interceptor {
  requireInterceptOption(intercept)
  return intercept === 'fetch'
    ? createFetchInterceptor(mock, { onUnhandledRequest })
    : createMswInterceptor(mock, onUnhandledRequest)
}

/** Creates an interceptor that loads MSW when it starts, and adds its server to the mock. */
function createMswInterceptor(mock: Calmock, strategy: UnhandledStrategy): Interceptor {
  let server: SetupServer | undefined
  let running: Interceptor | undefined
  defineMswProperty(mock, 'server', () => server, 'from beforeAll on: use it in tests and hooks')
  return {
    async load() {
      server = await loadServer(mock)
    },
    start() {
      if (server) running ??= createServerInterceptor(server, strategy)
      running?.start()
    },
    stop: () => running?.stop(),
    resetHandlers: () => server?.resetHandlers(),
  }
}

/** Loads MSW, and creates the server of a mock. */
export async function loadServer(mock: Calmock): Promise<SetupServer> {
  const [http, { createMswServer }] = await Promise.all([
    importMsw(importHttp),
    importMsw(() => import('./server.ts')),
  ])
  return createMswServer(mock, http)
}
