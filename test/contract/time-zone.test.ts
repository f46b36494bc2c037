import { describe, expect, test } from 'vitest'
import {
  abbreviateZone,
  isTimeZone,
  offsetAt,
  toInstant,
  toWall,
} from '../../src/dates/time-zone.ts'

const HOUR = 3_600_000

/** Parses `2024-03-31 02:30:00` as ms: a wall time, or an instant in UTC. */
const parseMs = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)
const text = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

describe('names of time zones', () => {
  test.each([
    ...'Europe/Berlin Asia/Kolkata America/Argentina/Buenos_Aires Etc/GMT+5 EST UTC'.split(' '),
    ...'GMT Z UTC+0 UTC+2 UTC-5.5 UTC+5:30 UTC+5.75 UTC+12:45 UTC+14 UTC-14 GMT-3'.split(' '),
    ...'+02:00 -03:30 +0530 +5'.split(' '),
  ])('%s is accepted as a time zone', (zone) => {
    expect(isTimeZone(zone)).toBe(true)
  })

  test.each([
    ...'| |nowhere|Mars/Olympus|Europe/|/Berlin|Europe/Berlin |Europe/Berlin\n|Berlin'.split('|'),
    ...'UTC+|UTC+15|UTC+14:30|UTC-14.5|UTC+5:60|UTC+2.5.5|UTC+2x|+02:00:00|+123:00|2|५'.split('|'),
    ...'../../etc/passwd|__proto__|constructor'.split('|'),
  ])('%j is rejected as a time zone', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
  })

  test('the offset of an unknown time zone throws a RangeError', () => {
    expect(() => offsetAt(0, 'Mars/Olympus')).toThrow(RangeError)
  })
})

describe('offsets', () => {
  test.each([
    ['UTC', 0, 0],
    ['Z', 0, 0],
    ['UTC+2', 2, 2],
    ['UTC-5.5', -5.5, -5.5],
    ['UTC+5:30', 5.5, 5.5],
    ['UTC+5.75', 5.75, 5.75],
    ['+02:00', 2, 2],
    ['-03:30', -3.5, -3.5],
    ['+0530', 5.5, 5.5],
    ['UTC-0:30', -0.5, -0.5],
    ['EST', -5, -5],
    ['Asia/Kolkata', 5.5, 5.5],
    ['Asia/Kathmandu', 5.75, 5.75],
    ['Asia/Shanghai', 8, 8],
    ['Europe/Berlin', 1, 2],
    ['Europe/London', 0, 1],
    ['America/New_York', -5, -4],
    ['America/St_Johns', -3.5, -2.5],
    ['Africa/Cairo', 2, 3],
    ['Australia/Lord_Howe', 11, 10.5],
    ['Pacific/Kiritimati', 14, 14],
    ['Pacific/Auckland', 13, 12],
    ['Etc/GMT+5', -5, -5],
  ])('%s is %d hours ahead in January 2024 and %d in July', (zone, january, july) => {
    expect(offsetAt(parseMs('2024-01-15 12:00:00'), zone) / HOUR).toBe(january)
    expect(offsetAt(parseMs('2024-07-15 12:00:00'), zone) / HOUR).toBe(july)
  })

  test.each([
    ['Europe/Berlin', '2024-03-31 00:59:59', 1, '2024-03-31 01:00:00', 2],
    ['Europe/Berlin', '2024-10-27 00:59:59', 2, '2024-10-27 01:00:00', 1],
    ['Europe/London', '2024-03-31 00:59:59', 0, '2024-03-31 01:00:00', 1],
    ['Europe/London', '2024-10-27 00:59:59', 1, '2024-10-27 01:00:00', 0],
    ['America/New_York', '2024-03-10 06:59:59', -5, '2024-03-10 07:00:00', -4],
    ['America/New_York', '2024-11-03 05:59:59', -4, '2024-11-03 06:00:00', -5],
    ['Africa/Cairo', '2024-04-25 21:59:59', 2, '2024-04-25 22:00:00', 3],
    ['Africa/Cairo', '2024-10-31 20:59:59', 3, '2024-10-31 21:00:00', 2],
  ])('%s changes its clocks between %s (%d) and %s (%d) UTC', (zone, last, x, first, y) => {
    expect(offsetAt(parseMs(last), zone) / HOUR).toBe(x)
    expect(offsetAt(parseMs(first), zone) / HOUR).toBe(y)
  })
})

