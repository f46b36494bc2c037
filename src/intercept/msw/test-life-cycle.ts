import type { SetupServer } from 'msw/node'
import type { Options } from '../../options/options.ts'
import { type FetchInterceptionOptions, interceptFetch } from '../fetch/intercept-fetch.ts'
import type { UnhandledStrategy } from '../fetch/unhandled.ts'
import type { Calmock } from '../fetch/with-fetch.ts'
import {
  defineMswProperty,
  type InterceptOption,
  ONLY_WITH_MSW,
  onUnhandled,
} from './import-msw.ts'

/** The options of `useCalmock`: the options of every mock, and two for its interception. */
export interface UseOptions extends Options {
  /** Reaction to requests that no handler matches: they pass (`bypass`), pass with a warning (`warn`) or fail (`error`). Default `warn`. */
  readonly onUnhandledRequest?: UnhandledStrategy
  /**
   * The means that intercepts requests. `msw` (default) sees every request of the process. `fetch` patches
   * the global `fetch` alone and loads no msw; `mock.server` does not exist.
   */
  readonly intercept?: InterceptOption
}

/** The options of `useCalmock` without MSW. */
export interface UseFetchOptions extends UseOptions {
  readonly intercept: 'fetch'
}

/** The life cycle of a mock in the hooks of a test runner. */
export interface TestLifeCycle {
  /** Starts the interception, and pauses the interception by the mock of an outer `describe`. */
  start(): Promise<void>
  /** Resolves when requests that a test did not await have been handled: their writes and log entries belong to that test. */
  settle(): Promise<void>
  /** Resets the mock, and removes the worlds and handlers that a test added. */
  reset(): void
  /** Stops the interception, and continues the interception by the outer mock. */
  stop(): void
}

export function createLifeCycle(mock: Calmock, interceptor: Interceptor): TestLifeCycle {
  const pending = new Set<Promise<unknown>>()
  const { setTimeout: realTimeout } = globalThis // a test may mock it
  let { handle } = mock
  const track: Calmock['handle'] = (...request) => {
    const handled = handle(...request)
    const settled = handled.catch(() => {}).finally(() => pending.delete(settled))
    pending.add(settled)
    return handled
  }
  return {
    async start() {
      if (mock.handle !== track) handle = mock.handle // coverage has wrapped it
      Object.assign(mock, { handle: track })
      await interceptor.load?.()
      pushInterceptor(interceptor)
    },
    async settle() {
      for (let turn = 0; turn < TURNS; turn++) {
        await nextTurn(realTimeout)
        await Promise.all(pending)
      }
    },
    reset() {
      interceptor.resetHandlers?.()
      mock.reset()
      for (const name of mock.worlds) mock.removeWorld(name)
    },
    stop: () => removeInterceptor(interceptor),
  }
}

/** The turns of the event loop in which sent requests arrive at the mock: 1 with MSW and a body of 500 kB, and a margin. */
const TURNS = 5

/** Resolves in the next turn of the event loop, also while timers are mocked. jsdom of Jest has no channels. */
const nextTurn = (realTimeout: typeof setTimeout): Promise<void> =>
  new Promise((resolve) => {
    if (typeof MessageChannel === 'undefined') return void realTimeout(resolve, 0)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/** The interception by one mock. Only one runs at a time, since closing one MSW server stops all of them. */
export interface Interceptor {
  start(): void
  stop(): void
  load?(): Promise<void>
  resetHandlers?(): void
}

/** Creates an interceptor that patches `fetch`. Reading `mock.server` throws. */
export function createFetchInterceptor(
  mock: Calmock,
  options: FetchInterceptionOptions,
): Interceptor {
  let restoreFetch: (() => void) | undefined
  defineMswProperty(mock, 'server', () => undefined, ONLY_WITH_MSW)
  return {
    start() {
      restoreFetch = interceptFetch(mock, options)
    },
    stop: () => restoreFetch?.(),
  }
}

/** Creates an interceptor of an MSW server. What others put around `fetch` and `XMLHttpRequest` stays when it stops; MSW alone removes it. */
export function createServerInterceptor(
  server: Pick<SetupServer, 'listen' | 'close'>,
  strategy: UnhandledStrategy,
): Interceptor {
  let patched: readonly unknown[] = []
  return {
    start() {
      warnOfServer()
      server.listen(onUnhandled(strategy))
      patched = readClients()
    },
    stop() {
      const current = readClients()
      server.close()
      for (const [index, name] of CLIENTS.entries()) {
        const value = current[index]
        if (value !== patched[index])
          Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
      }
    },
  }
}

/** The globals that MSW replaces, and that others wrap. */
const CLIENTS = ['fetch', 'XMLHttpRequest'] as const

const readClients = (): readonly unknown[] => CLIENTS.map((name) => globalThis[name])

/** Warns of an MSW server that is not ours. Every msw 2 leaves this symbol on `globalThis` while it intercepts; msw 3 leaves none. */
function warnOfServer(): void {
  const symbols = Object.getOwnPropertySymbols(globalThis)
  if (symbols.every(({ description }) => description !== 'client-request-interceptor')) return
  console.warn(
    "[calmock] another MSW server is active, and its handlers are not asked while this mock intercepts. Either give it the handlers of the mock, `setupServer(...handlersFor(mock))` with handlersFor of calmock/msw, or use useCalmock with the option intercept: 'fetch'",
  )
}

/** Warns of another mock that intercepts in this process. */
export function warnOfMock(): void {
  if (interceptorStack().length === 0) return
  console.warn(
    '[calmock] another mock intercepts already: until this mock stops, it alone answers. Stop the other, or give the handlers of both to one server, `setupServer(...handlersFor(one), ...handlersFor(two))` with handlersFor of calmock/msw',
  )
}

export function pushInterceptor(interceptor: Interceptor): void {
  const stack = interceptorStack()
  stack.at(-1)?.stop()
  interceptor.start()
  stack.push(interceptor)
}

/** Removes an interceptor, and starts the interceptor below it if it was on top. */
export function removeInterceptor(interceptor: Interceptor): void {
  const stack = interceptorStack()
  const isOnTop = stack.at(-1) === interceptor
  const index = stack.indexOf(interceptor)
  if (index !== -1) stack.splice(index, 1)
  if (!isOnTop) return
  interceptor.stop()
  stack.at(-1)?.start()
}

/** Returns the interceptors whose tests have not finished. The last interceptor is running. */
function interceptorStack(): Interceptor[] {
  const key = Symbol.for('calmock.interceptors') // on globalThis, because tests can load this module twice
  const holder = globalThis as { [key]?: Interceptor[] } // the symbol is ours
  holder[key] ??= []
  return holder[key]
}
