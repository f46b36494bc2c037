import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorized, hasWorkerd, type RunningWorker, startWorker } from './start-worker.ts'

const TAGS = '/~mine/de/cal/events/v1/tags'
const REQUESTS = '/~mine/__calmock/requests'

describe.skipIf(!hasWorkerd)('the request log of a worker', () => {
  let worker: RunningWorker
  beforeAll(async () => {
    worker = await startWorker()
  })
  afterAll(() => worker?.stop())

  test('GET requests lists earlier requests with their headers, and a stream has later ones', async () => {
    await worker.call(TAGS, { headers: { 'Accept-Language': 'de' } })
    await worker.call(TAGS, { method: 'POST', body: '{"name":"Neu","password":"secret"}' })
    const list = await (await worker.call(REQUESTS, { headers: authorized })).json()
    expect(list.requests).toMatchObject([
      { id: 2, world: 'mine', path: '/tags', requestBody: expect.stringContaining('[redacted]') },
      { id: 1, status: 200, requestHeaders: { 'accept-language': 'de' } },
    ])
    const headers = { ...authorized, Accept: 'text/event-stream' }
    const controller = new AbortController()
    const stream = await worker.call(REQUESTS, { headers, signal: controller.signal })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader?.read())?.value ?? ''
    await worker.call(`${TAGS}?page=2`)
    while (!text.includes('page=2')) text += (await reader?.read())?.value ?? ''
    expect(text).toMatch(/^retry: 2000\n\nid: 3\nevent: request\ndata: \{"id":3,/)
    controller.abort()
  })
})
