/** A request that the memory of the mock has no room for. */
export class MemoryFullError extends Error {}

const BYTES_PER_MB = 1_000_000

/** A list whose oldest entry can be removed: the log of a world, its steps to undo, or kept answers. */
interface EntryList {
  readonly isEmpty: boolean
  removeOldest(): void
}

/** The share of the maximum that log entries and steps may take. */
const ENTRY_SHARE = 1 / 4

/** The share of the maximum that the JSON of a whole state may have: a restore takes up to six times its characters. */
const COPY_SHARE = 1 / 16

/**
 * Counts what requests leave behind in all worlds, in bytes of its text: written records, checkpoints, log entries,
 * steps to undo and kept answers. Beyond the maximum, all but records and checkpoints are removed, the oldest of the
 * least recently used list first; then writes are rejected.
 */
export class Memory {
  readonly #maxMegabytes: number
  #recordBytes = 0
  #entryBytes = 0
  /** The lists with entries, the least recently used first. */
  readonly #lists = new Set<EntryList>()

  constructor(maxMegabytes: number) {
    this.#maxMegabytes = maxMegabytes
  }

  /** The bytes of everything that is counted. */
  get bytes(): number {
    return this.#recordBytes + this.#entryBytes
  }

  /** Counts written records and checkpoints, or their removal with negative bytes. */
  countRecords(bytes: number): void {
    this.#recordBytes += bytes
    if (bytes > 0) this.#removeEntries()
  }

  /** Counts entries that were added to a list, or removed with negative bytes. */
  countEntries(bytes: number, list: EntryList): void {
    this.#entryBytes += bytes
    if (bytes > 0 || list.isEmpty) this.#lists.delete(list)
    if (bytes <= 0) return
    this.#lists.add(list)
    this.#removeEntries()
  }

  /** Throws `MemoryFullError` if this many more bytes of records exceed the maximum. */
  requireRoom(bytes = 0): void {
    if (this.#recordBytes + bytes <= this.max) return
    throw new MemoryFullError(
      `written records may take at most ${this.#maxMegabytes} MB of memory; reset or delete a world, or raise maxMemory`,
    )
  }

  /** The maximum of characters of the JSON of a state. */
  get maxCopy(): number {
    return Math.max(BYTES_PER_MB, COPY_SHARE * this.max)
  }

  /** The maximum of everything that is counted, in bytes. */
  get max(): number {
    return this.#maxMegabytes * BYTES_PER_MB
  }

  #removeEntries(): void {
    for (const list of this.#lists)
      while (!list.isEmpty) {
        if (this.bytes <= this.max && this.#entryBytes <= ENTRY_SHARE * this.max) return
        list.removeOldest()
      }
  }
}

/** Returns how many characters are left after the JSON of a value, which is not made. Stops below zero. */
export function spendCharacters(max: number, value: unknown): number {
  if (typeof value === 'string') return max - value.length
  if (typeof value !== 'object' || value === null) return max - 8
  let left = max
  for (const [key, item] of Object.entries(value)) {
    left = spendCharacters(left - key.length - 6, item)
    if (left < 0) break
  }
  return left
}
