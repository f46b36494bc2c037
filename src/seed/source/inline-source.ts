import { messages } from '../../../fixtures/languages/messages.ts'
import { languagePacks } from '../../../fixtures/languages/packs.ts'
import { toLoadable } from '../../contract/lazy.ts'
import type { Seed } from '../../contract/seed.ts'
import type { ReadMessages } from '../../contract/site.ts'
import { openDatabase } from '../../store/open-database.ts'
import { createSeed, type ReadPack, type SeedOptions } from '../create-seed.ts'
import { createLandmarks, type Landmarks } from '../landmarks.ts'
import type { MockSource } from './mock-source.ts'
import { bundledDashboard } from './mock-source.ts'

const readPack: ReadPack = (language) => languagePacks[language]

export const readInlineMessages: ReadMessages = (language) => messages[language]

/** The hand-written records by name. An event, its venue and its organizer have the same position in their lists. */
export const landmarks: Landmarks = /* @__PURE__ */ createLandmarks(readPack)

/** Creates a seed from the language packs of the program. */
export const createInlineSeed = (options: SeedOptions): Seed => createSeed(options, readPack)

/** Returns a source with all language packs and messages in the program, so that records can be read at once. */
export const inlineSource = (onProgress?: SeedOptions['onProgress']): MockSource => ({
  landmarks: toLoadable(landmarks),
  createSeed: (options) => createInlineSeed({ ...options, ...(onProgress && { onProgress }) }),
  readMessages: readInlineMessages,
  database: toLoadable(openDatabase),
  dashboard: bundledDashboard,
  maxAnswerBytes: 16_000_000,
  systemNow: Date.now,
})
