/**
 * Measures the built package: `npm run bench -- [groups] [--baseline <checkout>]`. The baseline is
 * another built checkout, measured in turns with this one. `BENCH_ROUNDS`, `BENCH_MS` (a turn of HTTP
 * load) and `BENCH_EVENTS` (`60,1000`) shorten a run. A wrong response or a failure exits with 1.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, formatTable, type Table } from './bench.ts'
import { groups, lightGroups } from './groups.ts'

const options = { baseline: { type: 'string' } } as const
const { positionals, values } = parseArgs({ allowPositionals: true, options })
const checkouts = [{ name: 'calmock', root: join(import.meta.dirname, '../..') }]
if (values.baseline) checkouts.push({ name: 'baseline', root: resolve(values.baseline) })
const { BENCH_ROUNDS = '5', BENCH_MS = '50', BENCH_EVENTS = '60,1000,5000,100000' } = process.env
const failures: string[] = []
let verified = 0
const bench: Bench = {
  checkouts,
  scratch: await mkdtemp(join(tmpdir(), 'calmock-bench-')),
  rounds: Number(BENCH_ROUNDS),
  ms: Number(BENCH_MS),
  sizes: BENCH_EVENTS.split(',').map(Number),
  verify: (isRight, what) => {
    verified++
    if (!isRight) failures.push(what)
  },
}
const start = performance.now()
const chosen = positionals.flatMap((name) => (name === 'light' ? lightGroups : name))
for (const name of chosen.length > 0 ? chosen : Object.keys(groups)) {
  const [title = name, measure, reference = ''] = groups[name] ?? []
  const table: Table = {}
  const unknown = `unknown group; accepted: light, ${Object.keys(groups).join(', ')}`
  await (measure?.(bench, table) ?? Promise.reject(unknown)).catch((error: unknown) => {
    failures.push(`${name}: ${error instanceof Error ? error.stack : error}`)
  })
  console.log(`${formatTable(title, table, reference)}\n`)
}
await rm(bench.scratch, { recursive: true })
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`
const seconds = Math.round((performance.now() - start) / 1000)
console.log(`${machine}, ${BENCH_ROUNDS} rounds, turns of ${BENCH_MS} ms, ${seconds} s in all.`)
console.log(`${verified} responses checked, ${failures.length} failures.`)
for (const failure of failures.slice(0, 20)) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
