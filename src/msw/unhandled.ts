/** What becomes of a request that nobody answers: it passes, with a warning or not, or fails. */
export type UnhandledStrategy = 'bypass' | 'warn' | 'error'

/** The same as an option of msw, under the name of msw 2 and under that of msw 3. */
export const onUnhandled = (strategy: UnhandledStrategy) => ({
  onUnhandledRequest: strategy,
  onUnhandledFrame: strategy,
})
