/**
 * Uses a mock for long, and holds what it takes in memory at the end against what it took after a
 * warm-up: `npm run soak -- --requests 1000000 --worlds 100000 --seconds 600`. Each part runs in a
 * process of its own, for half of the seconds at most. Prints the rows of a table; ends with 1 where
 * the heap has grown to more than 1.2 times what it was and 5 MB.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createCalmock } from '../src/index.ts'

/** What one part took; memory in MB, the heap after all that is unused was taken away. */
interface Taken {
  readonly done: number
  readonly seconds: number
  readonly heap: readonly [start: number, end: number]
  readonly rss: readonly [start: number, end: number]
}

/** Something that is done for the `n`th time. */
type Turn = (n: number) => Promise<unknown>
type Ask = ReturnType<typeof asking>

const about = {
  requests: 'mixed reads and writes on one mock',
  worlds: 'worlds made and read, one in ten written to',
} as const
type Part = keyof typeof about

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    worlds: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '600' },
    part: { type: 'string' },
  },
})

const site = '/de/cal/events/v1'

/** Reads each answer to its end, counts it, and fails for another status. */
function asking() {
  const mock = createCalmock()
  let asked = 0
  async function ask(wanted: number, method: string, path: string, json?: object) {
    asked += 1
    const init = { method, headers: { 'content-type': 'application/json' } }
    const answer = await mock.fetch(path, { ...init, ...(json && { body: JSON.stringify(json) }) })
    const text = await answer.text()
    if (answer.status === wanted) return JSON.parse(text)
    throw new Error(`${method} ${path} is ${answer.status}, not ${wanted}: ${text}`)
  }
  return Object.assign(ask, { mock, asked: () => asked })
}

const dayOf = (n: number): string =>
  new Date(1.89e12 + (n % 9000) * 86_400_000).toISOString().slice(0, 10)

/** Lists with queries that are new, and what is refused. */
const readsOf = (ask: Ask): readonly Turn[] => [
  (n) => ask(200, 'GET', `${site}/events?per_page=${1 + (n % 50)}&start_date=${dayOf(n)}`),
  (n) => ask(200, 'GET', `${site}/events?search=x${n.toString(36)}`),
  (n) => ask(200, 'GET', `${site}/events?ends_after=${dayOf(n)}&per_page=${1 + (n % 7)}`),
  (n) => ask(200, 'GET', `${site}/venues?search=x${n.toString(36)}&has_events=${n % 2 === 0}`),
  (n) => ask(200, 'GET', `${site}/tags?per_page=${1 + (n % 50)}&search=x${n.toString(36)}`),
  (n) => ask(404, 'GET', `${site}/events/${9_000_000 + n}`),
  (n) => ask(400, 'GET', `${site}/events?per_page=x${n}`),
  (n) => ask(400, 'POST', `${site}/events`, { title: `Ohne Datum ${n}` }),
]

/** As much is made as goes for good, and nothing is reset: terms, and events that come back from the trash. */
function steadyTurns(ask: Ask, events: readonly number[]): readonly Turn[] {
  const home = `/~steady${site}`
  const eventAt = (n: number): string => `${home}/events/${events[n % events.length]}`
  return [
    async (n) => {
      const collection = n % 2 === 0 ? 'tags' : 'categories'
      const { id } = await ask(201, 'POST', `${home}/${collection}`, { name: `Wort ${n}` })
      await ask(200, 'PATCH', eventAt(n), { [collection]: [id] })
      await ask(200, 'GET', `${home}/${collection}/${id}`)
      await ask(200, 'DELETE', `${home}/${collection}/${id}`)
    },
    (n) =>
      ask(200, 'PATCH', eventAt(n), { title: `Neu ${n}`, slug: `neu-${n}`, cost: `${n % 40}` }),
    (n) => ask(200, 'GET', eventAt(n)),
    async (n) => {
      await ask(200, 'DELETE', eventAt(n))
      await ask(200, 'PATCH', eventAt(n), { status: 'publish' })
    },
  ]
}

/** After so many turns the world is reset, as the trash keeps what was deleted. */
const RESET_AFTER = 1000

