/**
 * What calmock takes against what others take, measured side by side in one run; prints a table.
 * Names of parts choose among them. A slow answer is a line of the report, a wrong one or a part that
 * fails ends with 1.
 * `BENCH_ROUNDS`, `BENCH_MS` (of a turn) and `BENCH_EVENTS` (of the large world) make a run shorter.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Part } from './bench.ts'
import { growth } from './growth.ts'
import { http } from './http.ts'
import { install } from './install.ts'
import { intercept } from './intercept.ts'
import { memory } from './memory.ts'
import { msw } from './msw.ts'
import { type Row, tableOf } from './report.ts'
import { startUp } from './start.ts'

const parts: Readonly<Record<string, Part>> = {
  http,
  start: startUp,
  memory,
  growth,
  msw,
  intercept,
  install,
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts)
const unknown = chosen.filter((name) => !(name in parts))
if (unknown.length > 0)
  throw new Error(`unknown part ${unknown.join(', ')}; known: ${Object.keys(parts).join(', ')}`)

const told = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const wrong: string[] = []
let judged = 0
const bench: Bench = {
  root: new URL('../..', import.meta.url).pathname,
  scratch: await mkdtemp(join(tmpdir(), 'calmock-bench-')),
  rounds: told('BENCH_ROUNDS', 7),
  ms: told('BENCH_MS', 350),
  large: told('BENCH_EVENTS', 100_000),
  judge: (isRight, what) => {
    judged++
    if (!isRight) wrong.push(what)
  },
}

const start = performance.now()
const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(0)} s`
const rows: Row[] = []
try {
  for (const name of chosen) {
    console.error(`${seconds()}: ${name}`)
    const made = await parts[name]?.(bench).catch((error: unknown) => {
      wrong.push(`${name}: ${error instanceof Error ? error.stack : error}`)
      return [{ what: name, measured: 'failed', wanted: '', isOk: false }]
    })
    rows.push(...(made ?? []))
  }
} finally {
  await rm(bench.scratch, { recursive: true, force: true })
}

if (judged > 0) {
  const measured = `${wrong.length} of ${judged} looks`
  rows.push({ what: 'wrong or stale answers', measured, wanted: '0', isOk: wrong.length === 0 })
}
console.log(tableOf(rows))
console.log(
  `\nNode ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${bench.rounds} rounds of ${bench.ms} ms, ${seconds()} in all.`,
)
for (const what of wrong.slice(0, 20)) console.error(what)
process.exit(wrong.length > 0 ? 1 : 0)
