import { expect, test } from 'vitest'
import { listCalendarFaults, reportCalendar } from '../../scripts/calendar-report.ts'

test('no event contradicts another, and the calendar is as varied as fixtures/README.md promises, in every language', () => {
  expect(listCalendarFaults(reportCalendar())).toEqual([])
}, 300_000)
