import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { completeOptions } from './config/load-options.ts'
import { type Calmock, createCalmock } from './index.ts'
import { createInterceptor } from './intercept/msw/create-interceptor.ts'
import { createLazyMsw } from './intercept/msw/lazy-msw.ts'
import type { MswCalmock } from './intercept/msw/server.ts'
import {
  createLifeCycle,
  type UseFetchOptions,
  type UseOptions,
} from './intercept/msw/test-life-cycle.ts'

/**
 * Creates a mock for the tests of a file, or of the `describe` that calls it. The mock intercepts requests
 * from before the first test until after the last one. After each test it is reset, and the worlds and
 * handlers that the test added are removed. While the mock of a nested `describe` intercepts, the outer
 * mock does not.
 *
 * MSW is loaded before the first test, unless `intercept` is `fetch`.
 *
 * @example
 * ```ts
 * import { expect, test } from '@jest/globals'
 * import { useCalmock } from 'calmock/jest'
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
  requireFetch()
  const options = completeOptions(rest)
  const mock = createCalmock(options)
  const interceptor = createInterceptor(mock, intercept, onUnhandledRequest)
  const { start, settle, reset, stop } = createLifeCycle(mock, interceptor)
  let saveCounts: (() => void) | undefined
  beforeAll(async () => {
    if (options.coverage)
      saveCounts = (await import('./hosts/coverage/worker.ts')).collectInWorker(mock)
    await start()
    if (intercept === 'msw') await msw.load()
  })
  afterEach(async () => {
    await settle()
    reset()
  })
  afterAll(stop)
  afterAll(() => saveCounts?.())
  return mock
}

/** Throws where Jest's jsdom has no fetch. MSW would fail with "Response is not defined". */
function requireFetch(): void {
  if (typeof fetch !== 'undefined') return
  throw new Error(
    '[calmock] this test environment has no fetch; run `npm install --save-dev jest-fixed-jsdom` ' +
      "and set testEnvironment: 'jest-fixed-jsdom' in jest.config.js",
  )
}

const msw = createLazyMsw()

/** `http` of MSW. ES modules can use it from `beforeAll` on, unless `intercept` is `fetch`. */
export const http: typeof msw.http = msw.http
/** `HttpResponse` of MSW. ES modules can use it from `beforeAll` on, unless `intercept` is `fetch`. */
export const HttpResponse: typeof msw.HttpResponse = msw.HttpResponse

export { landmarks } from './seed/source/inline-source.ts'
export type { MswCalmock, UseFetchOptions, UseOptions }
