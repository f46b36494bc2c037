/** Sends many hostile requests to the mock. Prints a row of a table; exits with 1 on a fault. */
import { parseArgs } from 'node:util'
import { fuzz } from '../test/fuzz/run.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const [requests = 0, seconds = 0, seed = 0] = [values.requests, values.seconds, values.seed].map(
  Number,
)
console.error(`seed ${seed}`)
const outcome = await fuzz({ requests, seconds, seed })
if (outcome.fault !== undefined)
  console.error(`again with --seed ${outcome.seed}:\n${outcome.fault}`)
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
