import { createService } from './calmock.ts'
import { type Calmock, calmockOf } from './handlers.ts'
import type { Options } from './options.ts'

/** A mock of the whole service, with a state of its own. Runs anywhere: no Node built-ins. */
export const createCalmock = (options: Options = {}): Calmock => calmockOf(createService(options))

export {
  type Draft,
  type Drafts,
  defineScenario,
  type Scenario,
  type Stage,
} from '../fixtures/scenario.ts'
export type { Clock, Now } from './clock.ts'
export type { AnsweringWorld, Calmock } from './handlers.ts'
export { type Landmark, type Landmarks, landmarks } from './landmarks.ts'
export type { Options } from './options.ts'
export type { Call, Reply } from './service/call.ts'
export type { Place, Service } from './service-from.ts'
export type { Snapshot } from './snapshot.ts'
export type * from './wire.ts'
export type { World } from './world.ts'
