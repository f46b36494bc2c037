import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDateTime } from '../../src/dates/date-time.ts'
import { parseDate } from '../../src/dates/parse-date.ts'
import { anyText } from '../any-text.ts'
import { NOW } from '../call.ts'

/** Noon UTC on a Monday. */
const now = new Date(NOW)

const read = (raw: string, rollsOver = false) => {
  const date = parseDate(raw, { now, zone: 'UTC', rollsOver })
  return date && formatDateTime(date.wall - (date.offset ?? 0))
}

describe('dates that published clients send, as PHP 8.2 reads them on Monday 7 January 2030', () => {
  test.each([
    ['2027-01', '2027-01-01 00:00:00'],
    ['2027/1/5', '2027-01-05 00:00:00'],
    ['2027/01/05 4pm', '2027-01-05 16:00:00'],
    ['2026/11/23T15:04', '2026-11-23 15:04:00'],
    ['20261123T150400', '2026-11-23 15:04:00'],
    ['20261123T1504', '2026-11-23 15:04:00'],
    ['2026-11-23T15', '2026-11-23 15:00:00'],
    ['01/05/2027', '2027-01-05 00:00:00'],
    ['1/5/2027 10:00 pm', '2027-01-05 22:00:00'],
    ['31.12.2027', '2027-12-31 00:00:00'],
    ['1.5.2027 10:00', '2027-05-01 10:00:00'],
    ['05-01-2027', '2027-01-05 00:00:00'],
    ['Jan 5 2027', '2027-01-05 00:00:00'],
    ['January 5th, 2027 4pm', '2027-01-05 16:00:00'],
    ['5 January 2027', '2027-01-05 00:00:00'],
    ['5 Jan 2027, 10:00', '2027-01-05 10:00:00'],
    ['5-Jan-2027', '2027-01-05 00:00:00'],
    ['January 2027', '2027-01-01 00:00:00'],
    ['@1800000000', '2027-01-15 08:00:00'],
    ['@-5', '1969-12-31 23:59:55'],
    ['@1.5', '1970-01-01 00:00:01'],
    ['Sat, 01 May 2027 10:00:00 +0200', '2027-05-01 08:00:00'],
    ['Sat, 1 May 2027 10:00:00 GMT', '2027-05-01 10:00:00'],
    ['Sun, 01 May 2027 10:00:00 GMT', '2027-05-02 10:00:00'],
    ['Sat May 01 2027 10:00:00 GMT+0200', '2027-05-01 08:00:00'],
    ['first day of next month', '2030-02-01 12:00:00'],
    ['last day of next month', '2030-02-28 12:00:00'],
    ['first day of this month', '2030-01-01 12:00:00'],
    ['first day of january 2027', '2027-01-01 00:00:00'],
    ['last day of february 2028', '2028-02-29 00:00:00'],
    ['last day of 2027-02 10:00', '2027-02-28 10:00:00'],
    ['2027-01-31 first day of next month', '2027-02-01 00:00:00'],
    ['saturday this week', '2030-01-12 00:00:00'],
    ['sunday this week', '2030-01-13 00:00:00'],
    ['saturday this week 10am', '2030-01-12 10:00:00'],
    ['next week saturday', '2030-01-19 00:00:00'],
    ['sunday last week', '2030-01-06 00:00:00'],
    ['2030-01-13 this week', '2030-01-07 00:00:00'],
    ['2030-01-09 noon next week', '2030-01-14 12:00:00'],
    ['previous month', '2029-12-07 12:00:00'],
    ['+2 hours tomorrow', '2030-01-08 02:00:00'],
    ['+1 day 2027-01-05', '2027-01-06 00:00:00'],
    ['1 week 2 days ago', '2029-12-29 12:00:00'],
    ['0 days ago', '2030-01-07 12:00:00'],
    ['2030-01-31 +1 month', '2030-03-03 00:00:00'],
    ['monday next month', '2030-02-07 00:00:00'],
    ['2027-03-31 10:00 + 2 days', '2027-04-02 10:00:00'],
  ])('"%s" is %s', (raw, expected) => {
    expect(read(raw)).toBe(expected)
  })

  test.each([
    ...'13/01/2027|31/12/2027|Foo 5 2027|5 moons 2027|2027 Jan 5|2027-01-05 2027-01-06'.split('|'),
    ...'9am 10am|Sat May 01 2027 10:00:00 GMT+0200 (Central European Summer Time)'.split('|'),
    ...'Jan 5 2027 10:00 +1500|first day|monday tuesday|ago|GMT|+02:00|@|@tomorrow'.split('|'),
  ])('"%s" is rejected', (raw) => {
    expect(read(raw)).toBeUndefined()
    expect(read(raw, true)).toBeUndefined()
  })

  test.each([
    ['2027-0-1', '2026-12-01 00:00:00'],
    ['2027-00-00', '2026-11-30 00:00:00'],
    ['2027-11-31', '2027-12-01 00:00:00'],
    ['2027-02-30', '2027-03-02 00:00:00'],
    ['2027-02-31 4pm', '2027-03-03 16:00:00'],
    ['02/29/2027', '2027-03-01 00:00:00'],
    ['31 Jun 2027', '2027-07-01 00:00:00'],
    ['2027-12-31 24:00:00', '2028-01-01 00:00:00'],
    ['2027-01', '2027-01-01 00:00:00'],
    ['2027-00', '2026-12-01 00:00:00'],
    ...'2027-13-01|2027-01-32|2027-01-01 25:00|2027-01-01 23:60|0000-01-00'
      .split('|')
      .map((raw) => [raw, undefined]),
  ])('"%s" rolls over to %s where the service allows it', (raw = '', expected) => {
    expect(read(raw, true)).toBe(expected)
  })
})

