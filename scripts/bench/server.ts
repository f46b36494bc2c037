import { spawn } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Packed } from '../../test/packed.ts'
import { installPackage } from '../install-package.ts'
import { listProcesses, readCpuTime } from '../processes.ts'
import { API, type Bench, EVENTS, type Group, measureInTurns, readList } from './bench.ts'

const JSON_SERVER = 'json-server'
const JSON_SERVER_VERSION = '1.0.0-beta.15'
const PAGE = '?_page=1&_per_page=9'

/** A server in a separate group of processes. */
interface Server {
  readonly url: string
  /** Returns the CPU time of all its processes, in µs. */
  cpu(): number
  stop(): void
}

/** Starts a program, and resolves when it has printed its port. */
async function startServer(cwd: string, argv: readonly string[], more = {}): Promise<Server> {
  const [program = '', ...args] = argv
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // `stop` ends the group of processes, because npx starts another one
  })
  const { pid = 0 } = child
  const stop = (): void => void process.kill(-pid, 'SIGKILL')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    const [, port] = /(?:127\.0\.0\.1|PORT ):(\d+)\s/.exec(output) ?? []
    if (port === undefined) continue
    const cpu = (): number =>
      listProcesses('NSpgid', pid).reduce((sum, id) => sum + readCpuTime(id), 0)
    return { url: `http://127.0.0.1:${port}`, cpu, stop }
  }
  throw new Error(`${argv.join(' ')} exited early: ${output}`)
}

const port = String(20_000 + (process.pid % 10_000)) // likely free; json-server takes no 0
const quiet = ['--port', '0', '--log-format', 'off']

/** Measures `npx` of packages that are not installed, but in the cache of npm, to the first list. */
export const measureNpx: Group = async ({ packed, rounds, verify }, table) => {
  const cwd = await packed.project([])
  const cache = join(cwd, 'npm-cache')
  await rm(join(cwd, 'node_modules'), { recursive: true })
  await mkdir(join(cwd, 'public')) // json-server reads it
  await writeFile(join(cwd, 'db.json'), await readList(packed))
  const other = [`${JSON_SERVER}@${JSON_SERVER_VERSION}`, '--port', port, 'db.json']
  const variants = [
    { name: JSON_SERVER, args: other, path: `/events${PAGE}` },
    { name: 'calmock', args: [`--package=${packed.tarball}`, 'calmock', ...quiet], path: EVENTS },
  ]
  const measure = async ({ args, path }: (typeof variants)[number]) => {
    await rm(join(cache, '_npx'), { recursive: true, force: true })
    const start = performance.now()
    const settings = { npm_config_cache: cache, npm_config_loglevel: 'error' }
    const server = await startServer(cwd, ['npx', '--yes', ...args], settings)
    const { ok } = await fetch(server.url + path)
    const wall = (performance.now() - start) / 1000
    verify(ok, `npx ${args.join(' ')}`)
    const cpu = server.cpu() / 1e6
    server.stop()
    return { 'spawn to the first list, CPU, s': cpu, 'wall, s': wall }
  }
  for (const variant of variants) await measure(variant) // fills the cache
  await measureInTurns(table, { variants, rounds }, measure)
}

/** Sends the list, the event or a created one as ready bytes: what `node:http` alone costs. */
const bareServer = `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const [list, item] = ['list.json', 'item.json'].map((name) => readFileSync(name))
const headers = { 'content-type': 'application/json' }
const server = createServer((request, response) => {
  const body = request.url === '/events' ? list : item
  const send = (status) => response.writeHead(status, headers).end(body)
  if (request.method === 'POST') request.resume().on('end', () => send(201))
  else send(200)
})
server.listen(0, '127.0.0.1', () => console.log('127.0.0.1:' + server.address().port))
`

