import { createCalmock } from 'calmock'
import { expect, test } from 'vitest'
import { startMirage } from './server.js'

/** Returns the events of Mirage's seeds as records for calmock. */
function convertSeeds() {
  const server = startMirage()
  const { events } = server.db.dump()
  server.shutdown()
  return {
    events: events.map(({ title, startsAt, endsAt }) => ({
      title,
      start_date: startsAt,
      end_date: endsAt,
    })),
  }
}

test('calmock has the events of the seeds', async () => {
  const mock = createCalmock({ sites: ['en'], scenario: 'empty', data: convertSeeds() })
  const response = await mock.fetch('/en/cal/events/v1/events?per_page=1')
  const { total, events } = await response.json()
  expect(total).toBe(12)
  expect(events[0].title).toBe('Paper marbling')
})
