import type { HttpHandler } from 'msw'
import { importModule, listExports } from '../../config/load-module.ts'
import { OptionError } from '../../contract/option-error.ts'

export interface UserHandlers {
  /** Returns the response of the first matching handler, or undefined if no handler matches or it passes the request through. */
  before(request: Request): Promise<Response | undefined>
  /** Loads the handlers of a file instead. Changes nothing if it throws. */
  load(file: string): Promise<void>
}

/** Loads handlers: those that a file exports, alone or in lists, or a list of them. */
export async function loadUserHandlers(source: string | readonly object[]): Promise<UserHandlers> {
  const { getResponse } = await import('msw').catch(() => {
    throw new OptionError('handlers need msw: npm install --save-dev msw')
  })
  let handlers = await readHandlers(source)
  return {
    async before(request) {
      const response = await getResponse([...handlers], request)
      return response?.headers.get('x-msw-intention') === 'passthrough' ? undefined : response
    },
    async load(file) {
      handlers = await readHandlers(file)
    },
  }
}

async function readHandlers(source: string | readonly object[]): Promise<readonly HttpHandler[]> {
  const isFile = typeof source === 'string'
  const given = isFile ? listExports(await importModule({ kind: 'handler', file: source })) : source
  const found = given.flat(2).filter(isHandler)
  if (found.length > 0) return [...new Set(found)]
  const subject = isFile ? `${source} does not export a handler` : 'the option handlers has none'
  throw new OptionError(`${subject}; create one with http.get(...) from msw`)
}

const isHandler = (value: unknown): value is HttpHandler =>
  typeof value === 'object' && value !== null && 'info' in value && 'run' in value
