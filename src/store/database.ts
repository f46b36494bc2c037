import { ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js'
import type { Query } from '../contract/context.ts'
import type { Row } from '../contract/resource.ts'

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

/** The rows of a model. */
export interface ModelRows {
  readonly model: Model
  readonly rows: Map<number, Row>
  /** Replaces all rows by others with the same values. */
  replaceRows(replace: (row: Row) => Row): void
}

/** Creates an `@mswjs/data` database. Its entities replace the rows by copies, because users can change entities in place. */
export type OpenDatabase = (tables: readonly ModelRows[]) => unknown

/** Returns a copy of a row as an entity of `@mswjs/data`. */
export const toEntity = (model: string, row: Row): Row =>
  Object.assign({ ...row }, { [ENTITY_TYPE]: model, [PRIMARY_KEY]: 'id' })

/** Reports the row before and after each write to a map. The events of `@mswjs/data` miss some. */
export function watchWrites(
  rows: Map<number, Row>,
  onWrite: (before: Row | undefined, after: Row | undefined) => void,
): void {
  rows.set = (id, after) => {
    const before = rows.get(id)
    Map.prototype.set.call(rows, id, after)
    onWrite(before, after)
    return rows
  }
  rows.delete = (id) => {
    const before = rows.get(id)
    if (before) {
      Map.prototype.delete.call(rows, id)
      onWrite(before, undefined)
    }
    return before !== undefined
  }
}
