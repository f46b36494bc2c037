import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { onUnhandled, type UnhandledStrategy } from './msw/unhandled.ts'
import { type NodeCalmock, setupCalmock } from './node.ts'
import type { Options } from './options/options.ts'

/** The options of `useCalmock`: the options of every mock, and one for its interception. */
export interface UseOptions extends Options {
  /** Reaction to requests that no handler matches: they pass (`bypass`), pass with a warning (`warn`) or fail (`error`). Default `warn`. */
  readonly onUnhandledRequest?: UnhandledStrategy
}

/**
 * Creates a mock for the tests of a file, or of the `describe` that calls it. The mock intercepts requests
 * from before the first test until after the last one. After each test it is reset, and the worlds and
 * handlers that the test added are removed.
 *
 * Concurrent tests share the mock, which is reset after the last of them. Separate worlds isolate them:
 * `https://api.example/~first/…`. While the mock of a nested `describe` intercepts, the outer mock does not.
 */
export function useCalmock({
  onUnhandledRequest = 'warn',
  ...options
}: UseOptions = {}): NodeCalmock {
  const mock = setupCalmock(options)
  const interceptor: Interceptor = {
    start: () => mock.server.listen(onUnhandled(onUnhandledRequest)),
    stop: () => mock.server.close(),
  }
  const running = new Set<string>()
  beforeAll(() => pushInterceptor(interceptor))
  beforeEach(({ task }) => void running.add(task.id))
  afterEach(({ task }) => {
    running.delete(task.id)
    if (task.concurrent && running.size > 0) return
    running.clear()
    mock.server.resetHandlers()
    mock.reset()
    for (const name of mock.worlds) mock.removeWorld(name)
  })
  afterAll(() => removeInterceptor(interceptor))
  return mock
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
  const key = Symbol.for('calmock.vitest') // on globalThis, since tests can load this module twice
  const holder = globalThis as { [key]?: Interceptor[] } // the symbol is ours
  holder[key] ??= []
  return holder[key]
}
