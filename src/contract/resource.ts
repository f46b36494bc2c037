import type { Context, PresentContext, Query } from './context.ts'
import type { MessageKey } from './format-message.ts'
import type { Note } from './note.ts'
import type { Param, Params, Schema } from './params/param.ts'
import type { UserContext } from './user.ts'

/** The columns of every stored row. */
interface BaseRow {
  readonly id: number
  /** The stored form: percent-encoded, in lower case. */
  readonly slug: string
  readonly language: string
  /** Shared by a record and its translations; not part of responses (21.2a). */
  readonly group: number
}

/** A stored record. It is immutable: a write stores a new row. */
// biome-ignore lint/suspicious/noExplicitAny: the engine handles rows of every resource
export type Row = BaseRow & Readonly<Record<string, any>>

/** A row that is not stored yet and may therefore be changed. */
export type MutableRow = { -readonly [Column in keyof Row]: Row[Column] }

/** Compares two rows for sorting. Ties are broken, so that two rows never compare as equal. */
export type Order = (a: Row, b: Row) => number

/** Returns an order by a key, ascending (1) or descending (-1). Rows with equal keys are sorted by ID: `ofEqual` is the direction. */
export const compareBy =
  (key: (row: Row) => string | number, sign: 1 | -1, ofEqual: 1 | -1 = sign): Order =>
  (a, b) => {
    const x = key(a)
    const y = key(b)
    return x === y ? (a.id - b.id) * ofEqual : x < y ? -sign : sign
  }

/** A comparison of a column with the value of a parameter: dates with an earlier or later date, other columns with one value or a list of them. */
export interface Comparison {
  readonly column: string
  readonly operator: '<' | '<=' | '>' | '>=' | '='
  /** Returns the column and the bound for a date. Default: the column and the value itself. */
  resolve?(
    value: string,
    context: Context,
    query: Query,
  ): { readonly column: string; readonly bound: string }
}

