import type { RecordCaches } from './record-caches.ts'
import type { WorldDirectory } from './world-directory.ts'
import type { Eviction } from './worlds.ts'

/** The parts that several mocks with the same options share, and what a mock knows from an earlier run. */
export interface MockParts {
  /** The generated records. The mocks that share them may differ in the base URL only. Default: caches for this mock. */
  readonly caches?: RecordCaches
  /** The directory of the worlds of all mocks. Default: the worlds of this one. */
  readonly directory?: WorldDirectory
  /** Names of worlds that were evicted with changes. */
  readonly evicted?: readonly string[]
  /** Called after a world is evicted. */
  readonly onEvict?: ((eviction: Eviction) => void) | undefined
}
