import type { RequestLog } from '../control/request-log/request-log.ts'

/** A write that the memory of the mock has no room for. */
export class MemoryFullError extends Error {}

const BYTES_PER_MB = 1_000_000

/** The share of the maximum that log entries may take. */
const LOG_SHARE = 1 / 4

/**
 * Counts what requests leave behind in all worlds, in bytes of its text: written records and log entries. Beyond
 * the maximum, log entries are removed, the oldest of the least recently used log first; then writes are rejected.
 */
export class Memory {
  readonly #maxMegabytes: number
  #recordBytes = 0
  #logBytes = 0
  /** The logs with entries, the least recently used first. */
  readonly #logs = new Set<RequestLog>()

  constructor(maxMegabytes: number) {
    this.#maxMegabytes = maxMegabytes
  }

  /** The bytes of all written records and log entries. */
  get bytes(): number {
    return this.#recordBytes + this.#logBytes
  }

  /** Counts written records, or removed ones with negative bytes. */
  countRecords(bytes: number): void {
    this.#recordBytes += bytes
    if (bytes > 0) this.#removeEntries()
  }

  /** Counts entries that were added to a log, or removed with negative bytes. */
  countEntries(bytes: number, log: RequestLog): void {
    this.#logBytes += bytes
    if (bytes > 0 || log.isEmpty) this.#logs.delete(log)
    if (bytes <= 0) return
    this.#logs.add(log)
    this.#removeEntries()
  }

  /** Throws `MemoryFullError` if this many more bytes of records exceed the maximum. */
  requireRoom(bytes = 0): void {
    if (this.#recordBytes + bytes <= this.#max) return
    throw new MemoryFullError(
      `written records may take at most ${this.#maxMegabytes} MB of memory; reset or delete a world, or raise maxMemory`,
    )
  }

  get #max(): number {
    return this.#maxMegabytes * BYTES_PER_MB
  }

  #removeEntries(): void {
    for (const log of this.#logs)
      while (!log.isEmpty) {
        if (this.bytes <= this.#max && this.#logBytes <= LOG_SHARE * this.#max) return
        log.removeOldest()
      }
  }
}
