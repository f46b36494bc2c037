/**
 * Writes to many worlds of a worker in workerd: `npm run worker-storm -- --restarts 200 --worlds 1000
 * --clients 50`. The first part kills the runtime while 20 worlds are written to. The second part uses many
 * worlds at the same time. Prints a line for each part. Exits with 1 if an acknowledged write is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stormRestarts, stormWorlds } from './storm.ts'

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '200' },
    worlds: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '50' },
  },
})
const [restarts, worlds, clients] = [values.restarts, values.worlds, values.clients].map(Number)

/** Runs a part with a folder for its objects. Returns its result without the faults, which it prints. */
async function run<T extends { readonly faults: readonly string[] }>(
  storm: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'calmock-storm-'))
  const result = await storm(folder)
  await rm(folder, { recursive: true })
  for (const fault of result.faults.slice(0, 20)) console.error(fault)
  if (result.faults.length > 0) process.exitCode = 1
  return result
}

const { writes, cut, faults } = await run((folder) =>
  stormRestarts(folder, { restarts: restarts ?? 0, worlds: 20 }),
)
console.log(
  `${restarts} restarts, 20 worlds: ${writes} acknowledged writes, ${cut} interrupted, ${faults.length} lost or in another world`,
)
const storm = await run((folder) =>
  stormWorlds(folder, { worlds: worlds ?? 0, clients: clients ?? 0 }),
)
const { median, p99, max } = storm.latency
const usage = storm.usage
  ? `${storm.usage.cpu.toFixed(1)} s CPU, at most ${storm.usage.memory.toFixed(0)} MB`
  : 'CPU and memory unknown'
console.log(
  `${worlds} worlds, ${clients} clients: ${storm.requests} requests in ${storm.seconds.toFixed(1)} s, latency median ${median.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, at most ${max.toFixed(0)} ms; ${usage}; ${storm.reconnects} closed connections; ${storm.faults.length} faults`,
)
