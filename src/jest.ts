import './msw/require-fetch.ts'
import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { createLifeCycle, type UseOptions } from './msw/test-life-cycle.ts'
import { type NodeCalmock, setupCalmock } from './node.ts'

/**
 * Creates a mock for the tests of a file, or of the `describe` that calls it. The mock intercepts requests
 * from before the first test until after the last one. After each test it is reset, and the worlds and
 * handlers that the test added are removed. While the mock of a nested `describe` intercepts, the outer
 * mock does not.
 */
export function useCalmock({
  onUnhandledRequest = 'warn',
  ...options
}: UseOptions = {}): NodeCalmock {
  const mock = setupCalmock(options)
  const { start, reset, stop } = createLifeCycle(mock, onUnhandledRequest)
  beforeAll(start)
  afterEach(reset)
  afterAll(stop)
  return mock
}

export { HttpResponse, http } from 'msw'
export { landmarks } from './source/inline-source.ts'
export type { UseOptions }
