import { describe, expect, test } from 'vitest'
import {
  addMonths,
  endOfDay,
  formatDateTime,
  parseDateTime,
  startOfDay,
  toUtc,
} from '../../src/dates/date-time.ts'
import { parseDate } from '../../src/dates/parse-date.ts'
import { toWall } from '../../src/dates/time-zone.ts'
import { NOW } from '../call.ts'

/** Noon UTC on a Monday. */
const now = new Date(NOW)

const read = (raw: string | number, zone = 'UTC') => {
  const moment = parseDate(raw, { now, zone })
  return moment && formatDateTime(moment.wall)
}

describe('stored times', () => {
  test.each([
    ['1970-01-01 00:00:00', 0],
    ['2030-01-07 12:00:00', now.getTime()],
    ['2024-02-29 23:59:59', Date.UTC(2024, 1, 29, 23, 59, 59)],
    ['0001-01-01 00:00:00', Date.parse('0001-01-01T00:00:00Z')],
    ['9999-12-31 23:59:59', Date.UTC(9999, 11, 31, 23, 59, 59)],
  ])('%s is %d ms and formats back', (text, ms) => {
    expect(parseDateTime(text)).toBe(ms)
    expect(formatDateTime(ms)).toBe(text)
  })

  test('parsing drops fractions of a second', () => {
    expect(formatDateTime(Date.UTC(2030, 0, 1, 0, 0, 0, 999))).toBe('2030-01-01 00:00:00')
  })

  test('time texts sort in the order of their times', () => {
    const times = [
      -62_135_596_800_000,
      -1000,
      0,
      999_999_999_000,
      now.getTime(),
      253_402_214_400_000,
    ]
    expect(times.map(formatDateTime).sort()).toEqual(times.map(formatDateTime))
  })

  test.each([
    ['2030-01-07 12:34:56', '2030-01-07 00:00:00', '2030-01-07 23:59:59'],
    ['2024-02-29 00:00:00', '2024-02-29 00:00:00', '2024-02-29 23:59:59'],
    ['2030-12-31 23:59:59', '2030-12-31 00:00:00', '2030-12-31 23:59:59'],
  ])('the day of %s is from %s to %s', (text, first, last) => {
    expect([startOfDay(text), endOfDay(text)]).toEqual([first, last])
  })

  test.each([
    ['Europe/Berlin', '2030-02-01 19:00:00', '2030-02-01 18:00:00'],
    ['Europe/Berlin', '2030-07-01 19:00:00', '2030-07-01 17:00:00'],
    ['Asia/Kolkata', '2030-01-01 00:00:00', '2029-12-31 18:30:00'],
    ['UTC-5.5', '2030-02-01 19:00:00', '2030-02-02 00:30:00'],
    ['UTC+5:30', '2024-03-01 05:00:00', '2024-02-29 23:30:00'],
    ['+02:00', '2030-02-01 01:00:00', '2030-01-31 23:00:00'],
    ['Africa/Cairo', '2024-07-01 00:00:00', '2024-06-30 21:00:00'],
  ])('in %s, %s is %s in UTC and converts back', (zone, wall, utc) => {
    expect(toUtc(wall, zone)).toBe(utc)
    expect(formatDateTime(toWall(parseDateTime(utc), zone))).toBe(wall)
  })

  test.each([
    ['2030-01-07 12:00:00', 1, '2030-02-07 12:00:00'],
    ['2030-01-31 12:00:00', 1, '2030-02-28 12:00:00'],
    ['2028-01-31 12:00:00', 1, '2028-02-29 12:00:00'],
    ['2030-03-31 12:00:00', -1, '2030-02-28 12:00:00'],
    ['2028-02-29 12:00:00', 12, '2029-02-28 12:00:00'],
    ['2028-02-29 12:00:00', 48, '2032-02-29 12:00:00'],
    ['2030-12-31 23:59:59', 2, '2031-02-28 23:59:59'],
    ['2030-01-15 00:00:00', -13, '2028-12-15 00:00:00'],
    ['2030-01-07 12:00:00', 24, '2032-01-07 12:00:00'],
    ['2030-01-07 12:00:00', 0, '2030-01-07 12:00:00'],
  ])('%s plus %d months is %s', (from, months, to) => {
    expect(formatDateTime(addMonths(parseDateTime(from), months))).toBe(to)
  })
})

