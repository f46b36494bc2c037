/**
 * Measures the packed package next to its alternatives: `npm run bench -- [groups] [--against <clone>]`. An earlier
 * build in another clone is measured in the same rounds. `BENCH_ROUNDS` changes their number. A wrong response or a
 * failure exits with 1.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { pack } from '../../test/packed.ts'
import { BEFORE, type Bench, formatLine, formatLines, type Group, type Table } from './bench.ts'
import { measureFirst, measurePlaywright, measureVitest } from './light.ts'
import { measurePages } from './pages.ts'
import { measureLarge, measureMemory, requestGroups } from './requests.ts'
import { measureNpx, measureStart } from './server.ts'
import { measureWorker } from './worker.ts'

const servers = ['json-server', 'node:http']

/** The groups by name, with the variants that calmock is compared to. */
const groups: Readonly<Record<string, readonly [Group, references?: readonly string[]]>> = {
  ...Object.fromEntries(
    requestGroups.map(([name, measure]) => [name, [measure, servers] as const]),
  ),
  start: [measureStart, servers],
  large: [measureLarge],
  memory: [measureMemory, servers],
  first: [measureFirst, ['msw']],
  page: [measurePages, ['msw']],
  vitest: [measureVitest, ['msw']],
  playwright: [measurePlaywright, ['page.route']],
  npx: [measureNpx, ['json-server']],
  worker: [measureWorker, ['object with a constant']],
}

const { BENCH_ROUNDS = '5' } = process.env
const options = { against: { type: 'string' } } as const
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const failures: string[] = []
let verified = 0
const { against } = values
const earlier = against ? [{ packed: await pack(against), suffix: BEFORE }] : []
const bench: Bench = {
  builds: [{ packed: await pack(), suffix: '' }, ...earlier],
  rounds: Number(BENCH_ROUNDS),
  verify(isRight, what) {
    verified++
    if (!isRight) failures.push(what)
  },
}
const start = performance.now()
const [load = 0] = loadavg()
const columns = ['', 'calmock', 'before', '÷ before', 'peer', 'calmock ÷ peer', 'before ÷ peer']
console.log(formatLine(columns))
console.log(formatLine(columns.map((_, n) => (n > 0 ? '--:' : '---'))))
for (const name of positionals.length > 0 ? positionals : Object.keys(groups)) {
  const [measure, references = []] = groups[name] ?? []
  const table: Table = {}
  const unknown = `unknown group; accepted: ${Object.keys(groups).join(', ')}`
  await (measure?.(bench, table) ?? Promise.reject(unknown)).catch((error: unknown) => {
    failures.push(`${name}: ${error instanceof Error ? error.stack : error}`)
  })
  for (const line of formatLines(name, table, references)) console.log(line)
}
for (const { packed } of bench.builds) await packed.remove()
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`
const seconds = Math.round((performance.now() - start) / 1000)
const average = `load ${load.toFixed(1)} to ${loadavg()[0]?.toFixed(1)}`
console.log(`\n${machine}, ${average}, ${BENCH_ROUNDS} rounds, ${seconds} s in all.`)
console.log(`${verified} responses checked, ${failures.length} failures.`)
for (const failure of failures.slice(0, 20)) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
