import { createMock } from './create-mock.ts'
import { type Calmock, withHandlers } from './msw/handlers.ts'
import type { Options } from './options/options.ts'
import { generatorSource } from './seed/generator-source.ts'

/** A mock of the whole service, with a state of its own. Runs anywhere: no Node built-ins. */
export const createCalmock = (options: Options = {}): Calmock =>
  withHandlers(createMock(options, generatorSource()))

export {
  type Draft,
  type Drafts,
  defineScenario,
  type Scenario,
  type ScenarioContext as Stage,
} from '../fixtures/scenario.ts'
export type { Mock as Service, RouteMatch as Place } from './create-mock.ts'
export type { MockRequest as Call, MockResponse as Reply } from './engine/http-message.ts'
export type { Calmock, FetchableWorld as AnsweringWorld } from './msw/handlers.ts'
export type { Clock, Now } from './options/clock.ts'
export type { Options } from './options/options.ts'
export { type Landmark, type Landmarks, landmarks } from './seed/landmarks.ts'
export type * from './wire.ts'
export type { Snapshot } from './world/snapshot.ts'
export type { World } from './world/world.ts'
