import type { Row } from '../contract/resource.ts'
import type { Table } from './table.ts'

/** The rows that differ from the seed. */
export interface Changes {
  /** The ID of the next created record. It is above the IDs of all records. */
  readonly nextId: number
  /** By kind and ID, in ascending order; null for a removed row. */
  readonly records: Readonly<Record<string, Readonly<Record<string, Row | null>>>>
}

/** The largest `nextId` that a snapshot may have. Addresses of images accept IDs of up to 15 digits. */
export const MAX_NEXT_ID = 10 ** 15

/** The estimated memory of a written row besides its texts. */
const WRITTEN_ROW_BYTES = 2000

/** The estimated memory that a row of the seed takes in the maps, lists and indexes of a store. */
export const INDEX_BYTES = 100

/** Returns the estimated memory of a written row, or of the ID of a removed one. */
const estimateRow = (row: Row | null | undefined): number =>
  WRITTEN_ROW_BYTES + (row ? 2 * JSON.stringify(row).length : 0)

/** Returns the estimated memory of changes. */
export const estimateChanges = ({ records }: Changes): number =>
  Object.values(records)
    .flatMap((rows) => Object.values(rows))
    .reduce((sum, row) => sum + estimateRow(row), 0)

/** The IDs of written and removed rows, with the estimated memory of each, and the ID of the next created record. */
export class ChangeLog {
  readonly #sizes = new Map<string, Map<number, number>>()
  #bytes = 0
  /** The changes since `take` was last called; undefined before the first call. */
  #pending: ChangeLog | undefined
  /** The ID of the next created record. Undefined if it is the first free ID of the seed. */
  nextId: number | undefined

  /** The estimated memory of all written rows. */
  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#sizes.size === 0
  }

  /** True without any change, if the next created record has the first free ID of the seed. */
  get isPristine(): boolean {
    return this.isEmpty && this.nextId === undefined
  }

  has(model: string, id: number): boolean {
    return this.#sizes.get(model)?.has(id) ?? false
  }

  /** Adds a written row, or the ID of a removed one. Returns its estimated memory. */
  add(model: string, id: number, row?: Row): number {
    const sizes = this.#sizes.get(model) ?? new Map<number, number>()
    const size = estimateRow(row)
    this.#bytes += size - (sizes.get(id) ?? 0)
    this.#sizes.set(model, sizes.set(id, size))
    this.#pending?.add(model, id)
    return size
  }

  /** Removes the ID of a row that neither the seed nor the store has. */
  delete(model: string, id: number): void {
    const sizes = this.#sizes.get(model)
    this.#bytes -= sizes?.get(id) ?? 0
    sizes?.delete(id)
  }

  /** Removes a change that was undone. */
  revert(model: string, id: number): void {
    this.delete(model, id)
    if (this.#sizes.get(model)?.size === 0) this.#sizes.delete(model)
    this.#pending?.revert(model, id)
  }

  /** Removes all changes. */
  clear(): void {
    this.#sizes.clear()
    this.#bytes = 0
    this.nextId = undefined
    this.#pending?.clear()
  }

  /** Returns the rows of all changes, and null for removed ones. */
  collect(tables: ReadonlyMap<string, Table>): Changes['records'] {
    const records = [...tables].flatMap(([model, { rows }]) => {
      const ids = [...(this.#sizes.get(model)?.keys() ?? [])].sort((a, b) => a - b)
      const changed = ids.map((id) => [id, rows.get(id) ?? null] as const)
      return ids.length > 0 ? [[model, Object.fromEntries(changed)] as const] : []
    })
    return Object.fromEntries(records)
  }

  /** Returns the changes since the last call; at the first call all of them. */
  take(tables: ReadonlyMap<string, Table>): Changes['records'] {
    const records = (this.#pending ?? this).collect(tables)
    this.#pending = new ChangeLog()
    return records
  }
}
