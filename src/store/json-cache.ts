import type { RowReader } from '../contract/context.ts'

/** The cache is emptied when its entries take more memory, about 2,000 events. */
const MAX_BYTES = 20_000_000

/** The memory of an entry besides its JSON: the recorded reads. */
const ENTRY_BYTES = 4000

/** One read of the repository, and its result when the JSON was built. */
type RecordedRead = readonly [repeat: () => unknown, result: unknown]

interface Entry {
  readonly json: string
  readonly reads: readonly RecordedRead[]
}

/** Returns the estimated memory of an entry. */
const estimateEntry = (key: string, { json }: Entry): number =>
  ENTRY_BYTES + 2 * (key.length + json.length)

/**
 * JSON of presented records. Presenting an event takes 120 us, nine of them in each list. Rows are
 * immutable: an entry is valid while the reads that it was built from return the same rows and counts.
 */
export class JsonCache {
  readonly #repository: RowReader
  readonly #onGrow: (bytes: number) => void
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  /** `onGrow` is called with the estimated memory of each new entry. */
  constructor(repository: RowReader, onGrow: (bytes: number) => void) {
    this.#repository = repository
    this.#onGrow = onGrow
  }

  /** The estimated memory of the entries. */
  get bytes(): number {
    return this.#bytes
  }

  /** Returns the cached JSON of a key if it is valid, or else the JSON of what `present` returns. */
  get(key: string, present: (reader: RowReader) => unknown): string {
    const known = this.#entries.get(key)
    if (known?.reads.every(([repeat, result]) => isSame(repeat(), result))) return known.json
    const reads: RecordedRead[] = []
    const json = JSON.stringify(present(this.#recordReads(reads)))
    this.#add(key, { json, reads })
    return json
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #add(key: string, entry: Entry): void {
    const replaced = this.#entries.get(key)
    const size = estimateEntry(key, entry)
    this.#bytes += size - (replaced ? estimateEntry(key, replaced) : 0)
    if (this.#bytes > MAX_BYTES) {
      this.clear()
      return
    }
    this.#entries.set(key, entry)
    this.#onGrow(size)
  }

  #recordReads(reads: RecordedRead[]): RowReader {
    const record = <T>(repeat: () => T): T => {
      const result = repeat()
      reads.push([repeat, result])
      return result
    }
    const repository = this.#repository
    return {
      get: (model, id) => record(() => repository.get(model, id)),
      group: (model, row) => record(() => repository.group(model, row)),
      count: (model, field, id, column, value) =>
        record(() => repository.count(model, field, id, column, value)),
    }
  }
}

/** Compares rows and counts by identity, lists of rows item by item. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((item, n) => item === b[n])
}
