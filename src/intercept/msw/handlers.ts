// a namespace, because builds of Vite without msw reject imports of names
import * as msw from 'msw'
import type { Mock } from '../../create-mock.ts'
import { createHandlers } from './create-handlers.ts'

/** Creates the MSW handlers of a mock: one for each method and path, and one for its other requests. */
export const handlersFor = (mock: Mock): msw.HttpHandler[] => createHandlers(mock, msw.http)