describe('offsets computed without Intl', () => {
  /** Returns the hours from UTC that Intl computes. */
  const intlHours = (zone: string) => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    return (instant: number): number => {
      const shown = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')
      const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(shown?.value ?? '') ?? []
      return hours ? Number(`${sign}1`) * (Number(hours) + Number(minutes) / 60) : 0
    }
  }

  test.each([
    ...'Africa/Cairo Europe/Berlin Europe/London Europe/Madrid Europe/Paris'.split(' '),
    ...'Asia/Kolkata Asia/Shanghai'.split(' '),
  ])('the offsets of %s are those of Intl from 1990 to 2060', (zone) => {
    const hoursOf = intlHours(zone)
    for (let year = 1990; year < 2060; year++) {
      const days = [2, 3, 9].flatMap((month) =>
        Array.from({ length: 8 }, (_, day) => Date.UTC(year, month, 24 + day)),
      )
      const changes = days.filter((day) => hoursOf(day) !== hoursOf(day + 24 * HOUR))
      const hours = changes.flatMap((day) => Array.from({ length: 24 }, (_, n) => day + n * HOUR))
      const instants = [Date.UTC(year, 0, 1), ...days, ...hours.flatMap((at) => [at - 1, at])]
      const wrong = instants.filter((at) => offsetAt(at, zone) / HOUR !== hoursOf(at))
      expect(wrong.map(text)).toEqual([])
    }
  })
})

describe('wall times', () => {
  test.each([
    // skipped hour: the earlier offset applies, so the time shows an hour later
    ['Europe/Berlin', '2024-03-31 02:30:00', '2024-03-31 01:30:00', '2024-03-31 03:30:00'],
    ['Europe/Berlin', '2024-03-31 02:00:00', '2024-03-31 01:00:00', '2024-03-31 03:00:00'],
    ['Europe/London', '2024-03-31 01:30:00', '2024-03-31 01:30:00', '2024-03-31 02:30:00'],
    ['America/New_York', '2024-03-10 02:30:00', '2024-03-10 07:30:00', '2024-03-10 03:30:00'],
    ['Africa/Cairo', '2024-04-26 00:30:00', '2024-04-25 22:30:00', '2024-04-26 01:30:00'],
    ['Australia/Lord_Howe', '2024-10-06 02:15:00', '2024-10-05 15:45:00', '2024-10-06 02:45:00'],
    ['Pacific/Auckland', '2024-09-29 02:30:00', '2024-09-28 14:30:00', '2024-09-29 03:30:00'],
    // skipped day
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30 22:00:00', '2011-12-31 12:00:00'],
  ])('%s never showed %s, which is %s in UTC and shows as %s', (zone, wall, utc, shown) => {
    const instant = toInstant(parseMs(wall), zone)
    expect(text(instant)).toBe(utc)
    expect(text(toWall(instant, zone))).toBe(shown)
  })

  test.each([
    ['Europe/Berlin', '2024-10-27 02:30:00', '2024-10-27 00:30:00'],
    ['Europe/Berlin', '2024-10-27 02:00:00', '2024-10-27 00:00:00'],
    ['Europe/London', '2024-10-27 01:30:00', '2024-10-27 00:30:00'],
    ['America/New_York', '2024-11-03 01:30:00', '2024-11-03 05:30:00'],
    ['Africa/Cairo', '2024-10-31 23:30:00', '2024-10-31 20:30:00'],
    ['Pacific/Auckland', '2024-04-07 02:30:00', '2024-04-06 13:30:00'],
  ])('%s showed %s twice, and the first one is used: %s in UTC', (zone, wall, utc) => {
    const instant = toInstant(parseMs(wall), zone)
    expect(text(instant)).toBe(utc)
    expect(text(toWall(instant, zone))).toBe(wall)
    expect(text(toWall(instant + HOUR, zone))).toBe(wall)
  })

  test.each([
    ['Europe/Berlin', '2024-03-31 01:59:59', '2024-03-31 00:59:59'],
    ['Europe/Berlin', '2024-03-31 03:00:00', '2024-03-31 01:00:00'],
    ['Europe/Berlin', '2024-10-27 01:59:59', '2024-10-26 23:59:59'],
    ['Europe/Berlin', '2024-10-27 03:00:00', '2024-10-27 02:00:00'],
    ['UTC+5:30', '2024-02-29 00:00:00', '2024-02-28 18:30:00'],
    ['UTC-5.5', '2024-02-28 20:00:00', '2024-02-29 01:30:00'],
    ['+02:00', '2024-01-01 00:00:00', '2023-12-31 22:00:00'],
    ['Pacific/Kiritimati', '2030-01-01 00:00:00', '2029-12-31 10:00:00'],
    ['America/St_Johns', '2030-01-01 00:00:00', '2030-01-01 03:30:00'],
    ['Asia/Kathmandu', '1969-12-31 23:59:59', '1969-12-31 18:29:59'],
  ])('in %s, %s is %s in UTC and converts back', (zone, wall, utc) => {
    expect(text(toInstant(parseMs(wall), zone))).toBe(utc)
    expect(text(toWall(parseMs(utc), zone))).toBe(wall)
  })

  test.each([
    ...'UTC UTC-5.5 Europe/Berlin Europe/London America/New_York Africa/Cairo'.split(' '),
    ...'America/St_Johns Australia/Lord_Howe Pacific/Chatham Pacific/Kiritimati'.split(' '),
  ])('around clock changes in %s, a wall time is the first instant that shows it', (zone) => {
    const DAY = 24 * HOUR
    for (
      let day = parseMs('2024-01-01 00:00:00');
      day < parseMs('2025-01-01 00:00:00');
      day += DAY
    ) {
      const isChanged = offsetAt(day - DAY, zone) !== offsetAt(day + 2 * DAY, zone)
      for (let instant = day; instant < day + DAY; instant += isChanged ? HOUR / 2 : DAY) {
        const wall = toWall(instant, zone)
        const found = toInstant(wall, zone)
        expect(toWall(found, zone)).toBe(wall)
        expect([0, HOUR / 2, HOUR]).toContain(instant - found)
      }
    }
  })
})

