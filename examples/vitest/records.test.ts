import { landmarks } from 'calmock'
import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { readLines } from './calendar.ts'

const mock = useCalmock({ sites: ['en'] })

const api = 'https://api.example/en/cal/events/v1'
const { id, title } = landmarks.events.jazzNight

test('an empty calendar has no lines', async () => {
  mock.setScenario('empty')
  expect(await readLines(api)).toEqual([])
})

test('long titles are in the list', async () => {
  mock.setScenario('long-text')
  expect((await readLines(api))[0]?.length).toBeGreaterThan(100)
})

test('a landmark has a known ID and title', async () => {
  const response = await fetch(`${api}/events/${id.en}`)
  expect(await response.json()).toMatchObject({ id: id.en, title: title.en })
})

test('a test changes a record', async () => {
  mock.db.event.update({ where: { id: { equals: id.en } }, data: { title: 'Sold out' } })
  const response = await fetch(`${api}/events/${id.en}`)
  expect(await response.json()).toMatchObject({ id: id.en, title: 'Sold out' })
})
