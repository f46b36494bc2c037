import { formatDateTime, parseDateTime } from '../contract/dates/date-time.ts'
import type { DateBounds, DateSearch, Row } from '../contract/resource.ts'
import { lowerBound } from './lower-bound.ts'

/** Counts the rows within date bounds by binary search. A scan of 100,000 events takes 9 ms instead. */
export class DateIndex {
  readonly #columns: DateSearch
  /** Start and end times in ascending order, in ms. */
  readonly #starts: number[]
  readonly #ends: number[]
  /** The longest time from start to end, in ms. */
  #longest = 0
  /** The largest difference between the start and the column that the rows are sorted by, in ms. */
  #offset = 0

  constructor(columns: DateSearch, rows: readonly Row[]) {
    this.#columns = columns
    const times = rows.filter(columns.includes).map((row) => this.#readTimes(row))
    // typed arrays are sorted as numbers
    this.#starts = [...Float64Array.from(times, ({ start }) => start).sort()]
    this.#ends = [...Float64Array.from(times, ({ end }) => end).sort()]
  }

  /** False if a row has a value that is not a date, which only `db` can write. */
  get isUsable(): boolean {
    return !Number.isNaN(this.#longest + this.#offset)
  }

  add(row: Row): void {
    for (const [times, time] of this.#timesFor(row)) times.splice(indexOfTime(times, time), 0, time)
  }

  remove(row: Row): void {
    for (const [times, time] of this.#timesFor(row)) times.splice(indexOfTime(times, time), 1)
  }

  /** Returns the number of rows that start at `from` or later and end at `until` or earlier. */
  count(bounds: DateBounds, rows: readonly Row[]): number {
    const { from, until } = bounds
    const early = from === undefined ? 0 : indexOfTime(this.#starts, parseDateTime(from))
    const last =
      until === undefined ? this.#ends.length : indexOfTime(this.#ends, parseDateTime(until) + 1)
    return last - early + this.#countSpanning(bounds, rows)
  }

  /** Returns the index of the first row that can start at `from` or later. */
  firstIndex({ from }: DateBounds, rows: readonly Row[]): number {
    return from === undefined ? 0 : this.#indexOf(parseDateTime(from) - this.#offset, rows)
  }

  /** Counts the rows that start before the bounds and end after them, which `count` subtracts twice. */
  #countSpanning({ from, until }: DateBounds, rows: readonly Row[]): number {
    if (from === undefined || until === undefined) return 0
    const { start, end, includes } = this.#columns
    const first = this.#indexOf(parseDateTime(until) - this.#longest - this.#offset, rows)
    const last = this.#indexOf(parseDateTime(from) + this.#offset + 1000, rows)
    const isSpanning = (row: Row): boolean => includes(row) && row[start] < from && row[end] > until
    return rows.slice(first, last).filter(isSpanning).length
  }

  /** Returns the index of the first row whose sorted column is at a time or later. */
  #indexOf(time: number, rows: readonly Row[]): number {
    const text = formatDateTime(time)
    return lowerBound(rows, (row) => row[this.#columns.sortedBy] >= text)
  }

  /** Returns the list and the time of start and end, if the row is counted. */
  #timesFor(row: Row): readonly (readonly [number[], number])[] {
    if (!this.#columns.includes(row)) return []
    const { start, end } = this.#readTimes(row)
    return [
      [this.#starts, start],
      [this.#ends, end],
    ]
  }

  /** Returns start and end of a row, and widens the bounds of the searches to include them. */
  #readTimes(row: Row): { readonly start: number; readonly end: number } {
    const read = (column: string): number => {
      const text: unknown = row[column]
      return typeof text === 'string' && text.length === 19 ? parseDateTime(text) : Number.NaN
    }
    const [start, end] = [read(this.#columns.start), read(this.#columns.end)]
    this.#longest = Math.max(this.#longest, end - start)
    this.#offset = Math.max(this.#offset, Math.abs(read(this.#columns.sortedBy) - start))
    return { start, end }
  }
}

const indexOfTime = (times: readonly number[], time: number): number =>
  lowerBound(times, (other) => other >= time)
