import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { createEvent, readLines } from './calendar.ts'

useCalmock({ sites: ['en'] })

const api = 'https://api.example/en/cal/events/v1'

test('a new event is in the list', async () => {
  await createEvent(api, { title: 'Open rehearsal', start_date: 'now', end_date: '+2 hours' })
  expect((await readLines(api))[0]).toBe('2030-01-07 12:00 Open rehearsal')
})

test('the next test does not see the event', async () => {
  expect((await readLines(api))[0]).not.toContain('Open rehearsal')
})