const words = fc.constantFrom(
  ...['2027-01-05', '2027-0-31', '2027-01', '01/05/2027', '31.12.2027', 'jan 5 2027', '9999-12-31'],
  ...['0001-01-01', '10:00', '24:00:00', '4pm', 'noon', 'z', '+0200', 'gmt-1400', 'now', 'today'],
  ...['tomorrow', 'first day of', 'last day of', '+999999 years', '-999999 days', '1 month ago'],
  ...['next week', 'last sunday', 'sat', 'at', ',', '@1', '(', 'foo', '\u0130', '१'],
)

test('any sequence of words is a date within the years 1 to 9999, or rejected', () => {
  const sequence = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(fc.oneof(sequence, anyText), fc.boolean(), (raw, rollsOver) => {
      const date = parseDate(raw, { now, zone: 'Asia/Kolkata', rollsOver })
      if (date === undefined) return
      expect(date.wall).toBeGreaterThanOrEqual(Date.parse('0001-01-01T00:00:00Z'))
      expect(date.wall).toBeLessThanOrEqual(Date.parse('9999-12-31T23:59:59Z'))
      expect(Math.abs(date.offset ?? 0)).toBeLessThanOrEqual(14 * 3_600_000)
    }),
    { numRuns: 2000, seed: 1 },
  )
})

test('every valid day is read in every notation, and every impossible one is rejected', () => {
  const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
  const part = fc.record({
    year: fc.integer({ min: 1900, max: 2100 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  fc.assert(
    fc.property(part, ({ year, month, day }) => {
      const date = new Date(Date.UTC(year, month - 1, day))
      const isReal = date.getUTCDate() === day
      const expected = date.toISOString().slice(0, 10)
      const name = months[month - 1]
      for (const raw of [
        `${year}-${month}-${day}`,
        `${year}/${month}/${day}`,
        `${month}/${day}/${year}`,
        `${day}.${month}.${year}`,
        `${day}-${month}-${year}`,
        `${day} ${name} ${year}`,
        `${name} ${day}, ${year}`,
      ]) {
        expect(read(raw), raw).toBe(isReal ? `${expected} 00:00:00` : undefined)
        expect(read(raw, true), raw).toBe(`${expected} 00:00:00`)
      }
    }),
    { numRuns: 300, seed: 1 },
  )
})

test('the time to read a text grows with its length only', () => {
  for (const word of ['+1 day ', 'at ', '1', '2027-', 'jan ', ', ', '+', '10:', 'first day of ']) {
    const before = process.cpuUsage() // unlike time, the same on a busy machine
    parseDate(word.repeat(300_000 / word.length), { now, zone: 'UTC' })
    expect(process.cpuUsage(before).user, word).toBeLessThan(3_000_000) // 3 s
  }
})
