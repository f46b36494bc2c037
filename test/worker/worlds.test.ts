import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningWorker, startWorker } from './start-worker.ts'

let worker: RunningWorker
beforeAll(async () => {
  worker = await startWorker()
})
afterAll(() => worker?.stop())

const events = '/de/cal/events/v1/events'

test('a list', async () => {
  const { status, body } = await worker.json('GET', `/~pr-1${events}?per_page=1`)
  expect(status).toBe(200)
  console.log(body)
  console.log(
    await worker.json('GET', '/__calmock/worlds'),
    await worker.json('GET', '/~pr-2/__calmock/health'),
  )
  console.log(await worker.json('POST', '/__calmock/worlds', { name: 'pr-4', scenario: 'empty' }))
  console.log(await worker.json('GET', `/~pr-4${events}?_fields=total`))
  console.log(await worker.json('POST', '/__calmock/worlds', { name: 'pr-4', scenario: 'empty' }))
  console.log(await worker.json('POST', '/__calmock/worlds'))
  console.log(await worker.json('DELETE', '/__calmock/worlds/pr-1'))
  console.log(await worker.json('DELETE', '/~pr-2/__calmock/worlds/pr-2'))
  console.log(await worker.json('DELETE', '/__calmock/worlds/pr-1'))
})
