import { useCalmock } from 'calmock/vitest'
import { afterEach, expect, test, vi } from 'vitest'
import { readLines } from './calendar.ts'

const mock = useCalmock({ sites: ['en'] })

const api = 'https://api.example/en/cal/events/v1'

afterEach(() => void vi.useRealTimers())

test('an event that is over is not in the list', async () => {
  const [first] = await readLines(api)
  expect(first).toMatch(/^2030-01-07/)
  mock.clock.advance('P2W')
  expect(await readLines(api)).not.toContain(first)
})

test('the code under test has the date of the mock', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: mock.clock.now() })
  expect(new Date().toISOString()).toBe('2030-01-07T12:00:00.000Z')
})
