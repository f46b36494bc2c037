import { createMock } from './create-mock.ts'
import { withFetch } from './intercept/fetch/with-fetch.ts'
import type { InterceptOption } from './intercept/msw/import-msw.ts'
import { type BrowserCalmock, type PageCalmock, withStart } from './intercept/msw/page.ts'
import type { Options } from './options/options.ts'
import { onDemandSource } from './seed/source/on-demand-source.ts'

/** The options of `setupCalmock`: the options of every mock, and one for its interception. */
export interface BrowserOptions extends Options {
  /**
   * The means that intercepts requests. `msw` (default) loads MSW, whose service worker sees every request of
   * the page. `fetch` patches `fetch` alone and loads no MSW; `mock.worker` does not exist.
   */
  readonly intercept?: InterceptOption
}

/** The options of `setupCalmock` without MSW. */
export interface FetchOptions extends BrowserOptions {
  readonly intercept: 'fetch'
}

/**
 * Creates a mock for the current page, with its own state. Its clock is `today`, unless `now` says otherwise.
 * Interception begins with `start()`. Language packs are loaded when a request or `load()` reads them.
 *
 * @example
 * ```ts
 * import { setupCalmock } from 'calmock/browser'
 *
 * const mock = setupCalmock({ intercept: 'fetch', scenario: 'today' })
 * await mock.start()
 * ```
 */
export function setupCalmock(options: FetchOptions): PageCalmock
export function setupCalmock(options?: BrowserOptions): BrowserCalmock
export function setupCalmock({ intercept, ...options }: BrowserOptions = {}): PageCalmock {
  const mock = createMock({ now: 'today', ...options }, onDemandSource())
  return withStart(withFetch(mock), intercept)
}

export type { BrowserCalmock, PageCalmock } from './intercept/msw/page.ts'
export type { Interception, StartOptions, WorkerHandlers } from './intercept/msw/worker.ts'
