import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { createEvent, readLines } from './calendar.ts'

const mock = useCalmock({ sites: ['en'] })

const api = 'https://api.example/en/cal/events/v1'

test('the calendar requests five events, and sends the title of a new one', async () => {
  await readLines(api)
  await createEvent(api, { title: 'Rehearsal', start_date: 'now', end_date: '+2 hours' })
  expect(mock.requests).toMatchObject([
    { method: 'GET', path: '/events', query: { per_page: '5' }, status: 200 },
    { method: 'POST', path: '/events', status: 201 },
  ])
  expect(JSON.parse(mock.requests[1]?.requestBody ?? '').title).toBe('Rehearsal')
  const notes = mock.requests.flatMap(({ notes }) => notes)
  expect(notes.filter(({ level }) => level === 'warning')).toEqual([])
})
