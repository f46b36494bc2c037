import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'

useCalmock({ coverage: true })

const events = 'https://api.example/de/cal/events/v1/events'

test.each([1, 2])('page %d counts for the report of calmock/coverage', async (page) => {
  expect((await fetch(`${events}?per_page=2&page=${page}`)).status).toBe(200)
})