/** A list parameter. Without a comparison or a predicate it does not filter, but affects other parameters, like `page` and `strict_dates`. */
export interface Filter<T> extends Param<T> {
  readonly compares?: Comparison
  /** Returns the predicate for a value. It is called once for each list of the rows; notes can need further lists. */
  matches?(value: NonNullable<T>, context: Context, query: Query): (row: Row) => boolean
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds filters of every type
export type Filters = Readonly<Record<string, Filter<any>>>

/** One page of a list, with the totals and links of its response body. */
export interface ListContent {
  readonly items: readonly unknown[]
  readonly total: number
  readonly pages: number
  readonly links: Readonly<Record<'rest_url', string>> &
    Readonly<Partial<Record<'next_rest_url' | 'previous_rest_url', string>>>
}

/** A list request and its result, for the notes about it. */
export interface ListSubject {
  /** The values of the request with defaults. */
  readonly input: Query
  /** The values that the list used: dates are whole days, and defaults are dropped next to other bounds. */
  readonly query: Query
  readonly total: number
  readonly context: Context
  /** Returns a parameter as it was sent, or undefined. */
  sent(name: string): unknown
  /** Returns the total of the same list with other values. An undefined value removes a parameter. */
  count(changes: Query): number
}

/** A write and its result, for the notes about it. */
export interface WriteSubject {
  /** The values of the request. */
  readonly input: Query
  /** The record before an update. */
  readonly previous?: Row
  /** The record after the write. */
  readonly row: Row
  readonly context: Context
}

/** Returns the note about a request, or undefined. */
export type NoteRule<Subject> = (subject: Subject) => Note | undefined

/** The kind of response that shows a record. Single reads (`item`) have more properties than lists and writes. */
export type PresentView = 'item' | 'list' | 'write' | 'removed'

/** The declaration of one kind of record. Routes, checks, the index, `/doc`, the store's model and the types derive from it. */
export interface Resource {
  readonly name: MessageKey
  /** The path segment of its routes, and the key of the records in list responses. */
  readonly collection: string
  /** The kinds of item routes: `/{id}` and `/by-slug/{slug}`. */
  readonly addressedBy: readonly ('id' | 'slug')[]
  /** The methods of item routes, in the order of the `Allow` header and the index. `EDIT` is POST, PUT and PATCH. */
  readonly itemMethods: readonly ('GET' | 'EDIT' | 'DELETE')[]
  /** The path of the public pages of its records, below the home of a site: `event` of `/event/{slug}/`. Default: no pages. */
  readonly pagePath?: string
  /** The path of the page of its list, which is also a calendar and a feed, below the home of a site. */
  readonly archivePath?: string
  /** The parameters of writes. */
  readonly fields: Params
  /** The parameters of lists. */
  readonly filters: Filters
  /** Parameters of reads and deletes: an event's password. The index lists them for `/{id}` routes only. */
  readonly itemParams?: Params
  /** Parameters of writes that the specification does not list. */
  readonly hiddenFields?: Params
  /** Default values of all columns except id, slug, language and group. */
  readonly defaults: Query
  /** Returns whether the row takes precedence over other rows with the same slug. */
  ownsSlug?(row: Row): boolean
  /** Returns the first column whose value has the right type but cannot result from a request. */
  validateRow?(row: Row): string | undefined
  /** JSON Schema of a record in responses. */
  readonly schema: Schema
  /** Further schemas that `schema` refers to, by name. The schemas of other resources are not repeated here. */
  readonly schemas?: Readonly<Record<string, Schema>>
  /** The filter without which the service counts a list that is empty (24.5). */
  readonly totalIgnores?: string
  /** True if a page past the end of a list is an error, as for posts. Terms return an empty page. */
  readonly rejectsPagePastEnd: boolean
  /** Returns false for rows that lists never show. Default: lists can show every row. */
  isListed?(row: Row): boolean
  /** Resolves parameters of a list query that depend on each other: date windows, whole days. Throws `Problem`. */
  normalizeQuery?(query: Query, context: Context): Query
  readonly defaultOrder: Order
  /** The column of texts that the default order compares first, in ascending order. */
  readonly firstInOrder?: string
  /** Returns the order that a query asks for, or undefined for the default order. */
  order?(query: Query, context: Context): Order | undefined
  /** The rules for notes about lists. */
  readonly listNotes?: readonly NoteRule<ListSubject>[]
  /** The rules for notes about creates and updates. */
  readonly writeNotes?: readonly NoteRule<WriteSubject>[]
  /** Validates a write against the stored records. Throws `Problem`. */
  check?(values: Query, context: Context, row?: Row): void
  /** Returns the existing record that a create updates instead of adding a new record (17.4). */
  findExisting?(values: Query, context: Context): Row | undefined
  /** Fields that a create sets on a new record, but does not change when it updates an existing record. */
  readonly createOnlyFields?: readonly string[]
  /** Returns the values that an update of the real service sets for the fields that it does not name (18.4, 18.5). Default: none. */
  clearedByUpdate?(row: Query, input: Query, context: UserContext & Pick<Context, 'site'>): Query
  /** Creates the row to store: adds defaults and the columns that are computed from others. */
  prepare(values: Query, context: Context, previous?: Row): Omit<Row, 'id' | 'group'>
  /** Returns the record as responses show it. */
  present(row: Row, context: PresentContext, view: PresentView): Query
  /** Returns whether the user may write the row, or create a row if there is none. Default: users who may write all records. */
  mayWrite?(context: UserContext, row?: Row): boolean
  /** True if a write without permission is rejected before the ID is looked up, as for events (20.1). */
  readonly authorizesFirst?: true
  /** Throws `Problem` if a read may not see the row. `query` holds the item parameters. */
  authorizeRead?(row: Row, query: Query, context: UserContext): void
  /** Returns the row to store in place of a deleted row, or undefined to delete it permanently. Throws `Problem`. */
  onDelete(row: Row, context: Context): Row | undefined
  /** Returns the body of a list response. */
  presentList(page: ListContent): Query
}

/** Returns the name of a schema in `/doc`: `Event`, or `EventList` with the suffix `List`. */
export const schemaName = (name: string, suffix = ''): string =>
  name.charAt(0).toUpperCase() + name.slice(1) + suffix

/** Returns a reference to a schema in `/doc`. */
export const schemaRef = (name: string, suffix = ''): Schema => ({
  $ref: `#/components/schemas/${schemaName(name, suffix)}`,
})

/** Returns the JSON Schema of an object with these properties. Further properties are allowed. */
export const objectSchema = (
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
})

export const textSchema: Schema = { type: 'string' }
export const integerSchema: Schema = { type: 'integer' }

export const describeSchema = (description: string, schema: Schema = textSchema): Schema => ({
  ...schema,
  description,
})

/** Returns properties that all have the same schema, by default text. */
export const repeatSchema = (
  names: readonly string[],
  schema: Schema = textSchema,
): Readonly<Record<string, Schema>> => Object.fromEntries(names.map((name) => [name, schema]))

/** JSON Schema of `[]`, which the API returns in place of an empty object. */
export const emptyArraySchema: Schema = { type: 'array', items: {}, maxItems: 0 }
