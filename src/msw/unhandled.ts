/** The behaviour for requests without a handler: pass through, pass through with a warning, or fail. */
export type UnhandledStrategy = 'bypass' | 'warn' | 'error'

/** Returns the strategy as options of MSW, under the names of both msw 2 and msw 3. */
export const onUnhandled = (strategy: UnhandledStrategy) => ({
  onUnhandledRequest: strategy,
  onUnhandledFrame: strategy,
})
