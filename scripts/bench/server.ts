import { spawn } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackage } from '../install-package.ts'
import { listProcesses, readCpuTime } from '../processes.ts'
import { type Bench, EVENTS, type Group, measureInTurns, readList } from './bench.ts'

const JSON_SERVER = 'json-server'
const JSON_SERVER_VERSION = '1.0.0-beta.15'
const PAGE = '?_page=1&_per_page=9'
/** The number of measured requests to each route. As many before them warm the server up. */
const TURNS = { read: 1000, create: 100 }

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

/** Measures a server with 60 events from its start to the first list, and the CPU time of later responses. */
export const measureServer: Group = async ({ packed, rounds, verify }, table) => {
  const cwd = await packed.project([])
  const { createCalmock } = await import(join(packed.folder, 'dist/index.js'))
  const list = await createCalmock({ now: 'today' }).fetch(
    `https://any.example${EVENTS}?per_page=50`,
  )
  await writeFile(join(cwd, 'all.json'), await list.text())
  await mkdir(join(cwd, 'public')) // json-server reads it
  const installed = await installPackage(cwd, JSON_SERVER, JSON_SERVER_VERSION)
  const variants = [
    {
      ...{ name: JSON_SERVER, events: '/events', query: PAGE },
      argv: [join(installed, 'lib/bin.js'), '--port', port, 'db.json'],
    },
    {
      ...{ name: 'calmock', events: EVENTS, query: '' },
      argv: ['node_modules/.bin/calmock', ...quiet],
    },
  ]
  await measureInTurns(table, { variants, rounds }, async ({ events, query, argv }) => {
    await cp(join(cwd, 'all.json'), join(cwd, 'db.json')) // json-server writes to it
    const start = performance.now()
    const server = await startServer(cwd, [process.execPath, ...argv])
    const first = await fetch(server.url + events + query).then((response) => response.text())
    const started = { 'start to the first list, ms': performance.now() - start }
    const cpu = { 'the same, CPU, ms': server.cpu() / 1000 }
    const [, id = ''] = /"id": ?"?([\w-]+)/.exec(first) ?? []
    const measure = (path: string, init?: RequestInit) =>
      measureResponses(server, { url: server.url + events + path, init, verify })
    const responses = {
      'list, CPU, µs': await measure(query),
      'item, CPU, µs': await measure(`/${id}`),
      'create, CPU, µs': await measure('', create),
    }
    server.stop()
    return { ...started, ...cpu, ...responses }
  })
}

const dates = { start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 21:30:00' }
const create = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ title: 'Concert', ...dates }),
}

/** Returns the CPU time per response in µs, after a warm-up. */
async function measureResponses(
  server: Server,
  {
    url,
    init = {},
    verify,
  }: { url: string; init: RequestInit | undefined } & Pick<Bench, 'verify'>,
): Promise<number> {
  const send = async (): Promise<void> => {
    // json-server does not compress
    const headers = { ...init.headers, 'Accept-Encoding': 'identity' }
    const response = await fetch(url, { ...init, headers })
    await response.arrayBuffer()
    verify(response.ok, `${init.method ?? 'GET'} ${url}: ${response.status}`)
  }
  const turns = init.method === 'POST' ? TURNS.create : TURNS.read
  for (let turn = 0; turn < turns; turn++) await send()
  const before = server.cpu()
  for (let turn = 0; turn < turns; turn++) await send()
  return (server.cpu() - before) / turns
}
