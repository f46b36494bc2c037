import { type SetupServer, setupServer } from 'msw/node'
import type { Mock } from '../create-mock.ts'
import { type CreateHttpHandler, createHandlers } from './create-handlers.ts'

/** Creates an MSW server with the handlers of a mock. */
export const createMswServer = (mock: Mock, http: CreateHttpHandler): SetupServer =>
  setupServer(...createHandlers(mock, http))
