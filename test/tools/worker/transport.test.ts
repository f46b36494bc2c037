import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { createCalmock } from '../../../src/index.ts'
import { sites } from '../../engines/addresses.ts'
import { hashResponses } from '../../engines/hash-responses.ts'
import { converse, differences } from '../../transports/conversation.ts'
import { authorized, hasWorkerd, startWorker } from './start-worker.ts'

/** A worker of the built package. */
const built = (options: string) => `
  import { calmockWorker } from './dist/worker.js'
  const { CalmockWorld, fetch } = calmockWorker(${options})
  export { CalmockWorld }
  export default { fetch }`

describe.skipIf(!hasWorkerd)('a worker in workerd, without flags', () => {
  test('the conversation over its socket is the same as in Node', async () => {
    const options = { events: 24, now: '2030-01-07T12:00:00Z' }
    const expected = await converse(createCalmock(options).fetch, 'https://api.example')
    const worker = await startWorker({ options: JSON.stringify(options) })
    const transcript = await converse((url, init) => {
      const isControl = url.includes('/__calmock/')
      return fetch(url, { ...init, ...(isControl && { headers: authorized }) })
    }, worker.url)
    await worker.stop()
    expect(differences(transcript, expected)).toEqual([])
  })

  test('the built package returns the 91 responses of Node, byte for byte', async () => {
    const expected = await hashResponses(createCalmock({ sites }).fetch)
    const worker = await startWorker({ source: built(JSON.stringify({ sites })) })
    const hash = await hashResponses(worker.dispatch)
    await worker.stop()
    expect(hash).toBe(expected)
  })

  test('responses to HEAD, OPTIONS and pages of other origins have the headers of Node', async () => {
    const worker = await startWorker()
    const mock = createCalmock({ events: 24 })
    const headers = { Origin: 'http://localhost:5173' }
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
      for (const path of ['/de/cal/events/v1/events', '/~pr-1/de/cal/events/v1', '/nothing']) {
        const url = `https://mock.example${path}`
        const [actual, expected] = await Promise.all([
          worker.dispatch(url, { method, headers }),
          mock.fetch(url, { method, headers }),
        ])
        const { 'content-encoding': _, ...sent } = Object.fromEntries(actual.headers)
        const body = await actual.text()
        expect([actual.status, body]).toEqual([expected.status, await expected.text()])
        expect(sent).toMatchObject(Object.fromEntries(expected.headers))
      }
    }
    await worker.stop()
  })
})

test('the script of a worker takes at most 585 kB to upload, minified by wrangler, and 600 kB otherwise: 110 kB are the dashboard, 300 kB the texts', async () => {
  const measure = async (minify: boolean) => {
    const { outputFiles } = await build({
      stdin: { contents: built("{ now: 'today' }"), resolveDir: process.cwd() },
      ...{ bundle: true, format: 'esm', write: false, target: 'es2024', keepNames: true, minify },
      external: ['cloudflare:*'],
    })
    return gzipSync(outputFiles[0]?.contents ?? '').length
  }
  const sizes = await Promise.all([true, false].map(measure))
  console.log(`worker: ${sizes.join(' and ')} bytes of gzip`)
  expect(sizes[0]).toBeLessThanOrEqual(585_000)
  expect(sizes[1]).toBeLessThanOrEqual(600_000)
})