describe('abbreviations of time zones', () => {
  test.each([
    ['Europe/Berlin', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['America/New_York', 'EST', 'EDT'],
    ['America/Los_Angeles', 'PST', 'PDT'],
    ['Africa/Cairo', 'EET', 'EEST'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Shanghai', 'CST', 'CST'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['Pacific/Auckland', 'NZDT', 'NZST'],
    ['UTC', 'UTC', 'UTC'],
    ['EST', 'EST', 'EST'],
    // zones with their offset as abbreviation
    ['UTC+0', 'UTC+0', 'UTC+0'],
    ['UTC+5:30', 'UTC+5:30', 'UTC+5:30'],
    ['UTC-5.5', 'UTC-5.5', 'UTC-5.5'],
    ['+02:00', 'GMT+0200', 'GMT+0200'],
    // zones without an abbreviation
    ['America/Sao_Paulo', '-03', '-03'],
    ['Asia/Kathmandu', '+0545', '+0545'],
    ['Asia/Dubai', '+04', '+04'],
    ['Pacific/Kiritimati', '+14', '+14'],
    ['Australia/Lord_Howe', '+11', '+1030'],
    ['Pacific/Marquesas', '-0930', '-0930'],
  ])('%s is %s in January 2024 and %s in July', (zone, january, july) => {
    expect(abbreviateZone(parseMs('2024-01-15 12:00:00'), zone)).toBe(january)
    expect(abbreviateZone(parseMs('2024-07-15 12:00:00'), zone)).toBe(july)
  })

  test.each([
    ['Europe/Berlin', '2024-03-31 00:59:59', 'CET'],
    ['Europe/Berlin', '2024-03-31 01:00:00', 'CEST'],
    ['Africa/Cairo', '2024-10-31 20:59:59', 'EEST'],
    ['Africa/Cairo', '2024-10-31 21:00:00', 'EET'],
    ['Australia/Sydney', '2024-04-06 15:59:59', 'AEDT'],
    ['Australia/Sydney', '2024-04-06 16:00:00', 'AEST'],
  ])('%s at %s UTC is %s', (zone, utc, name) => {
    expect(abbreviateZone(parseMs(utc), zone)).toBe(name)
  })
})