function renewedTurn(ask: Ask): Turn {
  const home = `/~renewed${site}`
  const dates = { start_date: '2030-02-01 19:00:00', end_date: '2030-02-01 22:00:00' }
  const venue = (n: number) => ({ venue: `Halle ${n}` })
  return async (n) => {
    const event = { title: `Abend ${n}`, ...dates, venue: venue(n), tags: [`Wort ${n}`] }
    const { id, venue: made } = await ask(201, 'POST', `${home}/events`, event)
    await ask(200, 'GET', `${home}/events?venue=${made.id}`)
    await ask(200, 'DELETE', `${home}/events/${id}`)
    await ask(200, 'DELETE', `${home}/venues/${made.id}`)
    if (n % RESET_AFTER === 0) ask.mock.world('renewed').reset()
  }
}

/** A part in work: its turns, how much of what it is measured in was done, and how much of it warms up. */
interface Work {
  readonly turn: Turn
  readonly done: () => number
  readonly warm: number
}

async function requests(): Promise<Work> {
  const ask = asking()
  const { events } = await ask(200, 'GET', `/~steady${site}/events?per_page=12`)
  const ids = events.map(({ id }: { id: number }) => id)
  const turns = [...readsOf(ask), ...steadyTurns(ask, ids), renewedTurn(ask)]
  const turn: Turn = async (n) => turns[n % turns.length]?.(Math.floor(n / turns.length))
  return { turn, done: ask.asked, warm: 50_000 }
}

async function worlds(): Promise<Work> {
  const ask = asking()
  let made = 0
  const turn: Turn = async (n) => {
    made += 1
    await ask(200, 'GET', `/~soak-${n}${site}/events?per_page=${1 + (n % 9)}`)
    if (n % 10 === 0) await ask(201, 'POST', `/~soak-${n}${site}/tags`, { name: `Wort ${n}` })
  }
  return { turn, done: () => made, warm: 2000 } // all 1000 places for worlds are taken by then
}

function memory() {
  for (let n = 0; n < 3; n++) globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 }
}

/** Runs a part in this process. */
async function measure(part: Part): Promise<Taken> {
  const { turn, done, warm } = await { requests, worlds }[part]()
  let n = 0
  while (done() < warm) await turn(n++)
  const [before, start, from] = [done(), memory(), performance.now()]
  const seconds = (): number => (performance.now() - from) / 1000
  const [most, last] = [Number(values[part]), Number(values.seconds) / 2]
  while (done() - before < most && seconds() < last) await turn(n++)
  const [took, end] = [seconds(), memory()]
  return {
    ...{ done: done() - before, seconds: took },
    ...{ heap: [start.heap, end.heap], rss: [start.rss, end.rss] },
  }
}

/** Runs a part in a process of its own, where unused memory can be taken away at will. */
function measureApart(part: Part): Promise<Taken> {
  const execArgv = [...process.execArgv, '--expose-gc']
  const args = [...process.argv.slice(2), '--part', part]
  const child = fork(fileURLToPath(import.meta.url), args, { execArgv })
  return new Promise((resolve, reject) => {
    child.once('message', (taken) => resolve(taken as Taken)) // sent below
    child.once('exit', (code) => reject(new Error(`the part ${part} ended with ${code}`)))
  })
}

async function printTable(): Promise<void> {
  console.log(
    '| what | done | seconds | heap at start | at end | RSS at start | at end (MB) | ok |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const part of ['requests', 'worlds'] as const) {
    const { done, seconds, heap, rss } = await measureApart(part)
    const isGood = heap[1] <= heap[0] * 1.2 + 5
    if (!isGood) process.exitCode = 1
    const numbers = [seconds, ...heap, ...rss].map((number) => number.toFixed(0))
    console.log(
      `| ${[about[part], `${done} ${part}`, ...numbers, isGood ? 'yes' : 'NO'].join(' | ')} |`,
    )
  }
}

const { part } = values
if (part === 'requests' || part === 'worlds') process.send?.(await measure(part))
else await printTable()
