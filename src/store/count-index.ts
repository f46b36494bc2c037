import type { Row } from '../contract/resource.ts'
import { linkedIds } from './row-index.ts'

/** Counts of rows by the ID of a linked record and the value of a column. */
export class CountIndex {
  readonly #field: string
  readonly #column: string
  readonly #counts = new Map<number, Map<unknown, number>>()

  constructor(field: string, column: string) {
    this.#field = field
    this.#column = column
  }

  get(id: number, value: unknown): number {
    return this.#counts.get(id)?.get(value) ?? 0
  }

  add(row: Row): void {
    this.#change(row, 1)
  }

  remove(row: Row): void {
    this.#change(row, -1)
  }

  #change(row: Row, step: 1 | -1): void {
    const value: unknown = row[this.#column]
    for (const id of linkedIds(row, this.#field)) {
      const counts = this.#counts.get(id) ?? new Map<unknown, number>()
      this.#counts.set(id, counts.set(value, (counts.get(value) ?? 0) + step))
    }
  }
}
