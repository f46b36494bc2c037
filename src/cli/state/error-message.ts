/** Does something, and gives what was said where it failed. */
export function errorMessageOf(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
