import type { Row } from './resource.ts'

/** The records that a world starts with. The same seed generates the same rows each time. */
export interface Seed {
  readonly languages: readonly string[]
  /** The kinds of record, those without routes included. */
  readonly kinds: readonly string[]
  /** The number of events; some exist in only a few of the languages. */
  readonly events: number
  /** Generates new rows of a kind in a language, in the order of their ordinals. */
  generate(kind: string, language: string): readonly Row[]
  /**
   * Returns the IDs of a record and its translations, in the order of the languages, without generating
   * them. A seed whose scenario changes records has no such function.
   */
  readonly members?: ((kind: string, group: number) => readonly number[]) | undefined
  /** Loads what `generate` needs for some languages, or for all. A seed that needs no files has no such function. */
  load?(languages?: readonly string[]): Promise<void>
  /** Returns the language of a seeded record from its ID, or undefined for an ID that no seed gives. */
  languageOf(id: number): string | undefined
  /** Choice: all kinds share one space of IDs. Records that clients create are numbered from here. */
  readonly firstFreeId: number
}

/** Rows by kind of record. */
export type RowsByKind = Readonly<Record<string, readonly Row[]>>

/** Generates all records of a language. */
export const generateAll = (seed: Seed, language: string): RowsByKind =>
  Object.fromEntries(seed.kinds.map((kind) => [kind, seed.generate(kind, language)]))
