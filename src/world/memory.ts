import type { Store } from '../store/repository.ts'
import type { OnEvict } from './eviction.ts'

/** A write that the memory of the mock has no room for. */
export class MemoryFullError extends Error {}

const BYTES_PER_MB = 1_000_000

/** Rows are freed until this share of the maximum is used, so that not every new row frees others. */
const TARGET_SHARE = 0.9

/**
 * Bounds the estimated memory of all records of a mock. Generated rows are a cache: beyond the maximum,
 * the least recently used stores free theirs. Written rows are never freed, so writes are rejected instead.
 */
export class MemoryLimit {
  readonly #maxMegabytes: number
  readonly #listStores: () => Iterable<Store>
  readonly #onEvict: OnEvict | undefined
  /** At least the memory in use: the last measured value, and what was added since then. */
  #used = 0

  /** `listStores` returns the stores of all worlds, the least recently used first. */
  constructor(maxMegabytes: number, listStores: () => Iterable<Store>, onEvict?: OnEvict) {
    this.#maxMegabytes = maxMegabytes
    this.#listStores = listStores
    this.#onEvict = onEvict
  }

  /** Counts the growth of a store. Frees generated rows of other stores if the maximum is exceeded. */
  grow = (bytes: number, store: Store): void => {
    this.#used += bytes
    if (this.#used > this.#maxBytes) this.#free(store)
  }

  /** Throws `MemoryFullError` if this many more written bytes exceed the maximum. */
  requireRoom = (bytes: number): void => {
    if (this.#used + bytes <= this.#maxBytes) return
    let written = bytes
    for (const store of this.#listStores()) written += store.writtenBytes
    if (written <= this.#maxBytes) return
    throw new MemoryFullError(
      `written records may take at most ${this.#maxMegabytes} MB of memory; reset or delete a world, or raise maxMemory`,
    )
  }

  #free(current: Store): void {
    const stores = [...this.#listStores()]
    const before = stores.reduce((sum, { bytes }) => sum + bytes, 0)
    this.#used = before
    for (const store of stores) {
      if (this.#used <= TARGET_SHARE * this.#maxBytes) break
      if (store === current) continue
      this.#used -= store.bytes
      store.release()
      this.#used += store.bytes
    }
    if (this.#used < before) this.#onEvict?.({ event: 'free', bytes: before - this.#used })
  }

  get #maxBytes(): number {
    return this.#maxMegabytes * BYTES_PER_MB
  }
}
