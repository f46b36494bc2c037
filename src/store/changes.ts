import { countBytes } from '../contract/parse-json.ts'
import type { Row } from '../contract/resource.ts'
import type { Table } from './table.ts'

/** The rows that differ from the seed. */
export interface Changes {
  /** The ID of the next created record. It is above the IDs of all records. */
  readonly nextId: number
  /** By kind and ID, in ascending order; null for a removed row. */
  readonly records: Readonly<Record<string, Readonly<Record<string, Row | null>>>>
}

/** The rows that a write replaced as in `Changes`, or `seed` for a row that did not differ from the seed. */
export interface Replaced {
  readonly nextId: number
  readonly records: Readonly<Record<string, Readonly<Record<string, Row | null | 'seed'>>>>
}

/** The largest `nextId` that a snapshot may have. Addresses of images accept IDs of up to 15 digits. */
export const MAX_NEXT_ID = 10 ** 15

/** The IDs of written and removed rows, with the bytes of each, and the ID of the next created record. */
export class ChangeLog {
  /** Called with the difference after each change of the bytes. */
  readonly #onChange: (bytes: number) => void
  readonly #sizes = new Map<string, Map<number, number>>()
  #bytes = 0
  /** The IDs that changed since `take` was last called; undefined before the first call. */
  #pending: Map<string, Set<number>> | undefined
  /** The ID of the next created record. Undefined if it is the first free ID of the seed. */
  nextId: number | undefined

  constructor(onChange: (bytes: number) => void) {
    this.#onChange = onChange
  }

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

  /** Adds a written row, or the ID of a removed row, whose JSON is `null`. */
  add(model: string, id: number, json: string): void {
    const sizes = this.#sizes.get(model) ?? new Map<number, number>()
    const size = countBytes(json)
    this.#grow(size - (sizes.get(id) ?? 0))
    this.#sizes.set(model, sizes.set(id, size))
    const pending = this.#pending?.get(model) ?? new Set<number>()
    this.#pending?.set(model, pending.add(id))
  }

  /** Removes the ID of a row that neither the seed nor the store has. A later `take` still returns it. */
  delete(model: string, id: number): void {
    const sizes = this.#sizes.get(model)
    this.#grow(-(sizes?.get(id) ?? 0))
    sizes?.delete(id)
  }

  /** Removes a change that was undone. */
  revert(model: string, id: number): void {
    this.delete(model, id)
    if (this.#sizes.get(model)?.size === 0) this.#sizes.delete(model)
    this.#pending?.get(model)?.delete(id)
  }

  clear(): void {
    this.#sizes.clear()
    this.#grow(-this.#bytes)
    this.nextId = undefined
    this.#pending?.clear()
  }

  /** Returns the rows of all changes, which are frozen entities with symbols, and null for removed rows. */
  collect(tables: ReadonlyMap<string, Table>): Changes['records'] {
    return collectRows(tables, (model) => this.#sizes.get(model)?.keys())
  }

  /** Returns the changes since the last call; at the first call all of them. */
  take(tables: ReadonlyMap<string, Table>): Changes['records'] {
    const pending = this.#pending
    this.#pending = new Map()
    return pending
      ? collectRows(tables, (model) => pending.get(model)?.keys())
      : this.collect(tables)
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    this.#onChange(bytes)
  }
}

function collectRows(
  tables: ReadonlyMap<string, Table>,
  findIds: (model: string) => Iterable<number> | undefined,
): Changes['records'] {
  const records = [...tables].flatMap(([model, { rows }]) => {
    const ids = [...(findIds(model) ?? [])].sort((a, b) => a - b)
    const changed = ids.map((id) => [id, rows.get(id) ?? null] as const)
    return ids.length > 0 ? [[model, Object.fromEntries(changed)] as const] : []
  })
  return Object.fromEntries(records)
}
