/**
 * Sends many valid and hostile requests to the mock, until a fault or a limit:
 * `npm run fuzz -- --requests 100000 --seconds 120 --seed 1`. Prints a row of a table. Exits with 1 on a fault.
 */
import { parseArgs } from 'node:util'
import { fuzz } from '../test/fuzz/run.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const [requests, seconds, seed] = [
  Number(values.requests),
  Number(values.seconds),
  Number(values.seed),
]
console.error(`seed ${seed}`)
const outcome = await fuzz({ requests, seconds, seed })
if (outcome.fault !== undefined)
  console.error(`reproduce with --seed ${outcome.seed}:\n${outcome.fault}`)
const classes = Object.entries(outcome.classes).map(([name, count]) => `${name} ${count}`)
const cells = [
  outcome.tried,
  outcome.seconds.toFixed(1),
  seed,
  outcome.fault === undefined ? 0 : 1,
  classes.join(', '),
]
console.log(`| ${cells.join(' | ')} |`)
process.exitCode = outcome.fault === undefined ? 0 : 1
