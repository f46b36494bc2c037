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
  readonly isLanguageRequested: boolean
  /** The mock's clock, read once per request. */
  readonly now: Date
  readonly repository: Repository
  /** Limits and distances that options set. */
  readonly settings: Settings
  /** Whether our own pictures are told as `data:` URLs, for a page in which nobody would answer for others. */
  readonly inlinesImages: boolean
  /** Makes a linked record, or gives the one that stands for it already (7.4). */
  create(resource: Resource, values: Query): Row
}

/** The largest body that is read where nobody says otherwise, in bytes. */
export const MAX_BODY = 1024 * 1024

/** The part of a context that presenting a record needs. */
export type PresentContext = Omit<Context, 'repository' | 'create'> & {
  readonly repository: RowReader
}

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
export interface ListPage {
  readonly rows: readonly Row[]
  readonly total: number
}

/** A record or a reference to one that has not been generated yet. */
export interface TranslationRef {
  readonly id: number
  readonly language: string
  readonly group: number
  readonly status?: unknown
}

/** The reads that presenting a record needs. */
export interface RowReader {
  get(resource: string, id: number): Row | undefined
  /** Returns the row and its translations in the order of the languages, generating as few as possible. */
  group(resource: string, row: Row): readonly TranslationRef[]
  /** Returns how many rows of `resource` hold the ID in `field` and the value in `column`. */
  count(resource: string, field: string, id: number, column: string, value: unknown): number
}

/** A row that gets a slug; a new one has no ID. */
export interface SlugOwner {
  readonly id?: number
  readonly language: string
}

/** Stored rows. They are immutable: a write stores a new version. */
export interface Repository extends RowReader {
  /** Waits until the records of some languages, or of all, can be read. */
  load(languages?: readonly string[]): Promise<void>
  /** Returns the rows of one language in the order of their creation. */
  all(resource: string, language: string): readonly Row[]
  /** Returns the page that a query asks for, in the active language, and the total of all pages. */
  list(resource: Resource, query: Query, context: Context): ListPage
  bySlug(resource: string, slug: string, language: string): Row | undefined
  /** Returns the rows of `resource` whose `field` holds the ID, in no particular order. */
  linking(resource: string, field: string, id: number): readonly Row[]
  /** Returns the rows of one language with this text in `column`, ignoring case, in the order of their creation. */
  named(resource: string, column: string, text: string, language: string): readonly Row[]
  /** Returns the slug, or the first of `-2`, `-3`... that no other row of the resource and language has. */
  freeSlug(resource: string, slug: string, row: SlugOwner): string
  /** Returns the JSON of what `present` returns, from a cache if nothing that it reads has changed. */
  toJson(key: string, present: (reader: RowReader) => unknown): string
  insert(resource: string, row: Omit<Row, 'id' | 'group'>): Row
  update(resource: string, row: Row): Row
  remove(resource: string, id: number): void
}
