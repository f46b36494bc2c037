import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { TestLifeCycle } from '../../intercept/msw/test-life-cycle.ts'

/** Adds the hooks of a mock to the file or the `describe` that is being collected. */
export function addHooks({ start, reset, stop }: TestLifeCycle): void {
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
}
