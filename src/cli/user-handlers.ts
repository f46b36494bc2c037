import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { HttpHandler } from 'msw'
import { importModule, listExports } from '../config/load-module.ts'
import { OptionError } from '../contract/option-error.ts'
import { Failure, type Io } from './io.ts'

export interface UserHandlers {
  /** Returns the response of the first matching handler, or undefined if no handler matches or it passes the request through. */
  before(request: Request): Promise<Response | undefined>
  close(): void
}

/** Loads the handlers that a file exports, alone or in lists. Reloads them when the file changes, if `isWatched`. */
export async function loadUserHandlers(
  file: string,
  isWatched: boolean,
  io: Pick<Io, 'stderr'>,
): Promise<UserHandlers> {
  const { getResponse } = await import('msw').catch(() => {
    throw new Failure('handlers need msw: npm install --save-dev msw')
  })
  let handlers = await readHandlers(file)
  const reload = async (): Promise<void> => {
    try {
      handlers = await readHandlers(file)
      io.stderr.write(`calmock: ${file} reloaded\n`)
    } catch (error) {
      const reason = error instanceof OptionError ? error.reason : String(error)
      io.stderr.write(`calmock: ${file} not reloaded: ${reason}\n`)
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

async function readHandlers(file: string): Promise<readonly HttpHandler[]> {
  const exported = listExports(await importModule({ kind: 'handler', file }))
  const found = exported.flat(2).filter(isHandler)
  if (found.length > 0) return [...new Set(found)]
  throw new OptionError(`${file} does not export a handler; create one with http.get(...) from msw`)
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
