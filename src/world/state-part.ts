import type { Memory } from './memory.ts'

export type Members = Readonly<Record<string, unknown>>

/**
 * A part of the state of a world. All parts of a world share one JSON object. Each has separate
 * members in it: snapshots, state files, checkpoints and steps to undo are such objects. `WorldState` lists its parts once,
 * and does the rest in loops.
 */
export interface StatePart {
  /** True if it differs from a new world. */
  readonly isModified: boolean
  /** A value that each change replaces by another value. */
  readonly version: unknown
  reset(): void
  /** Returns all of its members, also those without a value as null. */
  save(): Members
  /** Returns the members that clients see, without null members. Default: all. */
  snapshot?(): Members
  /** Reads its members, and returns what replaces the state by them. Throws `OptionError` for invalid members, and `MemoryFullError` for more than the memory has room for. */
  read(members: Members, memory: Memory): () => void
  /** Returns the members that changed since the last call. Default: all. */
  takeChanges?(): Members
  /** Returns the members that may be large, but empty, and changes that `merge` adds to them: each has one record or saved state. */
  split?(): { readonly empty: Members; readonly pieces: Iterable<Members> }
  /** Returns the members that changed members result in. Default: these replace the saved members. Changes the values. */
  merge?(saved: Members, changed: Members): Members
  /** Takes it out of what the mock counts. */
  dispose?(): void
}
