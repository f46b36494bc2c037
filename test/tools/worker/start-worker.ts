import { createRequire } from 'node:module'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { listProcesses } from '../../../scripts/processes.ts'
import { noDatabase, stubs } from '../../../scripts/stubs.ts'

/** Returns whether workerd has a program for this platform. Says so if it has none. */
function findWorkerd(): boolean {
  const name = `@cloudflare/workerd-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch === 'x64' ? '64' : process.arch}`
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`)
    return true
  } catch {
    console.warn(`workerd has no program for this platform (${name}): its tests are skipped`)
    return false
  }
}

/** False on a platform without workerd, where its tests are skipped. */
export const hasWorkerd = findWorkerd()

/** The token of the control routes. */
export const TOKEN = 'secret-token'

/** The headers of a request to a control route. */
export const authorized = { Authorization: `Bearer ${TOKEN}` }

/** The worker that the documentation shows, with options. */
const workerWith = (options: string): string => `
  import { calmockWorker } from './src/worker.ts'
  const { CalmockWorld, fetch } = calmockWorker(${options})
  export { CalmockWorld }
  export default { fetch }`

const bundles = new Map<string, Promise<string>>()

/** Bundles the source of a worker as wrangler does, once. */
function bundleWorker(source: string): Promise<string> {
  const bundle = bundles.get(source) ?? buildBundle(source)
  bundles.set(source, bundle)
  return bundle
}

async function buildBundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: new URL('../../..', import.meta.url).pathname },
    ...{ bundle: true, format: 'esm', write: false, target: 'es2024', charset: 'utf8' },
    external: ['cloudflare:*'],
    mainFields: ['module', 'main'],
    plugins: [noDatabase, stubs],
  })
  return outputFiles[0]?.text ?? ''
}

/** A worker in workerd. */
export interface RunningWorker {
  readonly url: string
  /** The process of workerd, where the platform lists processes in /proc. */
  readonly pid: number | undefined
  /** Sends a request to any origin. */
  dispatch(url: string, init?: RequestInit): Promise<Response>
  /** Sends a request over a socket. */
  call(path: string, init?: RequestInit): Promise<Response>
  /** Sends a request with a body in JSON and with the token, and returns the parsed response. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  json(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>
  stop(): Promise<void>
}

/** The script of a worker, and where its objects are stored. */
export interface WorkerSetup {
  /** The source of the options, or of the whole worker. */
  readonly options?: string
  readonly source?: string
  /** A folder that a later run can read. */
  readonly folder?: string
  readonly token?: string | null
}

const listChildren = (): readonly number[] => listProcesses('PPid', process.pid)

/** Starts workerd with a worker, without flags. */
export async function startWorker(setup: WorkerSetup = {}): Promise<RunningWorker> {
  const { options = '{ events: 24 }', source, folder, token = TOKEN } = setup
  const before = listChildren()
  const runtime = new Miniflare({
    modules: true,
    script: await bundleWorker(source ?? workerWith(options)),
    compatibilityDate: '2026-04-01',
    durableObjects: { WORLDS: { className: 'CalmockWorld', useSQLite: true } },
    ...(folder && { durableObjectsPersist: folder }),
    ...(token && { bindings: { CALMOCK_TOKEN: token } }),
  })
  const url = (await runtime.ready).origin
  let stopped: Promise<void> | undefined
  const call = (path: string, init?: RequestInit): Promise<Response> => fetch(url + path, init)
  return {
    url,
    pid: listChildren().find((pid) => !before.includes(pid)),
    call,
    async dispatch(address, init) {
      // undici declares the classes of Node and the DOM separately
      const response = (await runtime.dispatchFetch(address, init as never)) as unknown as Response
      const headers = new Headers(response.headers)
      headers.delete('mf-content-encoding') // of miniflare
      return new Response(response.body, { status: response.status, headers })
    },
    async json(method, path, body) {
      const init = body === undefined ? {} : { body: JSON.stringify(body) }
      const headers = { ...authorized, 'Content-Type': 'application/json' }
      const response = await call(path, { method, headers, ...init })
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    },
    stop() {
      stopped ??= runtime.dispose()
      return stopped
    },
  }
}
