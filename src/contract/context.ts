import type { NoteCollector } from './note.ts'
import type { Preset } from './presets.ts'
import type { Resource, Row } from './resource.ts'
import type { Site } from './site.ts'
import type { User, UserContext } from './user.ts'

/** Values by name: the parameters of a request or the columns of a row. */
export type Query = Readonly<Record<string, unknown>>

/** The site, clock, records and settings that a response depends on, besides its request. */
export interface Context extends UserContext {
  readonly site: Site
  /** The URL that links start with: of the mock, `http://127.0.0.1:4747`, or of a world, `http://127.0.0.1:4747/~a`. */
  readonly origin: string
  /** The URL of the namespace on the site, without a trailing slash. */
  readonly base: string
  /** The active language: `i18n_language`, or else the language of the site. The parameter overrides the path (21.1). */
  readonly language: string
  /** True if the request contains `i18n_language`. An ID then means the translation into that language. */
  readonly isLanguageRequested: boolean
  /** The time of the mock's clock, which is read once per request. */
  readonly now: Date
  readonly repository: Repository
  readonly settings: Settings
  /** True if generated images are inlined as `data:` URLs, because no service worker could serve them. */
  readonly inlinesImages: boolean
  /** Collects the notes about the request. Undefined without a request, as for the records of users. */
  readonly notes?: NoteCollector | undefined
  /** Creates a linked record, or returns an existing record with the same name (17.4). */
  create(resource: Resource, values: Query): Row
}

/** The default limit for request bodies, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024

/** The default time for a request to arrive, in seconds. */
export const REQUEST_TIMEOUT_SECONDS = 30

/** The context of `present`: its repository is read-only. */
export type PresentContext = Omit<Context, 'repository' | 'create'> & {
  readonly repository: RowReader
}

/** The options that requests to the API depend on, under their names in the table of options, and the users of `auth`. */
export interface Settings {
  /** At most `maxPerPage`. */
  readonly perPage: number
  readonly maxPerPage: number
  /** In km. */
  readonly geolocRadius: number
  readonly geolocation: boolean
  readonly tickets: boolean
  readonly namespace: string
  readonly preset: Preset
  /** In bytes. */
  readonly maxBody: number
  /** In MB. */
  readonly maxMemory: number
  /** Without users every client may write. */
  readonly users: readonly User[]
  readonly strict?: boolean
  readonly plainPosters?: boolean
  /** The origins whose pages are trusted as pages of this machine are (20.4a); `*` means all. */
  readonly allowOrigin: readonly string[]
}

/** Returns whether a value is the origin of pages: scheme, host and port, without a path. */
export const isOrigin = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^[a-z][a-z\d+.-]*:\/\/[\p{L}\p{M}\p{N}_.:[\]-]+$/iu.test(value) &&
  URL.canParse(value)

/** One page of rows, and the number of rows on all pages. */
export interface ListPage {
  readonly rows: readonly Row[]
  readonly total: number
}

/** A row, or a reference to a row that has not been generated yet. */
export interface TranslationRef {
  readonly id: number
  readonly language: string
  readonly group: number
  readonly status?: unknown
}

/** The methods that `present` may use. */
export interface RowReader {
  get(resource: string, id: number): Row | undefined
  /** Returns whether the row comes from the seed or from the user's data, and not from a request. */
  isSeeded(id: number): boolean
  /** Returns the row and its translations in the order of the languages, generating as few as possible. */
  group(resource: string, row: Row): readonly TranslationRef[]
  /** Counts the rows of `resource` that link to the ID in `field` and have the value in `column`. */
  count(resource: string, field: string, id: number, column: string, value: unknown): number
}

/** A row that gets a slug; a new row has no ID. */
export interface SlugOwner {
  readonly id?: number
  readonly language: string
}

/** Stored rows. They are immutable: a write stores a new version. */
export interface Repository extends RowReader {
  /** Performs writes together: if a write throws, none is stored. Reads can throw `NotLoadedError`. `action` names them, as in `DELETE /en/cal/events/v1/events/102`. */
  write<T>(perform: () => T, action: string): T
  /** Returns the rows of one language in the order of their creation. */
  all(resource: string, language: string): readonly Row[]
  /** Returns one page of the rows that match a query, in the active language. */
  list(resource: Resource, query: Query, context: Context): ListPage
  bySlug(resource: string, slug: string, language: string): Row | undefined
  /** Returns the rows of `resource` that link to the ID in `field`, in no particular order. */
  linking(resource: string, field: string, id: number): readonly Row[]
  /** Returns the rows of one language with this text in `column`, ignoring case, in the order of their creation. */
  named(resource: string, column: string, text: string, language: string): readonly Row[]
  /** Returns the slug, or the first of `-2`, `-3`... that no other row of the resource and language has. */
  freeSlug(resource: string, slug: string, row: SlugOwner): string
  /** Returns the JSON of what `present` returns in UTF-8, from a cache if nothing that it reads has changed. */
  toJson(key: string, present: (reader: RowReader) => unknown): Uint8Array
  insert(resource: string, row: Omit<Row, 'id' | 'group'>): Row
  update(resource: string, row: Row): Row
  remove(resource: string, id: number): void
}
