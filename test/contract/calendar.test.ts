import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarFrom } from '../../src/contract/calendar.ts'
import { format, toUtc } from '../../src/contract/date-time.ts'
import { offsetAt, rememberedOffset } from '../../src/contract/time-zone.ts'

const DAY = 86_400_000
const zones = fc.constantFrom(
  ...['Europe/Berlin', 'Africa/Cairo', 'Asia/Kolkata', 'America/St_Johns'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'UTC+5.5'],
)
const days = ['2030-01-07', '2010-08-15', '1945-05-01', '0001-01-02', '9999-12-30'].map((day) =>
  Date.parse(`${day}T00:00:00Z`),
)

test('times around a day are those of every other clock here', () => {
  const calendars = days.map((midnight) => ({ midnight, ...calendarFrom(midnight) }))
  const times = fc.tuple(fc.constantFrom(...calendars), fc.integer({ min: -400, max: 400 }))
  fc.assert(
    fc.property(times, fc.integer({ min: -100, max: 3000 }), zones, ([of, day], minutes, zone) => {
      const wall = format(of.midnight + day * DAY + minutes * 60_000)
      expect([of.wall(day, minutes), of.stamp(day, minutes)]).toEqual([wall, wall])
      const utc = toUtc(wall, zone)
      expect([of.utcOf(day, minutes, zone), of.utc(wall, zone)]).toEqual([utc, utc])
    }),
    { numRuns: 1500 },
  )
})

test('every minute of a day on which clocks change is that of `toUtc`', () => {
  const { wall, utcOf } = calendarFrom(Date.parse('2030-03-30T00:00:00Z'))
  for (let minute = 0; minute < 3 * 1440; minute += 10) {
    for (const zone of ['Europe/Berlin', 'Europe/London', 'America/St_Johns'])
      expect(utcOf(0, minute, zone)).toBe(toUtc(wall(0, minute), zone))
  }
})

test('a remembered offset is that of the zone, also within the hours of a change', () => {
  const change = Date.parse('2030-10-27T01:00:00Z')
  const offsetOf = rememberedOffset('Europe/Berlin')
  for (const minutes of [-30_000, -61, -60, -1, 0, 1, 59, 60, 30_000]) {
    const instant = change + minutes * 60_000
    expect(offsetOf(instant)).toBe(offsetAt(instant, 'Europe/Berlin'))
  }
})
