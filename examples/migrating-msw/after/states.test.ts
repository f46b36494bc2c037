import { landmarks } from 'calmock'
import { useCalmock } from 'calmock/vitest'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { listEvents, readTitle } from '../calendar.ts'

const mock = useCalmock({ sites: ['en'] })

test('reads an event of the default scenario', async () => {
  const { id, title } = landmarks.events.jazzNight
  expect(await readTitle(id.en)).toBe(title.en)
})

test('shows a title that the test wrote to the database', async () => {
  const id = landmarks.events.jazzNight.id.en
  mock.db.event.update({ where: { id: { equals: id } }, data: { title: 'Sold out' } })
  expect(await readTitle(id)).toBe('Sold out')
})

test('shows an empty list', async () => {
  mock.setScenario('empty')
  expect(await listEvents(1)).toEqual({ lines: [], pages: 0 })
})

test('recovers after one error', async () => {
  mock.faults = 'GET /events 503 1x'
  await expect(listEvents(1)).rejects.toThrow('Not now (503)')
  expect((await listEvents(1)).lines).toHaveLength(2)
})

test('a handler of the test takes precedence', async () => {
  const broken = http.get('*/events/:id', () => HttpResponse.json({ title: '' }))
  mock.server.use(broken)
  expect(await readTitle(1)).toBe('')
})
