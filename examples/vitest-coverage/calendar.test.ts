import { landmarks } from 'calmock'
import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { showEvent, showList } from './calendar.ts'

useCalmock()

const { noVenue, noImage, allDay, bookFair, severalDays, password, ...others } = landmarks.events
const events = Object.entries(others)

test('shows the next nine events', async () => {
  expect(await showList()).toHaveLength(9)
})

test.each(events)('shows the event %s', async (_, { id, title }) => {
  const [first, time] = await showEvent(id.en)
  expect(first).toBe(title.en)
  expect(time).toMatch(/^\d\d:\d\d$/)
})

test.each(events.slice(0, 19))('finds the event %s', async (_, { title }) => {
  expect(await showList(1, title.en)).toContain(title.en)
})
