import type { ListPage, Query } from '../contract/context.ts'
import type { Resource, Row } from '../contract/resource.ts'
import { DateIndex } from './date-index.ts'
import { lowerBound } from './lower-bound.ts'

/** The listed rows of one language in the default order of their lists. */
export class SortedRows {
  readonly rows: Row[]
  readonly #resource: Resource
  readonly #dates: DateIndex | undefined

  constructor(resource: Resource, rows: readonly Row[]) {
    this.#resource = resource
    this.rows = rows.filter((row) => this.#isListed(row)).sort(resource.defaultOrder)
    this.#dates = resource.dates && new DateIndex(resource.dates, this.rows)
  }

  add(row: Row): void {
    if (!this.#isListed(row)) return
    this.rows.splice(this.#indexOf(row), 0, row)
    this.#dates?.add(row)
  }

  /** Throws if the row is not at its sorted position, as after a write that broke the order. */
  remove(row: Row): void {
    if (!this.#isListed(row)) return
    const index = this.#indexOf(row)
    if (this.rows[index]?.id !== row.id) throw new Error('the row is not in its place')
    this.rows.splice(index, 1)
    this.#dates?.remove(row)
  }

  /** Returns a page by binary search, or undefined if the query filters by more than dates. */
  pageByDate(query: Query, matches: (row: Row) => boolean): ListPage | undefined {
    const bounds = this.#dates?.isUsable && this.#resource.dates?.bounds(query)
    if (!bounds || !this.#dates) return undefined
    const total = this.#dates.count(bounds, this.rows)
    const size = Number(query.per_page)
    const first = (Number(query.page) - 1) * size
    const rows: Row[] = []
    let [n, seen] = [this.#dates.firstIndex(bounds, this.rows), 0]
    for (; seen < Math.min(first + size, total) && n < this.rows.length; n++) {
      const row = this.rows[n]
      if (row && matches(row) && seen++ >= first) rows.push(row)
    }
    return { rows, total }
  }

  #isListed(row: Row): boolean {
    return this.#resource.isListed?.(row) ?? true
  }

  #indexOf(row: Row): number {
    return lowerBound(this.rows, (other) => this.#resource.defaultOrder(other, row) >= 0)
  }
}
