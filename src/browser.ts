import { createCalmock } from './index.ts'
import { type BrowserCalmock, withWorker } from './msw/worker.ts'
import type { Options } from './options/options.ts'

/** A mock for the page it runs in, with a state of its own. It intercepts nothing until `start()`. */
export const setupCalmock = (options: Options = {}): BrowserCalmock =>
  withWorker(createCalmock(options))

export type { BrowserCalmock, Interception, StartOptions } from './msw/worker.ts'
