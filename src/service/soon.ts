/** Tries again each time that a promise is thrown, once that is kept. */
export async function whenLoaded<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof Promise)) throw error
    await error
    return whenLoaded(attempt)
  }
}
