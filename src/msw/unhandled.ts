/** What becomes of a request that nobody answers: it passes, with a warning or not, or fails. */
export type Unhandled = 'bypass' | 'warn' | 'error'

/** The same as an option of msw, under the name of msw 2 and under that of msw 3. */
export const whenUnhandled = (strategy: Unhandled) => ({
  onUnhandledRequest: strategy,
  onUnhandledFrame: strategy,
})
