import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { HttpHandler } from 'msw'
import { Failure, type Io, UsageError } from './io.ts'
import { loadModule } from './load-module.ts'

/** The handlers of a file of the user, asked through msw. */
export interface UserHandlers {
  /** What they answer; undefined where none does, or lets it pass. */
  before(request: Request): Promise<Response | undefined>
  close(): void
}

/** Loads the handlers that a file exports, alone or in lists; with `isWatched`, again when it changes. */
export async function loadUserHandlers(
  file: string,
  isWatched: boolean,
  io: Io,
): Promise<UserHandlers> {
  const { getResponse } = await import('msw').catch(() => {
    throw new Failure('handlers need msw: npm install --save-dev msw')
  })
  let handlers = await readHandlers(file)
  let turn = 0
  const reload = async (): Promise<void> => {
    try {
      handlers = await readHandlers(file, ++turn)
      io.stderr.write(`calmock: ${file} is loaded anew\n`)
    } catch (error) {
      io.stderr.write(`calmock: ${file} stays as it was: ${String(error).split('\n')[0]}\n`)
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

async function readHandlers(file: string, turn = 0): Promise<readonly HttpHandler[]> {
  const found = (await loadModule('handler', file, turn)).flat(2).filter(isHandler)
  if (found.length > 0) return [...new Set(found)]
  throw new UsageError(`${file} exports no handler; make one with http.get(...) of msw`)
}

const isHandler = (value: unknown): value is HttpHandler =>
  typeof value === 'object' && value !== null && 'info' in value && 'run' in value

/** Watches its folder, since editors put a new file in the place of the old one. */
function watchFile(file: string, changed: () => Promise<void>) {
  let waiting: NodeJS.Timeout | undefined
  return watch(dirname(resolve(file)), (_event, name) => {
    if (name !== basename(file)) return
    clearTimeout(waiting)
    waiting = setTimeout(() => void changed(), 50)
  })
}