/** Measures servers of the same 60 events from their start to the first list, and the CPU time of later responses. */
export const measureServer: Group = async ({ packed, rounds, verify }, table) => {
  const all = await readAllEvents(packed)
  const cwd = await packed.project([], {
    'all.json': JSON.stringify(all),
    'list.json': await readList(packed),
    'item.json': JSON.stringify(all.events[0]),
    'bare.mjs': bareServer,
  })
  await mkdir(join(cwd, 'public')) // json-server reads it
  const installed = await installPackage(cwd, JSON_SERVER, JSON_SERVER_VERSION)
  const variants = [
    {
      ...{ name: JSON_SERVER, events: '/events', query: PAGE },
      argv: [join(installed, 'lib/bin.js'), '--port', port, 'db.json'],
    },
    { name: 'node:http', events: '/events', query: '', argv: ['bare.mjs'] },
    {
      ...{ name: 'calmock', events: EVENTS, query: '' },
      argv: ['node_modules/.bin/calmock', ...quiet],
    },
  ]
  await measureInTurns(table, { variants, rounds }, async ({ events, query, argv }) => {
    await cp(join(cwd, 'all.json'), join(cwd, 'db.json')) // json-server writes to it
    const { server, first, ...started } = await startToFirstList(cwd, argv, events + query)
    const [, id = ''] = /"id": ?"?([\w-]+)/.exec(first) ?? []
    const measure = (path: string) =>
      measureResponses(server, { turns: 3000, verify, path: () => events + path })
    const responses = {
      'list, CPU, µs': await measure(query),
      'item, CPU, µs': await measure(`/${id}`),
      'create, CPU, µs': await measureResponses(server, {
        ...{ turns: 1000, verify, path: () => events },
        init: createEvent,
      }),
    }
    server.stop()
    return { ...started, ...responses }
  })
}

/** Returns the 60 events of the default world in a list, which is a database of json-server. */
async function readAllEvents({ folder }: Packed): Promise<{ events: readonly object[] }> {
  const { createCalmock } = await import(join(folder, 'dist/index.js'))
  const query = '?start_date=1990-01-01&end_date=2100-01-01&per_page=100'
  const response = await createCalmock({ now: 'today', maxPerPage: 100 }).fetch(API + query)
  const { events } = await response.json()
  return { events }
}

const LARGE = 100_000

/** Measures a server of many events from its start to the first list, and the CPU time of lists. Each list has other dates. */
export const measureLargeServer: Group = async ({ packed, rounds, verify }, table) => {
  const cwd = await packed.project([])
  const variants = [{ name: 'calmock' }]
  await measureInTurns(table, { variants, rounds }, async () => {
    const argv = ['node_modules/.bin/calmock', ...quiet, '--events', String(LARGE)]
    const { server, first: _, ...started } = await startToFirstList(cwd, argv, EVENTS)
    const measure = (query: (turn: number) => string) =>
      measureResponses(server, { turns: 300, verify, path: (turn) => EVENTS + query(turn) })
    const responses = {
      'list, CPU, µs': await measure(() => ''),
      'list with starts_after, CPU, µs': await measure(
        (turn) => `?starts_after=${formatDay(turn)}`,
      ),
      'list with start_date and end_date, CPU, µs': await measure(
        (turn) => `?start_date=${formatDay(turn)}&end_date=${formatDay(turn + 30)}`,
      ),
    }
    server.stop()
    return { ...started, ...responses }
  })
}

/** Formats the day that is so many days after today. */
const formatDay = (days: number): string =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** Starts a program of Node, and reads its first list. */
async function startToFirstList(cwd: string, argv: readonly string[], path: string) {
  const start = performance.now()
  const server = await startServer(cwd, [process.execPath, ...argv])
  const first = await fetch(server.url + path).then((response) => response.text())
  const wall = performance.now() - start
  const cpu = server.cpu() / 1000
  return { server, first, 'start to the first list, ms': wall, 'the same, CPU, ms': cpu }
}

const dates = { start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 21:30:00' }

/** Returns the request that creates an event. Each has another title. */
const createEvent = (turn: number): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ title: `Concert ${turn}`, ...dates }),
})

/** Requests to a server, by turn. */
interface Requests extends Pick<Bench, 'verify'> {
  /** The number of measured requests. As many before them warm the server up. */
  readonly turns: number
  path(turn: number): string
  init?(turn: number): RequestInit
}

/** Returns the CPU time per response in µs, after a warm-up. */
async function measureResponses(
  server: Server,
  { turns, path, init, verify }: Requests,
): Promise<number> {
  const send = async (turn: number): Promise<void> => {
    const { headers, ...request } = init?.(turn) ?? {}
    const url = server.url + path(turn)
    // json-server does not compress
    const response = await fetch(url, {
      ...request,
      headers: { ...headers, 'Accept-Encoding': 'identity' },
    })
    const text = await response.text()
    verify(response.ok && text.length > 100, `${request.method ?? 'GET'} ${url}: ${text}`)
  }
  for (let turn = 0; turn < turns; turn++) await send(turn)
  const before = server.cpu()
  for (let turn = turns; turn < 2 * turns; turn++) await send(turn)
  return (server.cpu() - before) / turns
}
