import { setupServer } from 'msw/node'
import { type Calmock, createCalmock } from './index.ts'
import type { Options } from './options/options.ts'

/** A mock with an MSW server that intercepts the requests of this process. */
export interface NodeCalmock extends Calmock {
  /** The MSW server. `server.listen()` starts the interception; handlers of `server.use()` take precedence over the mock. */
  readonly server: ReturnType<typeof setupServer>
}

/** Creates a mock for tests and servers in Node, with its own state. Interception begins with `server.listen()`. */
export function setupCalmock(options: Options = {}): NodeCalmock {
  const mock = createCalmock(options)
  return Object.assign(mock, { server: setupServer(...mock.handlers) })
}

export {
  type ListenOptions,
  listen,
  type MockRequestHandler,
  type NodeListener,
  type RequestLogEntry,
  type RunningServer,
  toNodeListener,
} from './http/server.ts'
