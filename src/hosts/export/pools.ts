import { languagePacks } from '../../../fixtures/languages/packs.ts'
import type { Seed } from '../../contract/seed.ts'
import { createSeed as createSeedFrom, type SeedOptions } from '../../seed/create-seed.ts'

/** Creates a seed from all language packs. This module is `pools.js` of an export. */
export const createSeed = (options: SeedOptions): Seed =>
  createSeedFrom(options, (language) => languagePacks[language])
