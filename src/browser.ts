import { createCalmock } from './index.ts'
import { type BrowserCalmock, withWorker } from './msw/worker.ts'
import type { Options } from './options/options.ts'

/**
 * Creates a mock for the current page, with its own state. Its clock is `today`, unless `now` says otherwise.
 * Interception begins with `start()`.
 */
export const setupCalmock = (options: Options = {}): BrowserCalmock =>
  withWorker(createCalmock({ now: 'today', ...options }))

export type { BrowserCalmock, Interception, StartOptions, WorkerHandlers } from './msw/worker.ts'
