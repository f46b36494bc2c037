import type { BlockOptions } from './http-block.ts'
import { completeOptions, type Fetcher } from './send-request.ts'

/** A remark of the mock about a request. */
export interface RequestNote {
  readonly level: 'warning' | 'info'
  readonly message: string
}

/** An entry of the request log. */
interface LogEntry {
  readonly fault?: string
  readonly notes: readonly RequestNote[]
}

/** The part of an exported mock that live requests use. */
export interface LiveMock extends Fetcher {
  readonly requests: readonly LogEntry[]
  load(): Promise<void>
  world(name: string): { readonly requests: readonly LogEntry[] }
}

export type CreateMock = (options: BlockOptions) => Promise<LiveMock>

let loading: Promise<CreateMock> | undefined
let failures = 0

/** Loads the exported mock once per visit, for all blocks of all pages. A failed load is tried again. */
export function loadMock(url: string): Promise<CreateMock> {
  // browsers remember a module that did not load
  const address = failures > 0 ? `${url}?try=${failures}` : url
  loading ??= importMock(address).catch((error: unknown) => {
    loading = undefined
    failures++
    throw error
  })
  return loading
}

/** Imports a complete URL: Vite's dev server treats a path as a source module, and rejects public files. */
const importMock = async (path: string): Promise<CreateMock> =>
  (await import(/* @vite-ignore */ new URL(path, location.href).href)).createCalmock

let isWarm = false

/** Loads the languages, the control routes and the generator once, so that all requests also run without a network. */
export function warmUp(createMock: CreateMock): void {
  if (isWarm) return
  isWarm = true
  loadAll(createMock).catch(() => {
    isWarm = false
  })
}

async function loadAll(createMock: CreateMock): Promise<void> {
  const options = completeOptions({})
  const mock = await createMock(options)
  const sites = Array.isArray(options.sites) ? options.sites : []
  await mock.load()
  await mock.fetch('/__calmock/clock') // control routes and their headers are a module
  // an error loads the messages of its language
  await Promise.all(sites.map((site) => mock.fetch(`/${site}/cal/events/v1/events/0`)))
  await (await createMock({ ...options, scenario: 'one' })).load()
}
