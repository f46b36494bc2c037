import type { Account } from './account.ts'
import type { Resource, Row } from './resource.ts'
import type { Site } from './site.ts'

/** Named values of a request or of a row. */
export type Query = Readonly<Record<string, unknown>>

/** All an answer depends on besides its request. */
export interface Context {
  readonly site: Site
  /** Scheme and host the client used, `http://127.0.0.1:4747`; links start with it. */
  readonly origin: string
  /** Address of this namespace on the site, without a slash at the end. */
  readonly base: string
  /** The active language: `i18n_language`, else the site's. Choice: a parameter wins over an address. */
  readonly language: string
  /** Whether the request named the language itself: it then means the translation in it. */
  readonly asksLanguage: boolean
  /** The mock's clock, read once per request. */
  readonly now: Date
  readonly repository: Repository
  /** Limits and distances that options set. */
  readonly settings: Settings
  /** Whether our own pictures are told as `data:` URLs, for a page in which nobody would answer for others. */
  readonly isInline: boolean
  /** Makes a linked record, or gives the one that stands for it already (7.4). */
  create(resource: Resource, values: Query): Row
}

/** The largest body that is read where nobody says otherwise, in bytes. */
export const MAX_BODY = 1024 * 1024

/** What options set for all sites. */
export interface Settings {
  /** Most records a page of a list holds. */
  readonly maxPerPage: number
  /** How far, in km, a venue may lie from the point asked for. */
  readonly geolocRadius: number
  readonly namespace: string
  /** The largest body that is read, in bytes. */
  readonly maxBody: number
  /** Who may sign in; everybody may write where there are none. */
  readonly accounts: readonly Account[]
}

/** A page of rows, and how many all pages hold. */
export interface Listed {
  readonly rows: readonly Row[]
  readonly total: number
}

/** What is known of a record: its whole row, or no more than this where it has not been planted yet. */
export interface Kin {
  readonly id: number
  readonly language: string
  readonly group: number
  readonly status?: unknown
}

/** Where rows live. Rows are never changed in place: a write puts a new version. */
export interface Repository {
  /** The rows of one language, in the order they were made. */
  all(resource: string, language: string): readonly Row[]
  /** The page of a list that the query asks for, of the active language, and how many rows all pages hold. */
  list(resource: Resource, query: Query, context: Context): Listed
  get(resource: string, id: number): Row | undefined
  bySlug(resource: string, slug: string, language: string): Row | undefined
  /** The row and its translations, in the order of the languages. Plants none where the seed can tell them. */
  group(resource: string, row: Row): readonly Kin[]
  /** The rows of `resource` whose `field` holds the ID, in no stated order. */
  linking(resource: string, field: string, id: number): readonly Row[]
  /** How often each value stands in `column` of the rows of `resource` whose `field` holds the ID. */
  tally(resource: string, field: string, id: number, column: string): ReadonlyMap<unknown, number>
  /** The rows of one language with this text in `column`, whatever its letter case, in the order they were made. */
  named(resource: string, column: string, text: string, language: string): readonly Row[]
  /** The slug, or the first of `-2`, `-3`... that no other row of the kind and language has. */
  freeSlug(resource: string, slug: string, row: { id?: number; language: string }): string
  /**
   * The JSON of a record in one form, made once and kept until anything it follows from changes.
   * `make` reads through the repository it is given, and no other.
   */
  fragment(
    resource: string,
    form: string,
    id: number,
    make: (repository: Repository) => unknown,
  ): string
  /** A row of which nothing is said: every column of the kind, as it is then. */
  blank(resource: string): Row
  /** Stores a row, which is the repository's own from then on. */
  insert(resource: string, row: Omit<Row, 'id' | 'group'>): Row
  update(resource: string, row: Row): Row
  remove(resource: string, id: number): void
}
