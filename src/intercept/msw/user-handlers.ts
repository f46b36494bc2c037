import type { HttpHandler } from 'msw'
import { importModule, listExports } from '../config/load-module.ts'
import { OptionError } from '../contract/option-error.ts'
import { Failure } from './io.ts'

export interface UserHandlers {
  /** Returns the response of the first matching handler, or undefined if no handler matches or it passes the request through. */
  before(request: Request): Promise<Response | undefined>
  /** Loads the handlers of a file instead. Changes nothing if it throws. */
  load(file: string): Promise<void>
}

/** Loads the handlers that a file exports, alone or in lists. */
export async function loadUserHandlers(file: string): Promise<UserHandlers> {
  const { getResponse } = await import('msw').catch(() => {
    throw new Failure('handlers need msw: npm install --save-dev msw')
  })
  let handlers = await readHandlers(file)
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

async function readHandlers(file: string): Promise<readonly HttpHandler[]> {
  const exported = listExports(await importModule({ kind: 'handler', file }))
  const found = exported.flat(2).filter(isHandler)
  if (found.length > 0) return [...new Set(found)]
  throw new OptionError(`${file} does not export a handler; create one with http.get(...) from msw`)
}

const isHandler = (value: unknown): value is HttpHandler =>
  typeof value === 'object' && value !== null && 'info' in value && 'run' in value
