import { words } from './contract/words/index.ts'
import { landmarks } from './landmarks.ts'
import type { Options } from './options.ts'
import { createSeed, type SeedOptions } from './seed.ts'
import { type KeptService, type Planting, type Service, serviceFrom } from './service-from.ts'

const wordsOf: Planting['wordsOf'] = (code) => words[code]

/** A mock with a state of its own. Throws for an option that cannot be, saying what can. */
export const createService = (
  options: Options = {},
  onProgress?: SeedOptions['onProgress'],
): KeptService =>
  serviceFrom(options, {
    landmarks,
    newSeed: (given) => createSeed({ ...given, ...(onProgress && { onProgress }) }),
    wordsOf,
    machine: Date.now,
  })

export type { Service }
