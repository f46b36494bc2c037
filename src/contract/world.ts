import type { Row } from './resource.ts'

/** Rows by kind of record, each in the order of their ordinals. */
export type Records = Readonly<Record<string, readonly Row[]>>

/** The records a world starts with, language by language. */
export interface Seed {
  readonly languages: readonly string[]
  /** How many events there are, each in the languages it is told in. */
  readonly events: number
  /** Throws a promise where the records have to be waited for; it can be asked once more when that is kept. */
  plant(language: string): Records
  /** Whether others are given the same rows; else they belong to who asked. */
  readonly isShared?: boolean
  /** A record that is made without planting its language, for who asks alone; undefined where there is none. A seed may be unable to. */
  readonly record?: ((kind: string, id: number) => Row | undefined) | undefined
  /** The IDs of a record and its translations, in the order of the languages, without planting. A seed may be unable to. */
  readonly members?: ((kind: string, group: number) => readonly number[]) | undefined
  /** Waits for all of them. A seed that has them at once has none. */
  load?(): Promise<void>
  /** The language of a seeded record, from its ID alone; undefined for an ID no seed gives. */
  languageOf(id: number): string | undefined
  /** Choice: all kinds share one space of IDs; records that clients make are numbered from here. */
  readonly firstFreeId: number
}
