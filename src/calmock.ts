import { landmarks } from './landmarks.ts'
import type { Options } from './options.ts'
import { seedOf } from './seed.ts'
import { type Service, serviceFrom } from './service-from.ts'

/** A mock with a state of its own. Throws for an option that cannot be, saying what can. */
export const createService = (options: Options = {}): Service =>
  serviceFrom(options, { landmarks, newSeed: seedOf, machine: Date.now })

export type { Service }
