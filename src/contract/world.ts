import type { Row } from './resource.ts'

/** Rows by kind of record, each in the order of their ordinals. */
export type Records = Readonly<Record<string, readonly Row[]>>

/** The records a world starts with, language by language. */
export interface Seed {
  readonly languages: readonly string[]
  /** How many events there are, each in the languages it is told in. */
  readonly events: number
  /**
   * The records of a language, of which some may lack their texts: see `completed`. Throws a promise where
   * they have to be waited for; it can be asked once more when that is kept.
   */
  plant(language: string): Records
  /** Gives a planted row the texts it lacks, its slug among them. Only a seed that has an `owner` may be late with them. */
  complete?(kind: string, row: Row): void
  /** Whether others are given the same rows; else they belong to who asked. */
  readonly isShared?: boolean
  /** A record that is made without planting its language, for who asks alone; undefined where there is none. A seed may be unable to. */
  readonly record?: ((kind: string, id: number) => Row | undefined) | undefined
  /** The IDs of a record and its translations, in the order of the languages, without planting. A seed may be unable to. */
  readonly members?: ((kind: string, group: number) => readonly number[]) | undefined
  /** The ID of the record of a language that has a slug, without planting. A seed may be unable to. */
  readonly owner?:
    | ((kind: string, slug: string, language: string) => number | undefined)
    | undefined
  /** Waits for all of them. A seed that has them at once has none. */
  load?(): Promise<void>
  /** The language of a seeded record, from its ID alone; undefined for an ID no seed gives. */
  languageOf(id: number): string | undefined
  /** Choice: all kinds share one space of IDs; records that clients make are numbered from here. */
  readonly firstFreeId: number
}

/** A planted row with its texts. They take longer than all else, so that they are made when the row is shown. */
export function completed({ complete }: Seed, kind: string, row: Row): Row {
  if (row.slug === undefined) complete?.(kind, row)
  return row
}

/** The records of a language with all their texts. */
export function wholeRecords(seed: Seed, language: string): Records {
  const kinds = Object.entries(seed.plant(language)).map(
    ([kind, rows]) => [kind, rows.map((row) => completed(seed, kind, row))] as const,
  )
  return Object.fromEntries(kinds)
}
