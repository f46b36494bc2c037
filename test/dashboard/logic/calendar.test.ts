import { expect, test, vi } from 'vitest'
import {
  addDays,
  type EventRecord,
  moveEvent,
  overlaps,
} from '../../../src/dashboard/calendar/load-events.ts'
import type { AnyRecord } from '../../../src/dashboard/openapi.ts'
import { landmarks } from '../../../src/seed/source/inline-source.ts'
import { openApp } from './use-app.ts'

const { id } = landmarks.events.jazzNight

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2030-01-01', -1, '2029-12-31'],
  ['2030-03-30', 7, '2030-04-06'],
])('%s and %i days are %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
})

test.each([
  ['2030-01-06 20:00:00', '2030-01-06 23:59:59', false],
  ['2030-01-06 20:00:00', '2030-01-07 00:00:00', true],
  ['2030-01-01 00:00:00', '2030-02-01 00:00:00', true],
  ['2030-01-13 23:59:59', '2030-01-14 02:00:00', true],
  ['2030-01-14 00:00:00', '2030-01-14 02:00:00', false],
])('an event from %s to %s is in the week of 7 January: %s', (start_date, end_date, expected) => {
  const week = { start: '2030-01-07', end: '2030-01-14' }
  expect(overlaps({ start_date, end_date } as EventRecord, week)).toBe(expected)
})

/** Opens the dashboard, and reads the start and the end of an event in two languages. */
async function openEvent() {
  const { app, mock } = await openApp()
  const read = async (code: 'en' | 'de') => {
    const path = `${app.site.value.path}/events/${id.en}?i18n_language=${code}`
    const { start_date, end_date, title } = await app.api.json<AnyRecord>({ method: 'GET', path })
    return [title, start_date, end_date]
  }
  const readBoth = async () => [await read('en'), await read('de')]
  const move = (by: readonly [number, number]) =>
    moveEvent(app, { id: String(id.en), language: 'en' }, by)
  return { app, mock, readBoth, move }
}

test('a moved event moves in every language, keeps its title, and undo takes all of it back', async () => {
  const { app, readBoth, move } = await openEvent()
  const before = await readBoth()
  await move([864e5, 864e5 + 36e5])
  const shift = (date: unknown, by: number) =>
    new Date(Date.parse(`${date}Z`) + by).toISOString().slice(0, 19).replace('T', ' ')
  expect(await readBoth()).toEqual(
    before.map(([title, start, end]) => [title, shift(start, 864e5), shift(end, 864e5 + 36e5)]),
  )
  const [steps = 0] = app.moves.values()
  expect(steps).toBeGreaterThan(1)
  for (let step = 0; step < steps; step++) await app.api.control('POST', 'undo')
  expect(await readBoth()).toEqual(before)
})

test('if the service rejects the move of a translation, the earlier moves are undone', async () => {
  const { app, mock, readBoth, move } = await openEvent()
  const before = await readBoth()
  let writes = 0
  const send: typeof fetch = async (url, init) =>
    init?.method === 'PATCH' && ++writes === 2
      ? Response.json({ message: 'No.' }, { status: 403 })
      : mock.fetch(url, init)
  vi.stubGlobal('fetch', send)
  await expect(move([864e5, 864e5])).rejects.toThrow('No.')
  expect(writes).toBe(2)
  expect(await readBoth()).toEqual(before)
  expect(app.moves.size).toBe(0)
})
