/**
 * Measures the packed package next to its alternatives: `npm run bench -- [groups]`. `BENCH_ROUNDS` changes the
 * number of rounds. A wrong response or a failure exits with 1.
 */
import { cpus } from 'node:os'
import { pack } from '../../test/packed.ts'
import { type Bench, formatTable, type Group, type Table } from './bench.ts'
import { measureImport, measurePlaywright, measureVitest } from './light.ts'
import { measurePages } from './pages.ts'
import { measureLargeServer, measureNpx, measureServer } from './server.ts'
import { measureWorker } from './worker.ts'

/** The groups by name, with the variants that calmock is compared to. */
const groups: Readonly<Record<string, readonly [string, Group, readonly string[]]>> = {
  import: ['import: in a fresh process', measureImport, ['msw + msw/node']],
  vitest: ['vitest: 20 files of 10 tests', measureVitest, ['msw constants']],
  playwright: ['playwright: 30 tests in 2 workers', measurePlaywright, ['page.route']],
  page: ['page: loaded until the first list is drawn', measurePages, ['msw constant']],
  npx: ['npx: not installed, cache of npm is warm', measureNpx, ['json-server']],
  server: ['server: 60 events', measureServer, ['json-server', 'node:http']],
  large: ['large: 100,000 events', measureLargeServer, []],
  worker: ['worker: a world is an object in workerd', measureWorker, ['object with a constant']],
}

const { BENCH_ROUNDS = '5' } = process.env
const failures: string[] = []
let verified = 0
const packed = await pack()
const bench: Bench = {
  packed,
  rounds: Number(BENCH_ROUNDS),
  verify(isRight, what) {
    verified++
    if (!isRight) failures.push(what)
  },
}
const start = performance.now()
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(groups)
for (const name of chosen) {
  const [title = name, measure, references = []] = groups[name] ?? []
  const table: Table = {}
  const unknown = `unknown group; accepted: ${Object.keys(groups).join(', ')}`
  await (measure?.(bench, table) ?? Promise.reject(unknown)).catch((error: unknown) => {
    failures.push(`${name}: ${error instanceof Error ? error.stack : error}`)
  })
  console.log(`${formatTable(title, table, references)}\n`)
}
await packed.remove()
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`
const seconds = Math.round((performance.now() - start) / 1000)
console.log(`${machine}, ${BENCH_ROUNDS} rounds, ${seconds} s in all.`)
console.log(`${verified} responses checked, ${failures.length} failures.`)
for (const failure of failures.slice(0, 20)) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
