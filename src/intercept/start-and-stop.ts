/** Members that begin and end an interception. */
export interface StartAndStop<O, R> {
  /** Begins the interception, unless it has begun. Resolves when it is active. */
  start(options?: O): Promise<R>
  stop(): void
}

/** Creates `start` and `stop`. Calls in any order, without waiting, end as the last of them says. */
export function createStartAndStop<O, R extends { stop(): void }>(
  begin: (options?: O) => Promise<R>,
): StartAndStop<O, R> {
  let starting: Promise<R> | undefined
  let running: R | undefined
  /** The end of a start that was stopped before it had finished, as by React's StrictMode. */
  let ending: Promise<void> | undefined
  return {
    async start(options) {
      const current = starting ?? (ending ? ending.then(() => begin(options)) : begin(options))
      starting = current
      try {
        const result = await current
        if (starting === current) running = result
        return result
      } catch (error) {
        if (starting === current) starting = undefined
        throw error
      }
    },
    stop() {
      const end = (started: R) => started.stop()
      if (running) end(running)
      else ending = starting?.then(end, () => {}) ?? ending
      running = undefined
      starting = undefined
    },
  }
}
