/**
 * Uses a mock for a long time and measures its memory: `npm run soak -- --requests 1000000 --worlds 100000
 * --seconds 600`. The two parts, requests and worlds, run in separate processes, each for half of the seconds
 * at most. Prints the rows of a table. Exits with 1 if the heap grows to more than 1.2 times its size after
 * the warm-up, plus 5 MB.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createCalmock } from '../src/index.ts'

/** The result of one part. Memory is in MB, the heap is measured after a garbage collection. */
interface Measurement {
  /** Number of requests or worlds. */
  readonly done: number
  readonly seconds: number
  readonly heap: readonly [start: number, end: number]
  readonly rss: readonly [start: number, end: number]
}

/** The `n`th step of a workload, from 0. */
type Step = (n: number) => Promise<unknown>
type Client = ReturnType<typeof createClient>

const descriptions = {
  requests: 'mixed reads and writes on one mock',
  worlds: 'worlds created and read, one in ten written to',
} as const
type Part = keyof typeof descriptions

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    worlds: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '600' },
    part: { type: 'string' },
  },
})

const site = '/de/cal/events/v1'

/** Creates a client of a new mock. It counts requests, reads every body and throws on an unexpected status. */
function createClient() {
  const mock = createCalmock()
  let count = 0
  async function send(status: number, method: string, path: string, json?: object) {
    count += 1
    const init = { method, headers: { 'content-type': 'application/json' } }
    const response = await mock.fetch(path, {
      ...init,
      ...(json && { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    if (response.status === status) return JSON.parse(text)
    throw new Error(`${method} ${path} returned ${response.status} instead of ${status}: ${text}`)
  }
  return { mock, send, countRequests: () => count }
}

/** Returns one of 9,000 days. */
const formatDay = (n: number): string =>
  new Date(1.89e12 + (n % 9000) * 86_400_000).toISOString().slice(0, 10)

/** Returns steps that read lists with new queries, and steps that are rejected. */
const createReads = ({ send }: Client): readonly Step[] => [
  (n) => send(200, 'GET', `${site}/events?per_page=${1 + (n % 50)}&start_date=${formatDay(n)}`),
  (n) => send(200, 'GET', `${site}/events?search=x${n.toString(36)}`),
  (n) => send(200, 'GET', `${site}/events?ends_after=${formatDay(n)}&per_page=${1 + (n % 7)}`),
  (n) => send(200, 'GET', `${site}/venues?search=x${n.toString(36)}&has_events=${n % 2 === 0}`),
  (n) => send(200, 'GET', `${site}/tags?per_page=${1 + (n % 50)}&search=x${n.toString(36)}`),
  (n) => send(404, 'GET', `${site}/events/${9_000_000 + n}`),
  (n) => send(400, 'GET', `${site}/events?per_page=x${n}`),
  (n) => send(400, 'POST', `${site}/events`, { title: `Ohne Datum ${n}` }),
]

/**
 * Returns steps that write to a world which is never reset. They remove every term they create, and restore
 * every event they delete.
 */
function createSteadyWrites({ send }: Client, eventIds: readonly number[]): readonly Step[] {
  const root = `/~steady${site}`
  const eventPath = (n: number): string => `${root}/events/${eventIds[n % eventIds.length]}`
  return [
    async (n) => {
      const collection = n % 2 === 0 ? 'tags' : 'categories'
      const { id } = await send(201, 'POST', `${root}/${collection}`, { name: `Wort ${n}` })
      await send(200, 'PATCH', eventPath(n), { [collection]: [id] })
      await send(200, 'GET', `${root}/${collection}/${id}`)
      await send(200, 'DELETE', `${root}/${collection}/${id}`)
    },
    (n) =>
      send(200, 'PATCH', eventPath(n), { title: `Neu ${n}`, slug: `neu-${n}`, cost: `${n % 40}` }),
    (n) => send(200, 'GET', eventPath(n)),
    async (n) => {
      await send(200, 'DELETE', eventPath(n))
      await send(200, 'PATCH', eventPath(n), { status: 'publish' })
    },
  ]
}

/** Steps after which the world is reset, because deleted events and venues stay in the trash. */
const RESET_AFTER = 1000

/** Returns a step that creates and deletes an event and a venue. It resets their world from time to time. */
function createTrashingWrite({ mock, send }: Client): Step {
  const root = `/~renewed${site}`
  const dates = { start_date: '2030-02-01 19:00:00', end_date: '2030-02-01 22:00:00' }
  return async (n) => {
    const fields = { title: `Abend ${n}`, venue: { venue: `Halle ${n}` }, tags: [`Wort ${n}`] }
    const { id, venue } = await send(201, 'POST', `${root}/events`, { ...dates, ...fields })
    await send(200, 'GET', `${root}/events?venue=${venue.id}`)
    await send(200, 'DELETE', `${root}/events/${id}`)
    await send(200, 'DELETE', `${root}/venues/${venue.id}`)
    if (n % RESET_AFTER === 0) mock.world('renewed').reset()
  }
}

interface Workload {
  readonly step: Step
  /** Returns the number of requests or worlds so far. */
  readonly count: () => number
  /** The count that ends the warm-up. */
  readonly warmUp: number
}

async function createRequestWorkload(): Promise<Workload> {
  const client = createClient()
  const { events } = await client.send(200, 'GET', `/~steady${site}/events?per_page=12`)
  const ids = events.map(({ id }: { id: number }) => id)
  const steps = [
    ...createReads(client),
    ...createSteadyWrites(client, ids),
    createTrashingWrite(client),
  ]
  const step: Step = async (n) => steps[n % steps.length]?.(Math.floor(n / steps.length))
  return { step, count: client.countRequests, warmUp: 50_000 }
}

async function createWorldWorkload(): Promise<Workload> {
  const { send } = createClient()
  let count = 0
  const step: Step = async (n) => {
    count += 1
    await send(200, 'GET', `/~soak-${n}${site}/events?per_page=${1 + (n % 9)}`)
    if (n % 10 === 0) await send(201, 'POST', `/~soak-${n}${site}/tags`, { name: `Wort ${n}` })
  }
  return { step, count: () => count, warmUp: 2000 } // 1,000 worlds are alive, and the others are evicted
}

const workloads = { requests: createRequestWorkload, worlds: createWorldWorkload }

function measureMemory() {
  for (let n = 0; n < 3; n++) globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 }
}

async function measurePart(part: Part): Promise<Measurement> {
  const { step, count, warmUp } = await workloads[part]()
  let n = 0
  while (count() < warmUp) await step(n++)
  const countBefore = count()
  const before = measureMemory()
  const startTime = performance.now()
  const elapsedSeconds = (): number => (performance.now() - startTime) / 1000
  const maxCount = Number(values[part])
  const maxSeconds = Number(values.seconds) / 2
  while (count() - countBefore < maxCount && elapsedSeconds() < maxSeconds) await step(n++)
  const seconds = elapsedSeconds()
  const after = measureMemory()
  return {
    done: count() - countBefore,
    seconds,
    heap: [before.heap, after.heap],
    rss: [before.rss, after.rss],
  }
}

/** Runs a part in a child process that can start the garbage collector. */
function forkPart(part: Part): Promise<Measurement> {
  const execArgv = [...process.execArgv, '--expose-gc']
  const args = [...process.argv.slice(2), '--part', part]
  const child = fork(fileURLToPath(import.meta.url), args, { execArgv })
  return new Promise((resolve, reject) => {
    // the last lines of this file send the message
    child.once('message', (measurement) => resolve(measurement as Measurement))
    child.once('exit', (code) => reject(new Error(`the part ${part} exited with ${code}`)))
  })
}

async function printTable(): Promise<void> {
  console.log(
    '| what | done | seconds | heap at start | at end | RSS at start | at end (MB) | ok |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const part of ['requests', 'worlds'] as const) {
    const { done, seconds, heap, rss } = await forkPart(part)
    const isStable = heap[1] <= heap[0] * 1.2 + 5
    if (!isStable) process.exitCode = 1
    const numbers = [seconds, ...heap, ...rss].map((number) => number.toFixed(0))
    const cells = [descriptions[part], `${done} ${part}`, ...numbers, isStable ? 'yes' : 'NO']
    console.log(`| ${cells.join(' | ')} |`)
  }
}

const { part } = values
if (part === 'requests' || part === 'worlds') process.send?.(await measurePart(part))
else await printTable()
