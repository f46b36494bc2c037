/** Calls a function. Returns the message of the error that it throws, or undefined. */
export function catchErrorMessage(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
