import { type SetupServer, setupServer } from 'msw/node'
import type { Mock } from '../create-mock.ts'
import { handlersFor } from './handlers.ts'

/** Creates an MSW server with the handlers of a mock. */
export const createMswServer = (mock: Mock): SetupServer => setupServer(...handlersFor(mock))
