import { useCalmock } from 'calmock/vitest'
import { describe, expect, test } from 'vitest'
import { createEvent, readLines } from './calendar.ts'

const mock = useCalmock({ sites: ['en'] })

describe.concurrent('concurrent tests', () => {
  test.each(['one', 'two', 'three'])('see only their own world, such as %s', async (name) => {
    mock.world(name).setScenario('empty')
    const api = `https://api.example/~${name}/en/cal/events/v1`
    for (const title of ['Rehearsal', 'Concert'])
      await createEvent(api, { title, start_date: 'now', end_date: '+2 hours' })
    expect(await readLines(api)).toHaveLength(2)
  })
})
