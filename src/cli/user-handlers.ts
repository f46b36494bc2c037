import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { HttpHandler } from 'msw'
import { Failure, type Io, UsageError } from './io.ts'
import { loadModule } from './load-module.ts'

export interface UserHandlers {
  /** Returns the response of the first matching handler, or undefined if no handler matches or it passes the request through. */
  before(request: Request): Promise<Response | undefined>
  close(): void
}

/** Loads the handlers that a file exports, alone or in lists. Reloads them when the file changes, if `isWatched`. */
export async function loadUserHandlers(
  file: string,
  isWatched: boolean,
  io: Io,
): Promise<UserHandlers> {
  const { getResponse } = await import('msw').catch(() => {
    throw new Failure('handlers need msw: npm install --save-dev msw')
  })
  let handlers = await readHandlers(file)
  let version = 0
  const reload = async (): Promise<void> => {
    try {
      handlers = await readHandlers(file, ++version)
      io.stderr.write(`calmock: ${file} reloaded\n`)
    } catch (error) {
      io.stderr.write(`calmock: ${file} not reloaded: ${String(error).split('\n')[0]}\n`)
    }
  }
  const watcher = isWatched ? watchFile(file, reload) : undefined
  return {
    async before(request) {
      const response = await getResponse([...handlers], request)
      return response?.headers.get('x-msw-intention') === 'passthrough' ? undefined : response
    },
    close: () => watcher?.close(),
  }
}

async function readHandlers(file: string, version = 0): Promise<readonly HttpHandler[]> {
  const found = (await loadModule('handler', file, version)).flat(2).filter(isHandler)
  if (found.length > 0) return [...new Set(found)]
  throw new UsageError(`${file} does not export a handler; create one with http.get(...) from msw`)
}

const isHandler = (value: unknown): value is HttpHandler =>
  typeof value === 'object' && value !== null && 'info' in value && 'run' in value

/** Calls `onChange` when a file changes. Watches its folder, since editors replace files instead of writing to them. */
function watchFile(file: string, onChange: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  return watch(dirname(resolve(file)), (_event, name) => {
    if (name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => void onChange(), 50) // a save can cause several events
  })
}
