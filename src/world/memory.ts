import type { Seed } from '../contract/seed.ts'
import type { Store } from '../store/repository.ts'
import type { OnEvict } from './eviction.ts'
import type { SeedCache } from './seed-cache.ts'

/** A write that the memory of the mock has no room for. */
export class MemoryFullError extends Error {}

const BYTES_PER_MB = 1_000_000

/** The parts of a mock that freeing memory needs. */
export interface MemoryParts {
  readonly seeds: Pick<SeedCache, 'retain'>
  readonly onEvict?: OnEvict | undefined
}

/** Rows are freed until this share of the maximum is used, so that not every new row frees others. */
const TARGET_SHARE = 0.9

/**
 * Bounds the estimated memory of all records of a mock. Generated rows are a cache: beyond the maximum, the least
 * recently used stores free theirs, and seeds that no store uses are evicted. Written rows are never freed, so
 * writes are rejected instead.
 */
export class MemoryLimit {
  readonly #maxMegabytes: number
  readonly #listStores: () => Iterable<Store>
  readonly #parts: MemoryParts
  /** At least the memory in use: the last measured value, and what was added since then. */
  #used = 0

  /** `listStores` returns the stores of all worlds, the least recently used first. */
  constructor(maxMegabytes: number, listStores: () => Iterable<Store>, parts: MemoryParts) {
    this.#maxMegabytes = maxMegabytes
    this.#listStores = listStores
    this.#parts = parts
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
    const users = countUsers(stores)
    const seeded = [...users.keys()].reduce((sum, { cachedBytes = 0 }) => sum + cachedBytes, 0)
    const before = stores.reduce((sum, { bytes }) => sum + bytes, seeded)
    this.#used = before
    for (const store of stores) {
      if (this.#used <= TARGET_SHARE * this.#maxBytes) break
      if (store !== current) this.#used -= release(store, users)
    }
    const { seeds, onEvict } = this.#parts
    seeds.retain(new Set(users.keys()))
    if (this.#used < before) onEvict?.({ event: 'free', bytes: before - this.#used })
  }

  get #maxBytes(): number {
    return this.#maxMegabytes * BYTES_PER_MB
  }
}

/** Returns the number of stores that use each seed. */
function countUsers(stores: readonly Store[]): Map<Seed, number> {
  const users = new Map<Seed, number>()
  for (const { seedInUse } of stores)
    if (seedInUse) users.set(seedInUse, (users.get(seedInUse) ?? 0) + 1)
  return users
}

/** Frees the generated rows of a store. Returns the freed bytes, which include the rows of its seed if no other store uses it. */
function release(store: Store, users: Map<Seed, number>): number {
  const { seedInUse: seed, bytes } = store
  store.release()
  const freed = bytes - store.bytes
  if (!seed || store.seedInUse) return freed
  const left = (users.get(seed) ?? 0) - 1
  users.set(seed, left)
  if (left > 0) return freed
  users.delete(seed)
  return freed + (seed.cachedBytes ?? 0)
}
