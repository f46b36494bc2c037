/** A cache that can be emptied at any time. */
interface Cache {
  release(): void
}

/** The maximum of entries of several caches together. Beyond it, the caches that were filled the longest ago are emptied. */
export class Capacity {
  readonly #max: number
  /** The entries of each cache, the cache that was filled last at the end. */
  readonly #entries = new Map<Cache, number>()
  #total = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Counts the new entries of a cache. Only other caches are emptied to make room for them. */
  add(cache: Cache, count: number): void {
    const entries = (this.#entries.get(cache) ?? 0) + count
    this.#entries.delete(cache)
    this.#entries.set(cache, entries)
    this.#total += count
    for (const other of this.#entries.keys()) {
      if (this.#total <= this.#max || other === cache) return
      this.remove(other)
      other.release()
    }
  }

  /** Forgets a cache that is empty, or not used any more. */
  remove(cache: Cache): void {
    this.#total -= this.#entries.get(cache) ?? 0
    this.#entries.delete(cache)
  }
}
