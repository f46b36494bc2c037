/** Returns the message about an invalid value, which names the accepted values, and the nearest value of a list. */
export function formatInvalidValue(
  name: string,
  value: unknown,
  accepted: string | readonly string[],
): string {
  const text = shorten(formatValue(value))
  const nearest = typeof accepted === 'string' ? undefined : findNearestName(text, accepted)
  const advice = nearest ? `did you mean "${nearest}"? ` : ''
  return `invalid ${name} "${text}"; ${advice}accepted: ${[accepted].flat().join(', ')}`
}

/** Returns the text of a value. An object as JSON: it can have a property `toString` that is not a function. */
export const formatValue = (value: unknown): string =>
  typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : String(value)

/** Returns the first 80 characters of a text that a message quotes. */
const shorten = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 79)}…`)

/** An invalid option, flag or body of a control request. The message says what is accepted. */
export class OptionError extends Error {
  /** The message without the name of the package. */
  readonly reason: string

  constructor(reason: string) {
    super(`[calmock] ${reason}`)
    this.name = 'OptionError'
    this.reason = reason
  }
}

export const invalidOption = (...value: Parameters<typeof formatInvalidValue>): OptionError =>
  new OptionError(formatInvalidValue(...value))

/** Returns the name that is most similar to a word, or undefined if none is similar. */
export function findNearestName(word: string, names: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(word.length / 3))
  // a distance is at least the difference of the lengths, so that no long word is compared
  const [nearest] = names
    .filter((name) => Math.abs(name.length - word.length) <= maxDistance)
    .map((name) => ({ name, distance: computeDistance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)
  return nearest?.name
}

/** Returns the Damerau-Levenshtein distance: the number of letters to insert, remove, replace or swap. */
function computeDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1))
    }
  }
  return at(a.length, b.length)
}
