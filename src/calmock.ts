import { words } from './contract/words/index.ts'
import { landmarks } from './landmarks.ts'
import type { Options } from './options.ts'
import { type SeedOptions, seedOf } from './seed.ts'
import { type KeptService, type Planting, type Service, serviceFrom } from './service-from.ts'

const wordsOf: Planting['wordsOf'] = (code) => words[code]

/** A mock with a state of its own. Throws for an option that cannot be, saying what can. */
export const createService = (options: Options = {}, tell?: SeedOptions['tell']): KeptService =>
  serviceFrom(options, {
    landmarks,
    newSeed: (given) => seedOf({ ...given, ...(tell && { tell }) }),
    wordsOf,
    machine: Date.now,
  })

export type { Service }
