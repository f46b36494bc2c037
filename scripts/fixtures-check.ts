/** Reads every seeded text of every language; prints what it found and fails on any fault. */
import { measureAll, WHY_UNTOLD } from './measure.ts'

let faults = 0
for (const found of measureAll()) {
  const share = `${(found.scriptShare * 100).toFixed(2)} %`
  console.log(
    `${found.language.padEnd(8)}${found.records} records, ${found.untold} events missing (${WHY_UNTOLD})`,
  )
  console.log(
    `        script ${share}, ${found.equalTitles} events share a title with another, ${found.faults.length} faults`,
  )
  console.log(`        shortest title: ${found.shortest}\n        longest title: ${found.longest}`)
  for (const fault of found.faults.slice(0, 20)) console.log(`        FAULT ${fault}`)
  faults += found.faults.length
}
console.log(faults === 0 ? 'no faults' : `${faults} faults`)
process.exitCode = faults === 0 ? 0 : 1
