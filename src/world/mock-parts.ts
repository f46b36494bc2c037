import type { OnEvict } from './eviction.ts'
import type { SeedCache } from './seed-cache.ts'
import type { WorldDirectory } from './world-directory.ts'

/** The parts that several mocks with the same options share, and what a mock knows from an earlier run. */
export interface MockParts {
  /** The seeds with their records. The mocks that share them may differ in the base URL only. Default: a cache for this mock. */
  readonly seeds?: SeedCache
  /** The directory of the worlds of all mocks. Default: the worlds of this one. */
  readonly directory?: WorldDirectory
  /** Names of worlds that were evicted with changes. */
  readonly evicted?: readonly string[]
  /** Called after a world is evicted or generated records are freed. */
  readonly onEvict?: OnEvict | undefined
}
