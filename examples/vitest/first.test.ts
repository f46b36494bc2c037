import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { readLines } from './calendar.ts'

useCalmock({ sites: ['en'] })

test('the calendar lists five events', async () => {
  const lines = await readLines('https://api.example/en/cal/events/v1')
  expect(lines).toHaveLength(5)
})
