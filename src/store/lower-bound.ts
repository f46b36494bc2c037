/** Returns the first index from which on the condition holds, by binary search. */
export function lowerBound<T>(items: readonly T[], isReached: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1 // always below the length
    if (isReached(items[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}
