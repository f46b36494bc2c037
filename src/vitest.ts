import { completeOptions } from './config/load-options.ts'
import { addHooks } from './hosts/vitest/add-hooks.ts'
import { type Calmock, createCalmock } from './index.ts'
import { createInterceptor } from './intercept/msw/create-interceptor.ts'
import type { MswCalmock } from './intercept/msw/server.ts'
import {
  createLifeCycle,
  type UseFetchOptions,
  type UseOptions,
} from './intercept/msw/test-life-cycle.ts'

/**
 * Creates a mock for the tests of a file, or of the `describe` that calls it. The mock intercepts requests
 * from before the first test until after the last one. After each test it is reset, and the worlds and
 * handlers that the test added are removed.
 *
 * Concurrent tests share the mock, which is reset after the last of them. Separate worlds isolate them:
 * `https://api.example/~first/…`. While the mock of a nested `describe` intercepts, the outer mock does not.
 *
 * MSW is loaded before the first test, unless `intercept` is `fetch`. In a page of Vitest's browser mode,
 * `intercept` is `fetch`, and environment variables and the config file are not read.
 *
 * @example
 * ```ts
 * import { useCalmock } from 'calmock/vitest'
 * import { expect, test } from 'vitest'
 *
 * const mock = useCalmock({ events: 3 })
 *
 * test('shows a message when the service is down', async () => {
 *   mock.faults = 'GET /events 503'
 *   expect((await fetch('https://api.example/de/cal/events/v1/events')).status).toBe(503)
 * })
 * ```
 */
export function useCalmock(options: UseFetchOptions): Calmock
export function useCalmock(options?: UseOptions): MswCalmock
export function useCalmock({
  intercept = 'msw',
  onUnhandledRequest = 'warn',
  ...rest
}: UseOptions = {}): Calmock {
  const options = completeOptions(rest)
  const mock = createCalmock(options)
  const interceptor = createInterceptor(mock, intercept, onUnhandledRequest)
  addHooks(createLifeCycle(mock, interceptor), options.coverage ? mock : undefined)
  return mock
}

export type { MswCalmock, UseFetchOptions, UseOptions }