describe('times written by clients', () => {
  test.each([
    ['2030-01-05', '2030-01-05 00:00:00'],
    ['2030-1-5', '2030-01-05 00:00:00'],
    ['2030-01-05 19:00', '2030-01-05 19:00:00'],
    ['2030-01-05 19:00:07', '2030-01-05 19:00:07'],
    ['2030-01-05  9:05', '2030-01-05 09:05:00'],
    ['2030-01-05T19:00:07', '2030-01-05 19:00:07'],
    ['2030-01-05t19:00:07.123', '2030-01-05 19:00:07'],
    [' 2030-01-05 ', '2030-01-05 00:00:00'],
    ['2018-01-01 4pm', '2018-01-01 16:00:00'],
    ['2018-01-01 4:30 PM', '2018-01-01 16:30:00'],
    ['2018-01-01 12am', '2018-01-01 00:00:00'],
    ['2018-01-01 12pm', '2018-01-01 12:00:00'],
    ['2018-01-01 +1 day', '2018-01-02 00:00:00'],
    ['0001-01-01', '0001-01-01 00:00:00'],
    ['2028-02-29', '2028-02-29 00:00:00'],
    ['2000-02-29', '2000-02-29 00:00:00'],
    ['2028-02-29 4pm', '2028-02-29 16:00:00'],
    ['2030-12-31 23:59:59', '2030-12-31 23:59:59'],
  ])('"%s" is the wall time %s', (raw, wall) => {
    expect(parseDate(raw, { now, zone: 'UTC' })).toEqual({ wall: parseDateTime(wall) })
    expect(read(raw, 'Asia/Kolkata'), 'whatever the zone').toBe(wall)
  })

  test.each([
    ['2030-01-05T19:00:00Z', '2030-01-05 19:00:00', 0],
    ['2030-01-05 19:00:00 UTC', '2030-01-05 19:00:00', 0],
    ['2030-01-05T19:00:00.5gmt', '2030-01-05 19:00:00', 0],
    ['2030-01-05T19:00:00+02:00', '2030-01-05 19:00:00', 2],
    ['2030-01-05T19:00:00+0530', '2030-01-05 19:00:00', 5.5],
    ['2030-01-05T19:00:00-05', '2030-01-05 19:00:00', -5],
    ['2030-01-05T19:00:00-03:30', '2030-01-05 19:00:00', -3.5],
    ['2024-02-29T23:59:59+14:00', '2024-02-29 23:59:59', 14],
  ])('"%s" keeps its wall time %s and its offset of %d hours', (raw, wall, hours) => {
    expect(parseDate(raw, { now, zone: 'Asia/Tokyo' })).toEqual({
      wall: parseDateTime(wall),
      offset: hours * 3_600_000,
    })
  })

  test.each([
    ['1577836800', '2020-01-01 00:00:00'],
    [1577836800, '2020-01-01 00:00:00'],
    ['1577836800.9', '2020-01-01 00:00:00'],
    [1577836800.9, '2020-01-01 00:00:00'],
    ['+86400', '1970-01-02 00:00:00'],
    ['-1', '1969-12-31 23:59:59'],
    [0, '1970-01-01 00:00:00'],
    ['20300105', '1970-08-23 22:55:05'],
  ])('%j in UNIX seconds is %s UTC', (raw, utc) => {
    expect(parseDate(raw, { now, zone: 'Asia/Tokyo' })).toEqual({
      wall: parseDateTime(utc),
      offset: 0,
    })
  })

  test.each([
    ['now', '2030-01-07 12:00:00'],
    ['today', '2030-01-07 00:00:00'],
    ['midnight', '2030-01-07 00:00:00'],
    ['noon', '2030-01-07 12:00:00'],
    ['tomorrow', '2030-01-08 00:00:00'],
    ['yesterday', '2030-01-06 00:00:00'],
    ['Tomorrow 9AM', '2030-01-08 09:00:00'],
    ['tomorrow at 9am', '2030-01-08 09:00:00'],
    ['tomorrow 14:30:15', '2030-01-08 14:30:15'],
    ['tomorrow noon', '2030-01-08 12:00:00'],
    ['yesterday 00:30', '2030-01-06 00:30:00'],
    ['4pm', '2030-01-07 16:00:00'],
    ['08:15', '2030-01-07 08:15:00'],
    ['monday', '2030-01-07 00:00:00'],
    ['next monday', '2030-01-14 00:00:00'],
    ['last monday', '2029-12-31 00:00:00'],
    ['wednesday', '2030-01-09 00:00:00'],
    ['this wednesday', '2030-01-09 00:00:00'],
    ['next wednesday 4pm', '2030-01-09 16:00:00'],
    ['last wednesday', '2030-01-02 00:00:00'],
    ['sat 10am', '2030-01-12 10:00:00'],
    ['sunday', '2030-01-13 00:00:00'],
    ['+2 weeks', '2030-01-21 12:00:00'],
    ['2 weeks', '2030-01-21 12:00:00'],
    ['-1 day', '2030-01-06 12:00:00'],
    ['2 weeks ago', '2029-12-24 12:00:00'],
    ['+1 fortnight', '2030-01-21 12:00:00'],
    ['+90 minutes', '2030-01-07 13:30:00'],
    ['+30 sec', '2030-01-07 12:00:30'],
    ['+1 month', '2030-02-07 12:00:00'],
    ['next month', '2030-02-07 12:00:00'],
    ['last year', '2029-01-07 12:00:00'],
    ['+1 year', '2031-01-07 12:00:00'],
    ['+1 week 2 days', '2030-01-16 12:00:00'],
    ['+2 weeks 4pm', '2030-01-21 16:00:00'],
    ['tomorrow +2 hours', '2030-01-08 02:00:00'],
    ['now +2 hours', '2030-01-07 14:00:00'],
    ['next tuesday +1 week', '2030-01-15 00:00:00'],
    ['9am tomorrow', '2030-01-08 09:00:00'],
    ['noon tomorrow', '2030-01-08 12:00:00'],
    ['tomorrow at noon', '2030-01-08 12:00:00'],
    ['4pm 2031-01-01', '2031-01-01 16:00:00'],
    ['18:30 next friday', '2030-01-11 18:30:00'],
    ['tomorrow 9am +2 hours', '2030-01-08 11:00:00'],
  ])('"%s" is %s, relative to noon on Monday 7 January 2030', (raw, wall) => {
    expect(read(raw)).toBe(wall)
  })

  test.each([
    ['today', 'Pacific/Kiritimati', '2030-01-08 00:00:00'],
    ['tomorrow 9am', 'Pacific/Kiritimati', '2030-01-09 09:00:00'],
    ['monday', 'Pacific/Kiritimati', '2030-01-14 00:00:00'],
    ['+1 hour', 'America/New_York', '2030-01-07 08:00:00'],
    ['today', 'UTC-12.5', '2030-01-06 00:00:00'],
    ['+1 day', 'Asia/Kolkata', '2030-01-08 17:30:00'],
  ])('"%s" in %s is the local time %s', (raw, zone, wall) => {
    expect(read(raw, zone)).toBe(wall)
  })

  test.each([
    ['UTC', 0],
    ['Europe/Berlin', 1],
    ['UTC-5.5', -5.5],
  ])('"now" in %s is one instant, %d hours ahead of UTC', (zone, hours) => {
    const offset = hours * 3_600_000
    expect(parseDate('now', { now, zone })).toEqual({ wall: now.getTime() + offset, offset })
  })

  test.each([
    ...'2030-02-29|1900-02-29|2030-02-31|2030-02-31 4pm|2030-02-30T10:00:00Z'.split('|'),
    ...'2030-04-31|2030-13-01|2030-00-10|2030-01-00|2030-01-32|0000-01-01|10000-01-01'.split('|'),
    ...'2030-01-05 24:00:00|2030-01-05 23:60|2030-01-05 23:59:60|2030-01-05 25:00'.split('|'),
    ...'2030-01-05 13pm|2030-01-05 0am|25:00|13pm|2030-01-05T19:00:00+14:01'.split('|'),
    ...'2030-01-05T19:00:00-99:00|2030-01-05T19:00:00+02:60|+99999 years|999999999999'.split('|'),
    ...'-99999999999999|at'.split('|'),
    ...'|   |foo|not a date|constructor 2030-01-05|tomorrowx|nowhere|now foo|next'.split('|'),
    ...'next foo|last wednesdays|mondayish|+2 moons|weeks|2030-01-05T|2030-01-05T1'.split('|'),
    ...'2030-01-05 19:00:00 Europe/Berlin|2030-01-05; drop|2030-01-05 2030|١٢|कल|1e3'.split('|'),
    ...'0x10|NaN|null|[object Object]'.split('|'),
    ...[Number.NaN, Number.POSITIVE_INFINITY, 1e300],
  ])('"%s" is rejected as a date', (raw) => {
    expect(read(raw)).toBeUndefined()
  })

  test('the result does not depend on the time zone of the machine', () => {
    const before = process.env.TZ
    try {
      for (const zone of ['Pacific/Kiritimati', 'America/St_Johns', 'UTC']) {
        process.env.TZ = zone
        expect(read('2030-01-05 19:00:00')).toBe('2030-01-05 19:00:00')
        expect(read('tomorrow 9am')).toBe('2030-01-08 09:00:00')
        expect(toUtc('2030-02-01 19:00:00', 'Europe/Berlin')).toBe('2030-02-01 18:00:00')
        expect(formatDateTime(addMonths(parseDateTime('2030-01-31 00:00:00'), 1))).toBe(
          '2030-02-28 00:00:00',
        )
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})
