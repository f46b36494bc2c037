import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { createEvent, readLines } from './calendar.ts'

const mock = useCalmock({ intercept: 'fetch', onUnhandledRequest: 'error' })

const api = 'https://api.example/de/cal/events/v1'

test('lists the next events', async () => {
  expect(await readLines(api)).toHaveLength(5)
})

test('shows a new event', async () => {
  await createEvent(api, { title: 'Hausmusik', start_date: 'now', end_date: '+2 hours' })
  expect(await readLines(api)).toContain('2030-01-07 12:00 Hausmusik')
})

test('is empty without events', async () => {
  mock.setScenario('empty')
  expect(await readLines(api)).toEqual([])
})
