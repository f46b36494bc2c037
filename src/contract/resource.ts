import type { Context, PresentContext, Query } from './context.ts'
import type { MessageKey } from './format-message.ts'
import type { Param, Params, Schema } from './params/param.ts'

/** What every stored record has, whatever its kind. */
interface BaseRow {
  readonly id: number
  /** Stored form: percent-encoded, lower case. */
  readonly slug: string
  readonly language: string
  /** Shared by a record and its translations; never on the wire. Choice: a record has one language. */
  readonly group: number
}
// biome-ignore lint/suspicious/noExplicitAny: the engine handles rows of every resource
export type Row = BaseRow & Readonly<Record<string, any>>

/** A row before it is stored: nobody else has it, so that it may still be changed. */
export type MutableRow = { -readonly [Column in keyof Row]: Row[Column] }

/** Compares two rows for sorting. Ties are broken, so that no two rows are equal. */
export type Order = (a: Row, b: Row) => number

/** A list parameter. One without a predicate only changes how others are read: `page`, `strict_dates`. */
export interface Filter<T> extends Param<T> {
  /** Returns the predicate for a value. Called once per list. */
  matches?(value: NonNullable<T>, context: Context, query: Query): (row: Row) => boolean
}

/** Bounds on the start and the end of records, `YYYY-MM-DD HH:MM:SS` in UTC, inclusive. */
export interface DateBounds {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** Lets lists that filter by nothing but dates be answered by binary search. */
export interface DateSearch {
  /** The columns of start and end in UTC. */
  readonly start: string
  readonly end: string
  /** The date column that the default order compares first. */
  readonly sortedBy: string
  /** Returns whether a list that filters by dates alone can show the row. */
  includes(row: Row): boolean
  /** Returns the bounds of a query, or undefined if it filters by anything else. */
  bounds(query: Query): DateBounds | undefined
}

/** One page of a list, as the archive shows it. */
export interface ListContent {
  readonly items: readonly unknown[]
  readonly total: number
  readonly pages: number
  readonly links: Readonly<Record<'rest_url', string>> &
    Readonly<Partial<Record<'next_rest_url' | 'previous_rest_url', string>>>
}

/** In which answer a record is shown: single reads say more than lists and writes. */
export type PresentView = 'item' | 'list' | 'write' | 'removed'

/** One kind of record; routes, checks, index, `/doc`, model and types derive from it. */
export interface Resource {
  readonly name: MessageKey
  /** The segment of its path, and the key of its lists. */
  readonly collection: string
  /** Of the specification. */
  readonly section: string
  readonly addressedBy: readonly ('id' | 'slug')[]
  /** The methods of an item route, in the order `Allow` and the index name them. */
  readonly itemMethods: readonly ('GET' | 'EDIT' | 'DELETE')[]
  readonly fields: Params
  readonly filters: Readonly<Record<string, Filter<unknown>>>
  /** Parameters of the `/{id}` routes alone: an event's password. */
  readonly itemParams?: Params
  /** Parameters of writes that the specification does not list. */
  readonly hiddenFields?: Params
  /** Every column of a row beside id, slug, language and group, as it is when nothing is said of it. */
  readonly defaults: Query
  /** Whether a slug that several rows have means this one before others. */
  ownsSlug?(row: Row): boolean
  /** The column of a row that no client could have written so, though its kind is right. */
  validateRow?(row: Row): string | undefined
  /** JSON Schema of the public form. */
  readonly schema: Schema
  /** The schemas that the public form refers to beside those of resources, by name. */
  readonly schemas?: Readonly<Record<string, Schema>>
  /** Whether a page past the end of a list is a problem, as it is for posts; terms show an empty one. */
  readonly rejectsPagePastEnd: boolean
  /** Whether lists show a record at all. */
  isListed?(row: Row): boolean
  /** Completes a list query: windows, whole days, what one parameter does to others. */
  normalizeQuery?(query: Query, context: Context): Query
  readonly defaultOrder: Order
  /** Returns the order that a query asks for, or undefined for the default order. */
  order?(query: Query, context: Context): Order | undefined
  readonly dates?: DateSearch
  /** Refuses what only the stored records can tell. Throws `Problem`. */
  check?(values: Query, context: Context, row?: Row): void
  /** The record a create stands for when there is one already (7.4). */
  findExisting?(values: Query, context: Context): Row | undefined
  /** What of a create its twin takes over. */
  readonly keptByExisting?: readonly string[]
  /** Completes a row before it is stored: defaults of a create, what is computed from other fields. */
  prepare(values: Query, context: Context, previous?: Row): Omit<Row, 'id' | 'group'>
  /** The public form. */
  present(row: Row, context: PresentContext, view: PresentView): Query
  /** Whether a read may see it; throws `Problem`. `query` holds the item parameters. */
  authorizeRead?(row: Row, query: Query): void
  /** Takes a record away: gives the row to store instead, or undefined when it goes for good. */
  onDelete(row: Row, context: Context): Row | undefined
  presentList(page: ListContent): Query
}

/** What `/doc` calls the schema of a resource: `Event`, and `EventList`, `EventFields` beside it. */
export const schemaName = (name: string, of = ''): string =>
  name.charAt(0).toUpperCase() + name.slice(1) + of

/** A reference to the schema of a resource in `/doc`. */
export const schemaRef = (name: string, of = ''): Schema => ({
  $ref: `#/components/schemas/${schemaName(name, of)}`,
})

/** JSON Schema of an object that has these properties, and may have others. */
export const objectSchema = (
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
})

/** JSON Schema of `[]`, which stands for nothing where an object could be. */
export const emptyArraySchema: Schema = { type: 'array', maxItems: 0 }
