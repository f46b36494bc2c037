import type { Row } from './resource.ts'

/** Generates the records that a world starts with. The same seed generates the same rows each time. */
export interface Seed {
  readonly languages: readonly string[]
  /** The kinds of record, including kinds without routes. */
  readonly kinds: readonly string[]
  /** The number of events; some exist in only a few of the languages. */
  readonly events: number
  /** Returns the rows of a kind in a language, sorted by ordinal. Worlds share them. */
  generate(kind: string, language: string): readonly Row[]
  /** Returns the IDs of a record and its translations without generating rows. Undefined if scenarios can add or remove translations. */
  readonly members?: ((kind: string, group: number) => readonly number[]) | undefined
  /** Loads the files of all languages. Before, the other members throw `NotLoadedError` if they need a file. Undefined if they read no files. */
  load?(): Promise<void>
  /** Returns the language of a seeded record from its ID, or undefined for other IDs. */
  languageOf(id: number): string | undefined
  /** The first ID for records that clients create. All kinds share one range of IDs (21.2g). */
  readonly firstFreeId: number
}

export type RowsByKind = Readonly<Record<string, readonly Row[]>>

export const generateAll = (seed: Seed, language: string): RowsByKind =>
  Object.fromEntries(seed.kinds.map((kind) => [kind, seed.generate(kind, language)]))
