/**
 * The expected state of the service in its simplest form: one map of records, and a scan of all records
 * for every query. The model shares no code with the engine.
 */

export const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
export type Kind = (typeof kinds)[number]
export type Term = 'categories' | 'tags'
export type Language = 'de' | 'hi'

/** The languages where a site looks up a slug, in order, reduced to the languages of the model. */
const accepts: Readonly<Record<Language, readonly Language[]>> = { de: ['de'], hi: ['de', 'hi'] }

/** A record. Fields that its kind lacks keep their initial value. */
export interface Entry {
  readonly id: number
  readonly kind: Kind
  readonly language: Language
  name: string
  /** Possible slugs; more than one only while the record shares its slug with a draft. */
  slugs: readonly string[]
  status: string
  /** The publication date; `isDated` is false for drafts that never had a date. */
  date: string
  isDated: boolean
  modified: string
  start: string
  end: string
  isHidden: boolean
  venue: readonly number[]
  organizer: readonly number[]
  categories: readonly number[]
  tags: readonly number[]
  parent: number
}

export interface State {
  /** In ms since 1970 UTC. */
  now: number
  nextId: number
  readonly entries: Map<number, Entry>
}

/**
 * The fields of a write: numbers are IDs, texts name records that are created if they are missing.
 */
export interface Sent {
  readonly name?: string | undefined
  readonly slug?: string | undefined
  readonly status?: string | undefined
  readonly date?: string | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly isHidden?: boolean | undefined
  readonly venue?: number | string | undefined
  readonly organizer?: readonly number[] | undefined
  readonly categories?: readonly (number | string)[] | undefined
  readonly tags?: readonly (number | string)[] | undefined
  readonly parent?: number | undefined
}

/** The rejection with its status and code, or the returned record. */
export type Outcome = { readonly refused: readonly [number, string] } | { readonly entry: Entry }

export const isTerm = (kind: Kind): kind is Term => kind === 'categories' || kind === 'tags'
export const isDraft = (entry: Entry): boolean => entry.status === 'draft'
export const wall = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
export const slugOf = (entry: Entry): string => entry.slugs[0] ?? ''

/** Returns the records of a kind in the order of their creation. */
export const all = ({ entries }: State, kind: Kind, language?: Language): Entry[] =>
  [...entries.values()]
    .filter((entry) => entry.kind === kind && (language ?? entry.language) === entry.language)
    .sort((a, b) => a.id - b.id)

export const singular = (kind: Kind): string =>
  kind === 'categories' ? 'category' : kind.slice(0, -1)

/** Returns the possible owners of a slug on a site; several only if drafts share the slug. */
export function holders(state: State, kind: Kind, slug: string, order: readonly Language[]) {
  const found = order.map((code) => all(state, kind, code).filter((one) => slugOf(one) === slug))
  return found.find((some) => some.length > 0) ?? []
}

export const searchOrder = (site: Language, language = site): readonly Language[] => [
  language,
  ...accepts[site],
]

export const inTrash = ({ kind }: Entry): Outcome => ({
  refused: [410, `${singular(kind)}-is-in-trash`],
})

export const slugFrom = (name: string): string =>
  encodeURIComponent(name.toLowerCase().replaceAll(' ', '-')).toLowerCase()
