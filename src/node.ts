import { http } from 'msw'
import type { SetupServer } from 'msw/node'
import { completeOptions } from './config/complete-options.ts'
import { type Calmock, createCalmock } from './index.ts'
import { createMswServer } from './intercept/msw/server.ts'
import type { Options } from './options/options.ts'

/** A mock with an MSW server that intercepts the requests of this process. */
export interface NodeCalmock extends Calmock {
  /** The MSW server. `server.listen()` starts the interception; handlers of `server.use()` take precedence over the mock. */
  readonly server: SetupServer
}

/**
 * Creates a mock for tests and servers in Node, with its own state. Interception begins with `server.listen()`.
 * Environment variables and the config file in the working directory set the options that the call omits.
 */
export function setupCalmock(options: Options = {}): NodeCalmock {
  const mock = createCalmock(completeOptions(options))
  return Object.assign(mock, { server: createMswServer(mock, http) })
}

export {
  type MockRequestHandler,
  type NodeListener,
  type RequestLogEntry,
  toNodeListener,
} from './http/listener.ts'
export { type ListenOptions, listen, type RunningServer } from './http/server.ts'
