import { expect, test } from 'vitest'
import { bodyText } from '../src/engine/http-message.ts'
import { createClock } from '../src/options/clock.ts'
import { createTestMock } from './call.ts'

const systemNow = () => Date.parse('2026-11-21T22:15:30.250Z')

test.each([
  { now: 'today', shows: '2026-11-21T12:00:00.000Z' },
  { now: 'real', shows: '2026-11-21T22:15:30.250Z' },
  { now: '2030-01-07T12:00:00Z', shows: '2030-01-07T12:00:00.000Z' },
  { now: '2030-01-07T12:00:00+05:30', shows: '2030-01-07T06:30:00.000Z' },
  { now: '2030-01-07T02:00:00', shows: '2030-01-07T02:00:00.000Z' },
  { now: '2030-01-07', shows: '2030-01-07T00:00:00.000Z' },
  { now: new Date(0), shows: '1970-01-01T00:00:00.000Z' },
])('the clock $now shows $shows', ({ now, shows }) => {
  expect(createClock(now, systemNow).now().toISOString()).toBe(shows)
})

test.each([
  { duration: 'P1D', shows: '2026-11-22T12:00:00.000Z' },
  { duration: '-P2W', shows: '2026-11-07T12:00:00.000Z' },
  { duration: 'PT90M', shows: '2026-11-21T13:30:00.000Z' },
  { duration: 'P1DT2H3M4S', shows: '2026-11-22T14:03:04.000Z' },
])('advancing the clock by $duration shows $shows', ({ duration, shows }) => {
  const clock = createClock('today', systemNow)
  clock.advance(duration)
  expect(clock.now().toISOString()).toBe(shows)
  clock.reset()
  expect(clock.now().toISOString()).toBe('2026-11-21T12:00:00.000Z')
})

test.each(['', 'tomorrow', '2030-13-01', '99999-01-01', '5', '2030-02-30'])(
  '"%s" is rejected as a time, and the error lists the accepted values',
  (now) => {
    expect(() => createClock(now, systemNow)).toThrow(
      /^\[calmock\] invalid now ".*"; accepted: today, real/,
    )
  },
)

test.each(['', 'P', 'PT', '1 day', 'P1M'])(
  '"%s" is rejected as a duration, and the error lists the accepted values',
  (duration) => {
    expect(() => createClock('today', systemNow).advance(duration)).toThrow(
      /invalid duration ".*"; accepted/,
    )
  },
)

test('a clock cannot leave the calendar and keeps its time', () => {
  const clock = createClock('today', systemNow)
  expect(() => clock.advance('P99999999W')).toThrow(
    /accepted: durations within the years 1 to 9000/,
  )
  expect(clock.now().toISOString()).toBe('2026-11-21T12:00:00.000Z')
})

test('changing the clock changes the defaults of lists, but no date of a record', async () => {
  const service = createTestMock({ now: '2030-01-07T12:00:00Z' })
  const list = async () => {
    const call = {
      method: 'GET',
      origin: 'http://calmock.test',
      query: 'per_page=1',
      header: () => undefined,
    }
    const { body } = await service.handle({ ...call, path: '/de/cal/events/v1/events' })
    return JSON.parse(bodyText(body))
  }
  const before = await list()
  service.clock.advance('P60D')
  const after = await list()
  expect(after.total).toBeLessThan(before.total)
  expect(after.rest_url).toContain('start_date=2030-03-07')
  service.clock.set('2030-01-07T12:00:00Z')
  expect(await list()).toEqual(before)
})
