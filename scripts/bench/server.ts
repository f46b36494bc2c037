import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { Agent, request as sendRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { root } from '../../test/packed.ts'
import { installPackage } from '../install-package.ts'
import { listProcesses, readCpuTime, readStatus } from '../processes.ts'
import { type Bench, EVENTS, type Group, measureInTurns, readList, type Table } from './bench.ts'

const JSON_SERVER = 'json-server'
const JSON_SERVER_VERSION = '1.0.0-beta.15'
const pageOfJsonServer = (page: number): string => `?_page=${page}&_per_page=9`
const CACHE = 'npm-cache'

const port = String(20_000 + (process.pid % 10_000)) // likely free; json-server takes no 0
const quiet = ['--port', '0', '--log-format', 'off']

/** Sends the list, the event or a created event as ready bytes: what `node:http` alone costs. */
const bareServer = `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
const [list, item] = ['list.json', 'item.json'].map((name) => readFileSync(name))
const headers = { 'content-type': 'application/json' }
const server = createServer((request, response) => {
  const send = (status, body) => response.writeHead(status, headers).end(body)
  if (request.method === 'POST') request.resume().on('end', () => send(201, item))
  else send(200, request.url.startsWith('/events/') ? item : list)
})
server.listen(0, '127.0.0.1', () => console.log('127.0.0.1:' + server.address().port))
`

/** A server, and the address of its events. */
export interface Program {
  readonly name: string
  readonly cwd: string
  readonly argv: readonly string[]
  readonly events: string
  /** Returns the query of a page of nine events. */
  page(page: number): string
}

const EVENT_COUNT = 100

/** Returns json-server, `node:http` alone and the builds of calmock, with the same 100 events. */
export async function listPrograms({ builds }: Bench): Promise<Program[]> {
  const [{ packed }] = builds
  const query = '?start_date=1990-01-01&end_date=2100-01-01&per_page=100'
  const options = { now: 'today', events: EVENT_COUNT, maxPerPage: EVENT_COUNT }
  const { events: all } = JSON.parse(await readList(packed, options, query))
  const cwd = await packed.project([], {
    'db.json': JSON.stringify({ events: all }),
    'list.json': await readList(packed, { events: EVENT_COUNT }),
    'item.json': JSON.stringify(all[0]),
    'bare.mjs': bareServer,
  })
  await mkdir(join(cwd, 'public')) // json-server reads it
  const cache = join(root, 'node_modules/.cache/calmock-bench') // all runs share it
  const folder = `${JSON_SERVER}-${JSON_SERVER_VERSION}`
  const program = join(cache, folder, 'node_modules', JSON_SERVER, 'lib/bin.js')
  if (!existsSync(program)) {
    await rm(cache, { recursive: true, force: true })
    await mkdir(cache, { recursive: true })
    await installPackage(cache, JSON_SERVER, JSON_SERVER_VERSION)
  }
  return [
    {
      ...{ name: JSON_SERVER, cwd, events: '/events', page: pageOfJsonServer },
      argv: [process.execPath, program, '--port', port, 'db.json'],
    },
    {
      ...{ name: 'node:http', cwd, events: '/events', page: () => '' },
      argv: [process.execPath, 'bare.mjs'],
    },
    ...(await listOwn(builds, EVENT_COUNT)),
  ]
}

/** Returns the builds of calmock with so many events. */
export const listOwn = (builds: Bench['builds'], events: number): Promise<Program[]> =>
  Promise.all(
    builds.map(async ({ packed, suffix }) => ({
      ...{ name: `calmock${suffix}`, cwd: await packed.project([]), events: EVENTS },
      argv: [process.execPath, 'node_modules/.bin/calmock', ...quiet, '--events', `${events}`],
      page: (page) => (page === 1 ? '' : `?page=${page}`),
    })),
  )

/** Measures servers of 100 events from their start to the first list. */
export const measureStart: Group = async (bench, table) => {
  const variants = await listPrograms(bench)
  await measureStarts({ ...bench, variants }, table)
}

/** Measures `npx` of packages that are not installed, but in the cache of npm, to the first list. */
export const measureNpx: Group = async (bench, table) => {
  const [{ packed }] = bench.builds // an earlier build has the same name and version
  const cwd = await packed.project([], { 'db.json': await readList(packed) })
  await rm(join(cwd, 'node_modules'), { recursive: true })
  await mkdir(join(cwd, 'public')) // json-server reads it
  const other = [`${JSON_SERVER}@${JSON_SERVER_VERSION}`, '--port', port, 'db.json']
  const own = [`--package=${packed.tarball}`, 'calmock', ...quiet]
  const variants = [
    { name: JSON_SERVER, args: other, events: '/events', page: pageOfJsonServer },
    { name: 'calmock', args: own, events: EVENTS, page: () => '' },
  ].map(({ args, ...variant }) => ({ ...variant, cwd, argv: ['npx', '--yes', ...args] }))
  await measureStarts({ ...bench, variants }, table)
}

async function measureStarts(
  bench: Bench & { readonly variants: readonly Program[] },
  table: Table,
): Promise<void> {
  const measure = async (program: Program) => {
    await rm(join(program.cwd, CACHE, '_npx'), { recursive: true, force: true })
    const { wall, cpu, stop } = await launch(program, bench)
    const times = { 'spawn to the first list, ms': wall, 'the same, CPU, ms': cpu() / 1000 }
    stop()
    return times
  }
  for (const variant of bench.variants) {
    const { stop } = await launch(variant, bench)
    await setTimeout(2000) // npm and calmock fill their caches
    stop()
  }
  await measureInTurns(table, bench, measure)
}

/** A server that has sent its first list, in a group of processes. */
export interface Running extends Program, Pick<Bench, 'verify'> {
  readonly url: string
  readonly id: string
  /** Time from its start to its first list, in ms. */
  readonly wall: number
  /** Returns the CPU time of all its processes, in µs. */
  cpu(): number
  /** Returns the resident memory of all its processes, in MB. */
  memory(): number
  stop(): void
  turn: number
}

/** Starts a server, and reads its first list as soon as it has printed its port. */
export async function launch(program: Program, { verify }: Bench): Promise<Running> {
  const { cwd, argv, events, page } = program
  const start = performance.now()
  const { PATH, HOME } = process.env
  const caches = { XDG_CACHE_HOME: cwd, npm_config_cache: join(cwd, CACHE) }
  const child = spawn(argv[0] ?? '', argv.slice(1), {
    cwd,
    env: { PATH, HOME, NODE_ENV: 'production', npm_config_loglevel: 'error', ...caches },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // `stop` ends the group of processes, because npx starts another process
  })
  const { pid = 0 } = child
  const stop = (): void => void process.kill(-pid, 'SIGKILL')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  const sum = (read: (id: number) => number): number =>
    listProcesses('NSpgid', pid).reduce((total, id) => total + read(id), 0)
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    const [, port] = /(?:127\.0\.0\.1|PORT ):(\d+)\s/.exec(output) ?? []
    if (port === undefined) continue
    const url = `http://127.0.0.1:${port}`
    const { status, text } = await send(url, { path: events + page(1) })
    const wall = performance.now() - start
    verify(status === 200, `first list of ${argv.join(' ')}: ${text.slice(0, 500)}`)
    const cpu = (): number => sum(readCpuTime)
    const memory = (): number => sum((id) => readStatus(id, 'VmRSS')) / 1000
    return { ...program, url, verify, id: readId(text), wall, cpu, memory, stop, turn: 0 }
  }
  throw new Error(`${argv.join(' ')} exited early: ${output}`)
}

export const readId = (text: string): string => /"id": ?"?([\w-]+)/.exec(text)?.[1] ?? ''

/** A request. With a body it is a POST by default. */
export interface Message {
  readonly method?: string
  readonly path: string
  readonly body?: string
}

export const agent = new Agent({ keepAlive: true, maxSockets: 10 })

/** Sends a request with few headers: the client of a benchmark must not take the CPU of the server. */
export const send = (origin: string, { path, body, method = body ? 'POST' : 'GET' }: Message) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = body ? { 'Content-Type': 'application/json' } : {}
    const request = sendRequest(origin + path, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject).end(body)
  })
