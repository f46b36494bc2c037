import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import type { Calmock } from '../../intercept/fetch/with-fetch.ts'
import type { TestLifeCycle } from '../../intercept/msw/test-life-cycle.ts'

/** Adds the hooks of a mock to the file or the `describe` that is being collected. `covered` is the mock, if coverage is on. */
export function addHooks({ start, settle, reset, stop }: TestLifeCycle, covered?: Calmock): void {
  const running = new Set<string>()
  let counts: object | undefined
  beforeAll(async () => {
    if (covered) counts = await startCoverage(covered)
    await start()
  })
  beforeEach(({ task }) => void running.add(task.id))
  afterEach(async ({ task }) => {
    if (counts) addToMeta(task.file.meta, counts)
    running.delete(task.id)
    if (task.concurrent && running.size > 0) return
    await settle()
    if (task.concurrent && running.size > 0) return // a test has started meanwhile
    running.clear()
    reset()
  })
  afterAll(stop)
}

async function startCoverage(mock: Calmock): Promise<object> {
  const { collectCoverage, MISSING_REPORTER } = await import('../coverage/collect.ts')
  if (!inject('calmockCoverage' as never)) console.warn(MISSING_REPORTER) // the reporter provides it
  return collectCoverage(mock)
}

/** Adds the counts of a mock to the metadata of a file, which Vitest sends to the reporter. */
function addToMeta(meta: object & { calmock?: object[] }, counts: object): void {
  meta.calmock ??= []
  if (!meta.calmock.includes(counts)) meta.calmock.push(counts)
}
