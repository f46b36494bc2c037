import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCpuTime, readCpuTime } from '../processes.ts'
import { type Group, measureInTurns } from './bench.ts'
import { measureHttp } from './http.ts'
import { measureImport, measureNpx, measurePlaywright, measureVitest } from './light.ts'
import { measurePages } from './pages.ts'
import { EVENTS, send, startCalmock } from './server.ts'
import { measureWorker } from './worker.ts'

/** Measures the time from the start of `calmock serve` to its first list. */
const measureStart: Group = async ({ checkouts, rounds, sizes, verify }, table) => {
  for (const size of [sizes[0] ?? 60, sizes.at(-1) ?? 60]) {
    await measureInTurns(table, { variants: checkouts, rounds }, async ({ root }) => {
      const start = performance.now()
      const server = await startCalmock(root, size)
      const { total } = await send(server, EVENTS)
      const wall = performance.now() - start
      const cpu = hasCpuTime ? readCpuTime(server.pid) / 1000 : Number.NaN
      await server.stop()
      verify(total > 0, `the first list has ${total} events`)
      return { [`${size} events: CPU`]: cpu, [`${size} events: wall`]: wall }
    })
  }
}

/** Measures what a test pays in process. */
const measureInProcess: Group = ({ checkouts, rounds }, table) =>
  measureInTurns(table, { variants: checkouts, rounds }, async ({ root }) => ({
    ...runProbe(root, 'mock'),
    ...runProbe(root, 'msw'),
  }))

const script = readFileSync(join(import.meta.dirname, 'probe.js'))

function runProbe(cwd: string, ...args: readonly string[]): Record<string, number> {
  const argv = ['--input-type=module', '-', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, input: script })
  if (status !== 0) throw new Error(`the probe ${args.join(' ')} failed in ${cwd}: ${stderr}`)
  return JSON.parse(String(stdout))
}

/** The groups by name, in the order of a run, with the column that others are compared to. */
export const groups: Readonly<
  Record<string, readonly [title: string, measure: Group, reference: string]>
> = {
  start: ['start: from process start to the first list, ms', measureStart, 'baseline'],
  process: ['process: what a test pays, ms of CPU', measureInProcess, 'baseline'],
  import: ['import: in a fresh process', measureImport, 'msw + msw/node'],
  vitest: ['vitest: 20 files of 10 tests', measureVitest, 'msw constants'],
  playwright: ['playwright: 30 tests in 2 workers', measurePlaywright, 'page.route'],
  page: ['page: loaded until the first list is drawn', measurePages, 'msw constant'],
  npx: ['npx: not installed, cache of npm is warm', measureNpx, 'json-server'],
  worker: ['worker: a world is an object in workerd', measureWorker, 'object with a constant'],
  http: ['http: µs of server CPU per response', measureHttp, 'calmock'],
}

/** The groups of `light`: what developers and pages wait for, next to plain MSW and json-server. */
export const lightGroups = ['import', 'vitest', 'playwright', 'page', 'npx', 'worker']
