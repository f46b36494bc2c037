import { describe, expect, test } from 'vitest'
import { useFolder } from '../../folder.ts'
import { hasWorkerd } from './start-worker.ts'
import { stormRestarts, stormWorlds } from './storm.ts'

describe.skipIf(!hasWorkerd)('a worker in a storm of requests', () => {
  const at = useFolder()

  test('restarts of the runtime lose no acknowledged write, and no world has records of another', async () => {
    const { writes, faults } = await stormRestarts(at(), { restarts: 4, worlds: 5 })
    expect(faults).toEqual([])
    expect(writes).toBeGreaterThan(200)
  }, 60_000)

  test('worlds that many clients use at the same time lose nothing', async () => {
    const { requests, faults } = await stormWorlds(at(), { worlds: 30, clients: 10 })
    expect(faults).toEqual([])
    expect(requests).toBe(360)
  }, 60_000)
})
