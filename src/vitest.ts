import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { onUnhandled, type UnhandledStrategy } from './msw/unhandled.ts'
import { type NodeCalmock, setupCalmock } from './node.ts'
import type { Options } from './options/options.ts'

/** What `useCalmock` can be told besides the options of every mock. */
export interface UseOptions extends Options {
  /** What becomes of a request that nobody answers, as msw has it: it passes, with a warning or not, or fails. Default `warn`. */
  readonly onUnhandledRequest?: UnhandledStrategy
}

/**
 * A mock for the tests of a file, or of the `describe` it is called in: intercepts from before the first
 * to after the last, and is back at its start after each, without the worlds and handlers that the test
 * added. Where tests run at the same time, it is so after the last of them; each can have a world of its
 * own, `https://api.example/~first/…`. While an inner mock intercepts, one outside its `describe` does not.
 */
export function useCalmock({
  onUnhandledRequest = 'warn',
  ...options
}: UseOptions = {}): NodeCalmock {
  const mock = setupCalmock(options)
  const turn: InterceptionTurn = {
    start: () => mock.server.listen(onUnhandled(onUnhandledRequest)),
    stop: () => mock.server.close(),
  }
  const running = new Set<string>()
  beforeAll(() => {
    listTurns().at(-1)?.stop()
    turn.start()
    listTurns().push(turn)
  })
  beforeEach(({ task }) => void running.add(task.id))
  afterEach(({ task }) => {
    running.delete(task.id)
    if (task.concurrent && running.size > 0) return
    running.clear()
    mock.server.resetHandlers()
    mock.reset()
    for (const name of mock.worlds) mock.removeWorld(name)
  })
  afterAll(() => {
    const isLast = listTurns().at(-1) === turn
    listTurns().splice(listTurns().indexOf(turn), 1)
    if (!isLast) return
    turn.stop()
    listTurns().at(-1)?.start()
  })
  return mock
}

/** The interception by one mock. msw ends all when one ends, so only one at a time has begun. */
interface InterceptionTurn {
  start(): void
  stop(): void
}

/** Those that began and whose tests are not through yet; the last one intercepts. */
function listTurns(): InterceptionTurn[] {
  const key = Symbol.for('calmock.vitest') // tests can have this module twice
  const holder = globalThis as { [key]?: InterceptionTurn[] } // nobody else's symbol
  holder[key] ??= []
  return holder[key]
}
