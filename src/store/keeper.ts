import type { Row } from '../contract/resource.ts'

/** What keeps something beside the rows that follows from them, true after every write. */
export interface Keeper {
  /** Tells what a row was and what it is now. */
  changed(model: string, before: Row | undefined, after: Row | undefined): void
  /** Lets go of what is kept of a kind and language. */
  drop(model: string, language: string): void
}
