import type { Context, ListPage, Query } from '../contract/context.ts'
import { parseDateTime } from '../contract/dates/date-time.ts'
import type { Comparison, Resource, Row } from '../contract/resource.ts'

/** A column of dates in the order of the list, in ms, and the range that a query accepts. */
interface DateTest {
  readonly times: readonly number[]
  readonly min: number
  readonly max: number
}

/**
 * The listed rows of one language in the default order of their lists. Compared columns are kept as arrays in
 * this order, dates as numbers: a test of 100,000 rows takes 0.2 ms. Reading the rows takes 10 to 40.
 */
export class SortedRows {
  readonly #resource: Resource
  readonly #rows: Row[]
  readonly #columns = new Map<string, { read(row: Row): unknown; readonly values: unknown[] }>()

  constructor(resource: Resource, rows: readonly Row[]) {
    this.#resource = resource
    this.#rows = rows.filter((row) => this.#isListed(row)).sort(resource.defaultOrder)
  }

  add(row: Row): void {
    if (!this.#isListed(row)) return
    const index = this.#indexOf(row)
    this.#rows.splice(index, 0, row)
    for (const { read, values } of this.#columns.values()) values.splice(index, 0, read(row))
  }

  /** Throws if the row is not at its sorted position, as after a write that broke the order. */
  remove(row: Row): void {
    if (!this.#isListed(row)) return
    const index = this.#indexOf(row)
    if (this.#rows[index]?.id !== row.id) throw new Error('the row is not in its place')
    this.#rows.splice(index, 1)
    for (const { values } of this.#columns.values()) values.splice(index, 1)
  }

  list(query: Query, context: Context): ListPage {
    const resource = this.#resource
    const order = resource.order?.(query, context)
    const size = Number(query.per_page)
    const first = (Number(query.page) - 1) * size
    const matches = this.#createMatcher(query, context)
    const rows: Row[] = []
    let total = 0
    // counts, because an array of 100,000 matches takes 2 ms
    for (let n = 0; n < this.#rows.length; n++) {
      if (!matches(n)) continue
      if (order || (total >= first && total < first + size)) rows.push(this.#rows[n] as Row)
      total++
    }
    return { rows: order ? rows.sort(order).slice(first, first + size) : rows, total }
  }

  /** Returns the predicate of a query for positions in the list. Only what the comparisons accept is read. */
  #createMatcher(query: Query, context: Context): (n: number) => boolean {
    const dates: DateTest[] = []
    const others: { values: readonly unknown[]; accepted: readonly unknown[] }[] = []
    const predicates: ((row: Row) => boolean)[] = []
    for (const [name, value] of Object.entries(query)) {
      const filter = this.#resource.filters[name]
      if (!filter || value == null) continue
      if (filter.matches) predicates.push(filter.matches(value, context, query))
      if (filter.compares?.operator === '=')
        others.push({ values: this.#values(filter.compares.column), accepted: [value].flat() })
      else if (filter.compares) {
        const { column, operator, resolve } = filter.compares
        const test = resolve?.(String(value), context, query) ?? { column, bound: String(value) }
        dates.push(this.#createDateTest({ ...test, operator }))
      }
    }
    return (n) => {
      for (const { times, min, max } of dates) {
        const time = times[n] as number // there are as many as rows
        if (!(time >= min && time <= max)) return false
      }
      for (const { values, accepted } of others) if (!accepted.includes(values[n])) return false
      return predicates.every((matches) => matches(this.#rows[n] as Row))
    }
  }

  #createDateTest({ column, operator, bound }: Comparison & { readonly bound: string }): DateTest {
    const read = (row: Row) => parseDateTime(String(row[column])) // NaN for what only `db` can write
    const times = this.#values(column, read)
    const [time, isMin] = [parseDateTime(bound), operator.startsWith('>')]
    const limit = operator.endsWith('=') ? time : isMin ? time + 1 : time - 1
    return {
      times,
      min: isMin ? limit : Number.NEGATIVE_INFINITY,
      max: isMin ? Number.POSITIVE_INFINITY : limit,
    }
  }

  /** Returns a column in the order of the list. */
  #values<T>(column: string, read: (row: Row) => T = (row) => row[column]): readonly T[] {
    const known = this.#columns.get(column) ?? { read, values: this.#rows.map(read) }
    this.#columns.set(column, known)
    return known.values as T[] // a column is compared in one way
  }

  #isListed(row: Row): boolean {
    return this.#resource.isListed?.(row) ?? true
  }

  /** Returns the position of a row, or the one that it would have, by binary search. */
  #indexOf(row: Row): number {
    let [low, high] = [0, this.#rows.length]
    while (low < high) {
      const middle = (low + high) >> 1 // always below the length
      if (this.#resource.defaultOrder(this.#rows[middle] as Row, row) >= 0) high = middle
      else low = middle + 1
    }
    return low
  }
}
