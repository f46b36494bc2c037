/** The place of the first item behind some point, by binary search: `isBehind` holds from there on. */
export function firstPlace<T>(items: readonly T[], isBehind: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(items[middle] as T))
      high = middle // the middle is below the length
    else low = middle + 1
  }
  return low
}
