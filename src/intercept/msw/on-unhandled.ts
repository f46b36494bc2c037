import type { UnhandledStrategy } from '../fetch/unhandled.ts'

/** Returns the strategy as options of MSW, under the names of both msw 2 and msw 3. */
export const onUnhandled = (strategy: UnhandledStrategy) => ({
  onUnhandledRequest: strategy,
  onUnhandledFrame: strategy,
})
