import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from '../install-package.ts'
import { readCpuTime } from '../processes.ts'
import { type Bench, type Group, measureInTurns } from './bench.ts'
import { CONNECTIONS, EVENTS, send, startCalmock, startServer } from './server.ts'

const PAGE = '?_page=1&_per_page=9'
const YEAR = 'start_date=2030-01-07T03:{a}&end_date=2031-01-07T03:{b}'
type Row = readonly [calmock: string, jsonServer?: string, createEvery?: number]

/** The paths below the events; json-server lacks some filters. Every so many requests one is a create. */
const rows: Readonly<Record<string, Row>> = {
  'default list': ['', PAGE],
  'list, new query': [
    `?${YEAR}`,
    `${PAGE}&end_date:gte=2030-01-07%2003:{a}&start_date:lte=2031-01-07%2003:{b}`,
  ],
  item: ['/{id}', '/{id}'],
  'one month': ['?start_date=2030-02-01T03:{a}&end_date=2030-03-01T03:{b}'],
  search: [`?search=Musik&${YEAR}`],
  category: [`?categories={category}&${YEAR}`],
  featured: [`?featured=true&${YEAR}`],
  'nine lists, one create': ['', PAGE, 10],
  create: ['', PAGE, 1],
}
/** The maximum per turn, so that a small world stays small. */
const MAX_CREATES = 100
const WARM_UP_TURNS = 5

/** Measures the CPU time of a server per response, in µs. */
export const measureHttp: Group = async (bench, table) => {
  for (const size of bench.sizes) {
    const targets = await startTargets(bench, size)
    for (const [name, row] of Object.entries(rows)) {
      const variants = await createLoads(targets, row, bench.scratch)
      for (const load of variants) {
        const end = performance.now() + WARM_UP_TURNS * bench.ms
        while (performance.now() < end) await runTurn(load, bench)
      }
      const rounds = 2 * bench.rounds + 1
      await measureInTurns(table, { variants, rounds }, async (load) => ({
        [`${name}, ${size.toLocaleString('en')} events`]: await runTurn(load, bench),
      }))
      await variants.at(-1)?.server.stop()
    }
    for (const { server } of targets) await server.stop()
  }
}

/** Starts each checkout and, with the events of the smallest size, json-server. */
async function startTargets({ checkouts, scratch, sizes }: Bench, size: number) {
  const targets = []
  for (const { name, root } of checkouts) {
    const server = await startCalmock(root, size)
    const { text } = await send(server, `${EVENTS}?per_page=50`)
    const fill = createFill(JSON.parse(text).events)
    targets.push({ name, server, events: EVENTS, fill })
    if (targets.length < checkouts.length || size !== sizes[0]) continue
    const other = { name: 'json-server', server: await startJsonServer(scratch, text) }
    targets.push({ ...other, events: '/events', fill })
  }
  return targets
}

/** The number of seconds from 01:00 to 13:59 after the hour, when no event starts or ends. */
const MOMENTS = 13 * 60
const formatMoment = (n: number): string =>
  new Date((60 + (n % MOMENTS)) * 1000).toISOString().slice(14, 19)

/** Creates the function that fills templates: all lists differ, but have the same total. */
function createFill(events: readonly { id: number; categories: readonly { slug: string }[] }[]) {
  const category = events.flatMap(({ categories }) => categories)[0]?.slug ?? ''
  return (template: string, n: number): string =>
    template
      .replace('{id}', String(events[n % events.length]?.id))
      .replace('{category}', category)
      .replace('{a}', formatMoment(n))
      .replace('{b}', formatMoment(Math.floor(n / MOMENTS)))
}

/** Creates the load of a row for each target and last for a floor with the responses of the first. */
async function createLoads(targets: readonly Target[], row: Row, scratch: string) {
  const loads = []
  for (const { fill, ...target } of targets) {
    const template = row[target.name === 'json-server' ? 1 : 0]
    if (template === undefined) continue
    const path = (n: number): string => target.events + fill(template, n)
    const POST = await send(target.server, target.events, 'POST')
    await send(target.server, `${target.events}/${POST.id}`, 'DELETE')
    const GET = await send(target.server, path(0))
    const createEvery = row[2] ?? Number.POSITIVE_INFINITY
    const progress = { sent: 0, created: [] as string[] }
    loads.push({ ...target, ...progress, createEvery, path, captured: { GET, POST } })
  }
  for (const load of loads.slice(0, 1)) {
    const file = join(scratch, 'floor.json')
    writeFileSync(file, JSON.stringify(load.captured))
    const server = await startServer('.', [join(import.meta.dirname, 'floor.js'), file])
    loads.push({ ...load, name: 'floor', server })
  }
  return loads
}

type Target = Awaited<ReturnType<typeof startTargets>>[number]
type Load = Awaited<ReturnType<typeof createLoads>>[number]

/** Loads a server for one turn; returns the CPU time per response in µs. */
async function runTurn(load: Load, { ms, verify }: Bench): Promise<number> {
  const { server, events, created, sent } = load
  const cpuTime = readCpuTime(server.pid)
  const end = performance.now() + ms
  const sendInTurn = async (): Promise<void> => {
    while (performance.now() < end && created.length < MAX_CREATES)
      verify(...(await sendNext(load)))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendInTurn))
  const cost = (readCpuTime(server.pid) - cpuTime) / (load.sent - sent)
  for (const id of created.splice(0)) await send(server, `${events}/${id}`, 'DELETE')
  return cost
}

/** Sends the next request; returns whether the response is right, and its description. */
async function sendNext(load: Load): Promise<[isRight: boolean, what: string]> {
  const { name, server, captured, createEvery, created } = load
  const isCreate = ++load.sent % createEvery === 0
  const method = isCreate ? 'POST' : 'GET'
  const path = isCreate ? load.events : load.path(load.sent)
  const least = captured.GET.total + created.length
  const { status, text, id, total } = await send(server, path, method)
  const what = `${name}: ${method} ${path}: ${status}, total ${total}`
  if (name === 'floor') return [text === captured[method].text, what]
  if (isCreate) return [created.push(id) > 0 && status === 201 && id !== '', what]
  const isTotal = createEvery === Number.POSITIVE_INFINITY ? total === least : total >= least
  return [status === 200 && ((total > 0 && isTotal) || path.endsWith(`/${id}`)), what]
}

/** Starts json-server without its file watcher, which loses writes, on a port that is likely free. */
async function startJsonServer(scratch: string, database: string) {
  const script = join(await installPackage(scratch, 'json-server', '1.0.0-beta.15'), 'lib/bin.js')
  mkdirSync(join(scratch, 'public'))
  writeFileSync(join(scratch, 'db.json'), database)
  const port = String(20_000 + (process.pid % 10_000))
  return startServer(scratch, [script, '--port', port, 'db.json'])
}
