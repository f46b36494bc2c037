import { useCalmock } from 'calmock/vitest'
import { describe, expect, test } from 'vitest'
import { readLines } from './calendar.ts'

const mock = useCalmock({ sites: ['en'] })

const api = 'https://api.example/en/cal/events/v1'

test('the calendar shows an error while the service is down', async () => {
  mock.faults = 'GET /events 503'
  expect(await readLines(api)).toEqual(['Not now (503)'])
})

test('the faults of a test end with it', async () => {
  expect(mock.faults).toEqual([])
  expect(await readLines(api)).toHaveLength(5)
})

test('the calendar is available again after two errors', async () => {
  mock.faults = ['GET /events 503 2x']
  const lists = [await readLines(api), await readLines(api), await readLines(api)]
  expect(lists.map((lines) => lines.length)).toEqual([1, 1, 5])
})

test('the calendar fails offline', async () => {
  mock.faults = '* offline'
  await expect(readLines(api)).rejects.toThrow()
  expect(mock.requests[0]).toMatchObject({ path: '/events', fault: 'offline' })
})

test('a slow service answers in the end', async () => {
  mock.delay = 50
  const start = performance.now()
  expect(await readLines(api)).toHaveLength(5)
  expect(performance.now() - start).toBeGreaterThan(45)
})

test('a service without an answer does not block forever', async () => {
  mock.faults = 'GET /events timeout'
  const signal = AbortSignal.timeout(50)
  await expect(fetch(`${api}/events`, { signal })).rejects.toThrow()
  expect(mock.requests[0]).toMatchObject({ path: '/events', fault: 'timeout' })
})

describe('in maintenance', () => {
  const mock = useCalmock({ sites: ['en'], fault: '* maintenance' })

  test('the calendar shows an error until the maintenance ends', async () => {
    expect(await readLines(api)).toEqual(['Not now (503)'])
    mock.faults = []
    expect(await readLines(api)).toHaveLength(5)
  })

  test('each test starts with the faults of the options', async () => {
    expect(mock.faults).toEqual(['* maintenance'])
    expect(await readLines(api)).toEqual(['Not now (503)'])
  })
})
