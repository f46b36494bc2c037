/** The generator of an export, with all language packs: `pools.js`. */
export { createInlineSeed as createSeed } from '../source/inline-source.ts'
