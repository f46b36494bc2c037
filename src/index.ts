import { createMock } from './create-mock.ts'
import { type Calmock, calmockOf } from './msw/handlers.ts'
import type { Options } from './options/options.ts'
import { generatorSource } from './seed/generator-source.ts'

/** A mock of the whole service, with a state of its own. Runs anywhere: no Node built-ins. */
export const createCalmock = (options: Options = {}): Calmock =>
  calmockOf(createMock(options, generatorSource()))

export {
  type Draft,
  type Drafts,
  defineScenario,
  type Scenario,
  type Stage,
} from '../fixtures/scenario.ts'
export type { Place, Service } from './create-mock.ts'
export type { Call, Reply } from './engine/http-message.ts'
export type { AnsweringWorld, Calmock } from './msw/handlers.ts'
export type { Clock, Now } from './options/clock.ts'
export type { Options } from './options/options.ts'
export { type Landmark, type Landmarks, landmarks } from './seed/landmarks.ts'
export type * from './wire.ts'
export type { Snapshot } from './world/snapshot.ts'
export type { World } from './world/world.ts'
