import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createLifeCycle, type UseOptions } from './msw/test-life-cycle.ts'
import { type NodeCalmock, setupCalmock } from './node.ts'

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
  const { start, reset, stop } = createLifeCycle(mock, onUnhandledRequest)
  const running = new Set<string>()
  beforeAll(start)
  beforeEach(({ task }) => void running.add(task.id))
  afterEach(({ task }) => {
    running.delete(task.id)
    if (task.concurrent && running.size > 0) return
    running.clear()
    reset()
  })
  afterAll(stop)
  return mock
}

export type { UseOptions }
