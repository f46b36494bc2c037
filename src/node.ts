import { setupServer } from 'msw/node'
import { type Calmock, createCalmock } from './index.ts'
import type { Options } from './options/options.ts'

/** A mock with msw's server wired to it. */
export interface NodeCalmock extends Calmock {
  /**
   * `server.listen()` intercepts the requests of this process. Handlers of `server.use` go before those of
   * the mock; `server.resetHandlers()` takes them back.
   */
  readonly server: ReturnType<typeof setupServer>
}

/** A mock for tests and servers in Node, with a state of its own. It intercepts nothing until `server.listen()`. */
export function setupCalmock(options: Options = {}): NodeCalmock {
  const mock = createCalmock(options)
  return Object.assign(mock, { server: setupServer(...mock.handlers) })
}

export {
  type ListenOptions,
  listen,
  type MockRequestHandler as Responder,
  type NodeListener,
  type RequestLogEntry as Answered,
  type RunningServer as Listening,
  toNodeListener,
} from './http/server.ts'
