import { landmarks } from 'calmock'
import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { showEvent, showList } from './calendar.ts'

const mock = useCalmock()

const { jazzNight, noVenue, noImage, allDay, severalDays } = landmarks.events

test('an empty list', async () => {
  mock.setScenario('empty')
  expect(await showList()).toEqual(['No events'])
})

test('a second page', async () => {
  mock.setScenario('page-plus-one')
  expect(await showList(2)).toHaveLength(1)
})

test('titles in Arabic', async () => {
  mock.setScenario('rtl')
  expect((await showList())[0]).toMatch(/\p{Script=Arabic}/u)
})

test('an event without a place, a picture or times', async () => {
  expect(await showEvent(noVenue.id.en)).toContain('No place')
  expect(await showEvent(noImage.id.en)).toContain('No picture')
  expect(await showEvent(allDay.id.en)).toContain('All day')
})

test('an event that is not translated', async () => {
  mock.setScenario('half-translated')
  const { id, title } = severalDays
  expect((await showEvent(id.en, 'de'))[0]).toBe(title.en)
})

test('a slow service', async () => {
  mock.delay = 200
  expect(await showList()).toHaveLength(9)
})

test.each([
  [400, 'Try again later'],
  [404, 'There is no such page'],
  [503, 'Try again later'],
])('a list with the status %d', async (status, line) => {
  mock.faults = `GET /events ${status}`
  expect(await showList()).toEqual([line])
})

test.each([
  [400, 'Try again later'],
  [403, 'Enter the password'],
  [404, 'There is no such event'],
  [410, 'There is no such event'],
])('an event with the status %d', async (status, line) => {
  mock.faults = `GET /events/{id} ${status}`
  expect(await showEvent(jazzNight.id.en)).toEqual([line])
})
