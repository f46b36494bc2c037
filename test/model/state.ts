/**
 * What the service should be, told as simply as can be: one map of records, and every question
 * answered by looking at all of them. Knows nothing of how the engine does it.
 */

export const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
export type Kind = (typeof kinds)[number]
export type Term = 'categories' | 'tags'
export type Language = 'de' | 'hi'

/** In the order in which a site looks for a slug, as far as the model speaks these languages. */
const accepts: Readonly<Record<Language, readonly Language[]>> = { de: ['de'], hi: ['de', 'hi'] }

/** A record. What its kind does not have stays as it is when it is made. */
export interface Entry {
  readonly id: number
  readonly kind: Kind
  readonly language: Language
  name: string
  /** All that it may be; one, unless it shares its own with a draft. */
  slugs: readonly string[]
  status: string
  /** When it was published; `isDated` is false for drafts that were never given a date. */
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

/** What a client sends: numbers are IDs, texts name records that are made when there are none. */
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

/** A refusal by its status and code, or the record that is shown. */
export type Outcome = { readonly refused: readonly [number, string] } | { readonly entry: Entry }

export const isTerm = (kind: Kind): kind is Term => kind === 'categories' || kind === 'tags'
export const isDraft = (entry: Entry): boolean => entry.status === 'draft'
export const wall = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
export const slugOf = (entry: Entry): string => entry.slugs[0] ?? ''

/** Records of a kind, in the order they were made. */
export const all = ({ entries }: State, kind: Kind, language?: Language): Entry[] =>
  [...entries.values()]
    .filter((entry) => entry.kind === kind && (language ?? entry.language) === entry.language)
    .sort((a, b) => a.id - b.id)

export const singular = (kind: Kind): string =>
  kind === 'categories' ? 'category' : kind.slice(0, -1)

/** The records that a slug may stand for on a site; several only where drafts share it. */
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
