import { addSample, EVENTS, type Group, measureInTurns, type Table } from './bench.ts'
import {
  agent,
  launch,
  listOwn,
  listPrograms,
  type Message,
  type Program,
  type Running,
  readId,
  send,
} from './server.ts'

/** Requests of a warm server: its code is optimized. */
const WARM_UP = 4000
/** Requests that are measured in a round. Servers take turns within it. */
const WINDOW = 1000
const BATCHES = 5
/** Ends a batch on a machine that is too busy. */
const GUARD_MS = 30_000

/** Formats a time of the next two months, or so many days later. It differs for each turn. */
const formatTime = (turn: number, days = 0): string =>
  new Date(Date.now() + (days * 1440 + turn * 5) * 60_000).toISOString().slice(0, 19)

const dates = { start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 21:30:00' }

const create = ({ events }: Program, turn: number): Message => ({
  path: events,
  body: JSON.stringify({ title: `Concert ${turn}`, ...dates }),
})

type Conversation = (running: Running, turn: number) => Message

/** Only calmock knows the names of bounds: other servers send the first page. */
const conversations = {
  list: ({ events, page }) => ({ path: events + page(1) }),
  item: ({ events, id }) => ({ path: `${events}/${id}` }),
  new: ({ events, page }, turn) => {
    const bounds =
      turn % 2 === 0
        ? `?starts_after=${formatTime(turn)}`
        : `?start_date=${formatTime(turn)}&end_date=${formatTime(turn, 60)}`
    return { path: events + (events === EVENTS ? bounds : page(1)) }
  },
  mixed: (running, turn) =>
    turn % 10 === 9
      ? create(running, turn)
      : { path: running.events + running.page(1 + (turn % 10)) },
  create,
} satisfies Record<string, Conversation>

/** Measures warm servers of 100 events: responses per second of their CPU time. */
const measureRequests =
  (conversation: Conversation): Group =>
  async (bench, table) => {
    const programs = await listPrograms(bench)
    const variants = await Promise.all(programs.map((program) => launch(program, bench)))
    const measure = async (): Promise<void> => {
      for (const running of variants) await converse(running, conversation, WARM_UP)
      for (let round = 0; round < bench.rounds; round++) {
        const batches: Table = {}
        await measureInTurns(batches, { variants, rounds: BATCHES }, async (running) => ({
          costs: await converse(running, conversation, WINDOW / BATCHES),
        }))
        for (const [name, costs] of Object.entries(batches.costs ?? {})) {
          const value = (BATCHES * 1e6) / costs.reduce((sum, cost) => sum + cost, 0)
          addSample(table, 'responses per s of CPU', { name, value })
        }
      }
    }
    await measure().finally(() => variants.map(({ stop }) => stop()))
  }

/** The groups by the names of their requests. */
export const requestGroups = Object.entries(conversations).map(
  ([name, conversation]) => [name, measureRequests(conversation)] as const,
)

/** Measures the resident memory of servers of 100 events after thousands of requests. */
export const measureMemory: Group = async (bench, table) => {
  const variants = await listPrograms(bench)
  await measureInTurns(table, { ...bench, variants }, async (program) => {
    const running = await launch(program, bench)
    for (const conversation of Object.values(conversations))
      await converse(running, conversation, 2 * WINDOW)
    const memory = running.memory()
    running.stop()
    return { 'after 10,000 requests, MB': memory }
  })
}

/** Measures a server of many events: from its start to the first list, its memory, and the CPU time of lists. */
export const measureLarge: Group = async (bench, table) => {
  const small = await listOwn(bench.builds, 100)
  const large = await listOwn(bench.builds, 100_000)
  const variants = large.map((program, n) => ({ ...program, small: small[n] ?? program }))
  await measureInTurns(table, { ...bench, variants }, async ({ small, ...program }) => {
    const first = await launch(small, bench)
    const firstCpu = first.cpu()
    first.stop()
    const running = await launch(program, bench)
    const [cpu, memory] = [running.cpu(), running.memory()]
    const { list, new: bounds } = conversations
    const costs: number[] = []
    for (const conversation of [list, list, bounds, bounds]) // warm at its second turn
      costs.push(await converse(running, conversation, WINDOW))
    running.stop()
    return {
      'start to the first list with 100,000 events, ms': running.wall,
      'the same, times the start with 100 events': running.wall / first.wall,
      'the same in CPU': cpu / firstCpu,
      'memory, MB': memory,
      'list, CPU, ms': (costs[1] ?? 0) / 1000,
      'list with other date bounds each time, CPU, ms': (costs[3] ?? 0) / 1000,
    }
  })
}

/** Sends requests on several connections. Returns the CPU time of the server per response, in µs. Deletes what was created. */
async function converse(
  running: Running,
  conversation: Conversation,
  length: number,
): Promise<number> {
  const { name, url, events, verify, cpu } = running
  const created: string[] = []
  const [first, until] = [running.turn, performance.now() + GUARD_MS]
  const before = cpu()
  await onConnections(async () => {
    if (running.turn === first + length || performance.now() > until) return false
    const message = conversation(running, running.turn++)
    const { status, text } = await send(url, message)
    const isRight = status === (message.body ? 201 : 200) && text.length > 100
    verify(isRight, `${name}: ${message.path}: ${status} ${text.slice(0, 500)}`)
    if (message.body) created.push(readId(text))
    return true
  })
  const cost = (cpu() - before) / (running.turn - first)
  await onConnections(async () => {
    const id = created.pop()
    if (id) await send(url, { method: 'DELETE', path: `${events}/${id}` })
    return id !== undefined
  })
  agent.destroy() // a server closes idle connections while others are measured
  return cost
}

/** Repeats an action on each connection until it resolves to false. */
const onConnections = (act: () => Promise<boolean>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: agent.maxSockets }, async () => {
      while (await act());
    }),
  )
