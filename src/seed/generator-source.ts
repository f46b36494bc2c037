import type { Messages } from '../contract/format-message.ts'
import { messages } from '../contract/messages/index.ts'
import type { Seed } from '../contract/seed.ts'
import type { LanguageCode } from '../contract/site.ts'
import { createSeed, type SeedOptions } from './create-seed.ts'
import { type Landmarks, landmarks } from './landmarks.ts'

/** The source of records, messages and time of a mock. */
export interface MockSource {
  readonly landmarks: Landmarks
  createSeed(options: SeedOptions): Seed
  /** Returns the messages of a language, or undefined if they are not loaded. */
  messagesFor(language: LanguageCode): Messages | undefined
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
}

/** Returns a source that generates records from the language packs. */
export const generatorSource = (onProgress?: SeedOptions['onProgress']): MockSource => ({
  landmarks,
  createSeed: (options) => createSeed({ ...options, ...(onProgress && { onProgress }) }),
  messagesFor: (language) => messages[language],
  systemNow: Date.now,
})
