/** Does what need not succeed, and then leaves all as it is. */
export function tryTo(act: () => void): void {
  try {
    act()
  } catch {
    // it is as it was
  }
}
