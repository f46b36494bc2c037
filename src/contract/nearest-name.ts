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
