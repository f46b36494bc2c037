import { afterAll, afterEach, beforeAll } from 'vitest'
import { type NodeCalmock, setupCalmock } from './node.ts'
import type { Options } from './options.ts'

/** What `useCalmock` can be told besides the options of every mock. */
export interface UseOptions extends Options {
  /** What becomes of a request that nobody answers, as msw has it: it passes, with a warning or not, or fails. Default `warn`. */
  readonly onUnhandledRequest?: 'bypass' | 'warn' | 'error'
}

/**
 * A mock for the tests of a file, or of the `describe` it is called in: intercepts from before the first
 * to after the last, and is back at its start after each, without the worlds and handlers that the test
 * added.
 */
export function useCalmock({
  onUnhandledRequest = 'warn',
  ...options
}: UseOptions = {}): NodeCalmock {
  const mock = setupCalmock(options)
  // the second name is that of msw 3
  const unhandled = { onUnhandledRequest, onUnhandledFrame: onUnhandledRequest }
  beforeAll(() => mock.server.listen(unhandled))
  afterEach(() => {
    mock.server.resetHandlers()
    mock.reset()
    for (const name of mock.worlds) mock.removeWorld(name)
  })
  afterAll(() => mock.server.close())
  return mock
}
