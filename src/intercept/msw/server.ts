import { type SetupServer, setupServer } from 'msw/node'
import type { Mock } from '../../create-mock.ts'
import type { Calmock } from '../fetch/with-fetch.ts'
import { createHandlers, type MswHttp } from './create-handlers.ts'

/** A mock with an MSW server. */
export interface MswCalmock extends Calmock {
  /** The MSW server, while the mock intercepts. Handlers of `server.use()` take precedence over the mock. */
  readonly server: SetupServer
}

export const createMswServer = (mock: Mock, http: MswHttp): SetupServer =>
  setupServer(...createHandlers(mock, http))
