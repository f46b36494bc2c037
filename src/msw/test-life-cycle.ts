import type { SetupServer } from 'msw/node'
import type { Options } from '../options/options.ts'
import type { Calmock } from '../web/with-fetch.ts'
import { onUnhandled, type UnhandledStrategy } from './unhandled.ts'

/** The options of `useCalmock`: the options of every mock, and one for its interception. */
export interface UseOptions extends Options {
  /** Reaction to requests that no handler matches: they pass (`bypass`), pass with a warning (`warn`) or fail (`error`). Default `warn`. */
  readonly onUnhandledRequest?: UnhandledStrategy
}

/** The life cycle of a mock in the hooks of a test runner. */
export interface TestLifeCycle {
  /** Starts the interception, and pauses the interception by the mock of an outer `describe`. */
  start(): void
  /** Resets the mock, and removes the worlds and handlers that a test added. */
  reset(): void
  /** Stops the interception, and continues the interception by the outer mock. */
  stop(): void
}

export function createLifeCycle(
  mock: Calmock & { readonly server: SetupServer },
  strategy: UnhandledStrategy,
): TestLifeCycle {
  const interceptor: Interceptor = {
    start: () => mock.server.listen(onUnhandled(strategy)),
    stop: () => mock.server.close(),
  }
  return {
    start: () => pushInterceptor(interceptor),
    reset() {
      mock.server.resetHandlers()
      mock.reset()
      for (const name of mock.worlds) mock.removeWorld(name)
    },
    stop: () => removeInterceptor(interceptor),
  }
}

/** The interception by one mock. Only one runs at a time, since closing one MSW server stops all of them. */
interface Interceptor {
  start(): void
  stop(): void
}

function pushInterceptor(interceptor: Interceptor): void {
  const stack = interceptorStack()
  stack.at(-1)?.stop()
  interceptor.start()
  stack.push(interceptor)
}

/** Removes an interceptor, and starts the one below it if it was on top. */
function removeInterceptor(interceptor: Interceptor): void {
  const stack = interceptorStack()
  const isOnTop = stack.at(-1) === interceptor
  stack.splice(stack.indexOf(interceptor), 1)
  if (!isOnTop) return
  interceptor.stop()
  stack.at(-1)?.start()
}

/** Returns the interceptors whose tests have not finished. The last one is running. */
function interceptorStack(): Interceptor[] {
  const key = Symbol.for('calmock.interceptors') // on globalThis, because tests can load this module twice
  const holder = globalThis as { [key]?: Interceptor[] } // the symbol is ours
  holder[key] ??= []
  return holder[key]
}
