import { hasCpuTime, readCpuTime, readStatus } from '../../../scripts/processes.ts'
import { type Known, writeUntilKilled } from '../../cli/storm.ts'
import { type RunningWorker, startWorker } from './start-worker.ts'

const VENUES = '/de/cal/events/v1/venues'
const CLIENTS_PER_WORLD = 2

/** The result of many writes in several worlds, with restarts of the runtime in between. */
export interface RestartStorm {
  /** Number of acknowledged writes; `cut` is the number of writes that a restart interrupted. */
  readonly writes: number
  readonly cut: number
  /** Acknowledged writes that are lost, and records of other worlds; none are expected. */
  readonly faults: readonly string[]
}

/** Writes to worlds, kills the runtime while they are written to, starts it again and compares the records; repeats this. */
export async function stormRestarts(
  folder: string,
  { restarts, worlds }: { readonly restarts: number; readonly worlds: number },
): Promise<RestartStorm> {
  const names = [...Array(worlds).keys()].map((n) => `w-${n}`)
  const known = new Map(names.map((name) => [name, new Map<number, Known>()]))
  const faults: string[] = []
  let [writes, cut] = [0, 0]
  const check = async (worker: RunningWorker): Promise<void> => {
    const found = [...known].map(([name, records]) => findFaults(worker, name, records))
    faults.push(...(await Promise.all(found)).flat())
  }
  for (let run = 0; run < restarts; run++) {
    const worker = await startWorker({ folder, options: '{ empty: true }' })
    await check(worker)
    const count = 20 + ((run * 37) % 100) // another moment each time, with other writes in progress
    const result = await writeAndKill(worker, { known, count, name: `${run}` })
    writes += result.writes
    cut += result.cut
  }
  const worker = await startWorker({ folder, options: '{ empty: true }' })
  await check(worker)
  await worker.stop()
  return { writes, cut, faults }
}

/** Writes to all worlds, and kills the runtime after a number of acknowledged writes. Returns the numbers of acknowledged and interrupted writes. */
async function writeAndKill(
  worker: RunningWorker,
  { known, count, name }: { known: Map<string, Map<number, Known>>; count: number; name: string },
): Promise<Pick<RestartStorm, 'writes' | 'cut'>> {
  let writes = 0
  const onWrite = (): void => {
    if (++writes === count) void worker.stop()
  }
  const clients = [...known].flatMap(([world, records]) =>
    [...Array(CLIENTS_PER_WORLD).keys()].map((client) =>
      writeUntilKilled(`${worker.url}/~${world}`, records, `${world} ${name}.${client}`, onWrite),
    ),
  )
  const interrupted = await Promise.all(clients)
  await worker.stop() // also if connections ended for another reason
  return { writes, cut: interrupted.filter(Boolean).length }
}

/** Returns the acknowledged writes that a world lacks, and the records that belong to other worlds. */
async function findFaults(
  worker: RunningWorker,
  name: string,
  known: ReadonlyMap<number, Known>,
): Promise<readonly string[]> {
  const { body } = await worker.json('GET', `/~${name}/__calmock/world`)
  const rows: Record<string, { venue: string; status: string } | null> = body.records.venue ?? {}
  const foreign = Object.values(rows).filter((row) => row && !row.venue.startsWith(`Hall ${name} `))
  const faults = foreign.map((row) => `${name} has ${row?.venue}`)
  for (const [id, record] of known) {
    const row = rows[id]
    const found = row && row.status !== 'trash' ? row.venue : undefined
    if (found !== record.settled && !(record.sent && found === record.sent.wanted))
      faults.push(`${name}: venue ${id} is ${found}, not ${record.settled}`)
    record.settled = found
    delete record.sent
  }
  return faults
}

interface Usage {
  readonly cpu: number
  readonly memory: number
}

const readUsage = (pid: number | undefined): Usage | undefined =>
  hasCpuTime && pid !== undefined
    ? { cpu: readCpuTime(pid) / 1e6, memory: readStatus(pid, 'VmHWM') / 1000 }
    : undefined

/** The result of many worlds under load. Times are in ms, CPU time in s, memory in MB. */
export interface WorldStorm {
  readonly requests: number
  /** Number of requests that were sent again, because their connection was closed. */
  readonly reconnects: number
  readonly seconds: number
  readonly latency: { readonly median: number; readonly p99: number; readonly max: number }
  /** CPU time and largest memory of the process of the runtime. Undefined without `/proc`. */
  readonly usage: Usage | undefined
  readonly faults: readonly string[]
}

/**
 * Uses worlds by several clients at the same time, four rounds each: a list, a write and a read. Then every
 * write is read again, after a restart of the runtime.
 */
export async function stormWorlds(
  folder: string,
  { worlds, clients }: { readonly worlds: number; readonly clients: number },
): Promise<WorldStorm> {
  const worker = await startWorker({ folder, options: '{ events: 60 }' })
  const times: number[] = []
  const faults: string[] = []
  let reconnects = 0
  const written: (readonly [path: string, venue: string])[] = []

  async function send(target: RunningWorker, method: string, path: string, body?: unknown) {
    const start = performance.now()
    const request = () => target.json(method, path, body)
    // workerd closes connections that were idle for five seconds, also while a request is on its way
    const response = await request().catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      reconnects++
      return request()
    })
    times.push(performance.now() - start)
    if (response.status >= 300) faults.push(`${method} ${path}: ${response.status}`)
    return response.body
  }
  const startOfStorm = performance.now()
  await share(4 * worlds, clients, async (n) => {
    const prefix = `/~w-${n % worlds}`
    await send(worker, 'GET', `${prefix}/de/cal/events/v1/events`)
    const venue = `Hall ${n}`
    const { id } = await send(worker, 'POST', prefix + VENUES, { venue })
    written.push([`${prefix}${VENUES}/${id}`, venue])
    const read = await send(worker, 'GET', `${prefix}${VENUES}/${id}`)
    if (read.venue !== venue) faults.push(`${prefix}: ${read.venue}, not ${venue}`)
  })
  const seconds = (performance.now() - startOfStorm) / 1000
  const requests = times.length
  const latency = summarize(times)
  const usage = readUsage(worker.pid)
  await worker.stop()
  const again = await startWorker({ folder, options: '{ events: 60 }' })
  await share(written.length, clients, async (n) => {
    const [path = '', venue] = written[n] ?? []
    const read = await send(again, 'GET', path)
    if (read.venue !== venue) faults.push(`${path}: ${read.venue}, not ${venue}`)
  })
  await again.stop()
  return { requests, reconnects, seconds, latency, usage, faults }
}

/** Runs numbered tasks by several clients, each one after the other. */
async function share(
  count: number,
  clients: number,
  run: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < count) await run(next++)
  }
  await Promise.all([...Array(clients).keys()].map(work))
}

function summarize(times: readonly number[]): WorldStorm['latency'] {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { median: at(0.5), p99: at(0.99), max: at(1) }
}
