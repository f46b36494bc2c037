import { type SetupServer, setupServer } from 'msw/node'
import type { Mock } from '../../create-mock.ts'
import { createHandlers, type MswHttp } from './create-handlers.ts'

/** Creates an MSW server with the handlers of a mock. */
export const createMswServer = (mock: Mock, http: MswHttp): SetupServer =>
  setupServer(...createHandlers(mock, http))
