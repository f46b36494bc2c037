import { ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js'
import type { Query } from '../contract/context.ts'
import type { MutableRow, Row } from '../contract/resource.ts'

/** A kind of stored record: its name and the default value of each column besides id, slug, language and group. */
export interface Model {
  readonly name: string
  readonly defaults: Query
  /** The fields of writes. A field with a `link` is a column of IDs of that model. */
  readonly fields?: Readonly<Record<string, { readonly link?: string }>>
  /** Returns whether this row owns its slug if several rows share it. */
  ownsSlug?(row: Row): boolean
  /** Returns the first column with a value that the API would not have stored. */
  validateRow?(row: Row): string | undefined
}

/** Creates an `@mswjs/data` database on the rows of tables. Fields of writes that are no columns are reported. */
export type OpenDatabase = (
  tables: readonly { readonly model: Model; readonly rows: EntityMap }[],
  onIgnored?: (method: string, field: string, columns: readonly string[]) => void,
) => unknown

/** The rows of a model by ID, as entities of `@mswjs/data`. They are frozen, because worlds share them. */
export class EntityMap extends Map<number, Row> {
  readonly #model: string
  /** Called after each write. The events of `@mswjs/data` miss some. */
  readonly #onWrite: (before: Row | undefined, after: Row | undefined) => void

  constructor(model: string, onWrite: (before: Row | undefined, after: Row | undefined) => void) {
    super()
    this.#model = model
    this.#onWrite = onWrite
  }

  override set(id: number, after: Row): this {
    const before = this.get(id)
    super.set(id, freezeEntity(this.#model, after))
    this.#onWrite(before, after)
    return this
  }

  override delete(id: number): boolean {
    const before = this.get(id)
    if (!super.delete(id)) return false
    this.#onWrite(before, undefined)
    return true
  }

  /** Adds a row of the seed, which is not a write. */
  plant(row: Row): void {
    super.set(row.id, freezeEntity(this.#model, row))
  }

  /** Removes a row that the seed can generate again, which is not a write. */
  release(id: number): void {
    super.delete(id)
  }

  /** Replaces a row by a copy that `@mswjs/data` can update: it keeps the attributes of properties. */
  thaw({ id }: Row): void {
    super.set(id, { ...this.get(id) } as Row) // copied from an entity
  }
}

/** Makes a row a frozen entity. Its columns hold plain values and arrays of them. */
function freezeEntity(model: string, row: Row): Row {
  if (Object.isFrozen(row)) return row
  const entity: MutableRow = row
  for (const column in entity) {
    const value: unknown = entity[column]
    if (Array.isArray(value) && !Object.isFrozen(value)) entity[column] = Object.freeze([...value])
  }
  if (!(ENTITY_TYPE in entity)) Object.assign(entity, { [ENTITY_TYPE]: model, [PRIMARY_KEY]: 'id' })
  return Object.freeze(entity)
}
