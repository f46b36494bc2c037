/** What most calls need not wait for. */
export type Soon<T> = T | Promise<T>

/** Goes on with a value when it is there, which may be now. */
export const soon = <T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(next) : next(value)

/** Tries again each time that a promise is thrown, once that is kept. */
export function whenLoaded<T>(attempt: () => Soon<T>): Soon<T> {
  const again = (error: unknown): Promise<T> => {
    if (!(error instanceof Promise)) throw error
    return error.then(() => whenLoaded(attempt))
  }
  try {
    const made = attempt()
    return made instanceof Promise ? made.catch(again) : made
  } catch (error) {
    return again(error)
  }
}
