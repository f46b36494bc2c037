// a namespace, because builds of Vite without msw reject imports of names
import * as msw from 'msw'
import type { Mock } from '../../create-mock.ts'
import { createHandlers } from './create-handlers.ts'

/**
 * Creates the MSW handlers of a mock: one for each method and path, and a handler for its other requests.
 *
 * @example
 * ```ts
 * import { createCalmock } from 'calmock'
 * import { handlersFor } from 'calmock/msw'
 * import { setupServer } from 'msw/node'
 *
 * const server = setupServer(...handlersFor(createCalmock({ events: 3 })))
 * server.listen()
 * const response = await fetch('https://api.example/de/cal/events/v1/events')
 * console.log(response.headers.get('x-cal-total')) // 3
 * server.close()
 * ```
 */
export const handlersFor = (mock: Mock): msw.HttpHandler[] => createHandlers(mock, msw.http)
