import { describe, expect, test } from 'vitest'
import { hasWorkerd, startWorker } from './start-worker.ts'

/** An object that fills a table of 1,000 names with 2,000, and counts the rows that one more name reads. */
const countingWorker = `
  import { DurableObject } from 'cloudflare:workers'
  import { NameTable } from './src/hosts/worker/calmock-worker.ts'
  export class CalmockWorld extends DurableObject {
    fetch() {
      const cursors = []
      const exec = (...query) => {
        const cursor = this.ctx.storage.sql.exec(...query)
        cursors.push(cursor)
        return cursor
      }
      const names = new NameTable({ sql: { exec } }, { max: 1000, lifetime: 1_000_000 })
      for (let n = 0; n < 2000; n++) names.use('pr-' + n, n)
      cursors.length = 0
      const evicted = names.use('new', 2000)
      const rowsRead = cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0)
      const listed = names.list(2001)
      const expired = names.list(1_001_500)
      return Response.json({ evicted, rowsRead, listed, expired })
    }
  }
  export default { fetch: (_, { WORLDS }) => WORLDS.get(WORLDS.idFromName('a')).fetch('http://a') }`

describe.skipIf(!hasWorkerd)('the directory of a worker', () => {
  test('a new world evicts the least recently used one, and reads a few rows of a thousand', async () => {
    const worker = await startWorker({ source: countingWorker })
    const response = await worker.call('/')
    const { evicted, rowsRead, listed, expired } = await response.json()
    await worker.stop()
    expect(evicted).toEqual(['pr-1000'])
    expect(listed).toHaveLength(1000)
    expect([listed.at(0), listed.at(-1)]).toEqual(['pr-1001', 'new'])
    expect(expired).toHaveLength(500)
    expect(rowsRead).toBeLessThan(20)
  })
})
