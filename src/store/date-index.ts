import { formatDateTime, parseDateTime } from '../contract/dates/date-time.ts'
import type { DateBounds, DateSearch, Row } from '../contract/resource.ts'
import { lowerBound } from './lower-bound.ts'

/** Counts the rows within date bounds by binary search: 60 us among 100,000 events, where a scan takes 9 ms. */
export class DateIndex {
  readonly #columns: DateSearch
  readonly #starts: string[]
  readonly #ends: string[]
  /** The longest time from start to end, in ms. */
  #longest = 0
  /** The largest difference between the start and the column that the rows are sorted by, in ms. */
  #offset = 0

  constructor(columns: DateSearch, rows: readonly Row[]) {
    this.#columns = columns
    const counted = rows.filter(columns.includes)
    for (const row of counted) this.#measure(row)
    this.#starts = counted.map((row): string => row[columns.start]).sort()
    this.#ends = counted.map((row): string => row[columns.end]).sort()
  }

  /** False if a row has a value that is not a date, which only `db` can write. */
  get isUsable(): boolean {
    return !Number.isNaN(this.#longest + this.#offset)
  }

  add(row: Row): void {
    if (!this.#columns.includes(row)) return
    this.#measure(row)
    for (const [texts, text] of this.#textsOf(row))
      texts.splice(
        lowerBound(texts, (other) => other >= text),
        0,
        text,
      )
  }

  remove(row: Row): void {
    if (!this.#columns.includes(row)) return
    for (const [texts, text] of this.#textsOf(row))
      texts.splice(
        lowerBound(texts, (other) => other >= text),
        1,
      )
  }

  /** Returns the number of rows that start at `from` or later and end at `until` or earlier. */
  count(bounds: DateBounds, rows: readonly Row[]): number {
    const { from, until } = bounds
    const early = from === undefined ? 0 : lowerBound(this.#starts, (start) => start >= from)
    const last =
      until === undefined ? this.#ends.length : lowerBound(this.#ends, (end) => end > until)
    return last - early + this.#countSpanning(bounds, rows)
  }

  /** Returns the index of the first row that can start at `from` or later. */
  firstIndex({ from }: DateBounds, rows: readonly Row[]): number {
    return from === undefined ? 0 : this.#indexAt(shift(from, -this.#offset), rows)
  }

  /** Counts the rows that start before the bounds and end after them, which `count` subtracts twice. */
  #countSpanning({ from, until }: DateBounds, rows: readonly Row[]): number {
    if (from === undefined || until === undefined) return 0
    const { start, end, includes } = this.#columns
    const first = this.#indexAt(shift(until, -this.#longest - this.#offset), rows)
    const last = this.#indexAt(shift(from, this.#offset + 1000), rows)
    const isSpanning = (row: Row): boolean => includes(row) && row[start] < from && row[end] > until
    return rows.slice(first, last).filter(isSpanning).length
  }

  #indexAt(text: string, rows: readonly Row[]): number {
    return lowerBound(rows, (row) => row[this.#columns.sortedBy] >= text)
  }

  #textsOf(row: Row): readonly (readonly [string[], string])[] {
    return [
      [this.#starts, row[this.#columns.start]],
      [this.#ends, row[this.#columns.end]],
    ]
  }

  #measure(row: Row): void {
    const time = (column: string): number => parseDateTime(String(row[column]))
    const { start, end, sortedBy } = this.#columns
    this.#longest = Math.max(this.#longest, time(end) - time(start))
    this.#offset = Math.max(this.#offset, Math.abs(time(sortedBy) - time(start)))
  }
}

const shift = (text: string, ms: number): string => formatDateTime(parseDateTime(text) + ms)
