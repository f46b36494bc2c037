/** Checks every seeded text in every language, and the calendar. Prints a report and exits with 1 if there is a fault. */
import { listCalendarFaults, listLargeFaults, reportCalendar } from './calendar-report.ts'
import { formatContradictions, formatShares, formatVariety } from './format-calendar.ts'
import { MISSING_REASON, measureTexts } from './measure-texts.ts'

const MAX_SHOWN_FAULTS = 20

let faultCount = 0
for (const report of measureTexts()) {
  const { language, records, missing, equalTitles, shortest, longest, faults } = report
  const share = `${(report.scriptShare * 100).toFixed(2)} %`
  console.log(
    `${language.padEnd(8)}${records} records, ${missing} events missing (${MISSING_REASON})`,
  )
  console.log(
    `        script ${share}, ${equalTitles} events share a title with another, ${faults.length} faults`,
  )
  console.log(`        shortest title: ${shortest}\n        longest title: ${longest}`)
  for (const fault of faults.slice(0, MAX_SHOWN_FAULTS)) console.log(`        FAULT ${fault}`)
  faultCount += faults.length
}
const calendar = reportCalendar()
console.log(
  `\n${formatContradictions(calendar)}\n\n${formatShares(calendar)}\n\n${formatVariety(calendar)}\n`,
)
const calendarFaults = [...listCalendarFaults(calendar), ...listLargeFaults(4, 20_000)]
for (const fault of calendarFaults) console.log(`FAULT ${fault}`)
faultCount += calendarFaults.length
console.log(faultCount === 0 ? 'no faults' : `${faultCount} faults`)
process.exitCode = faultCount === 0 ? 0 : 1
