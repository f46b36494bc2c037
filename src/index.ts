import { createMock } from './create-mock.ts'
import { type Calmock, withFetch } from './intercept/fetch/with-fetch.ts'
import type { Options } from './options/options.ts'
import { inlineSource } from './seed/source/inline-source.ts'

/**
 * Creates a mock of the service with its own state. Runs anywhere, since it uses no Node built-ins.
 *
 * @example
 * ```ts
 * import { createCalmock, type EventList } from 'calmock'
 *
 * const mock = createCalmock({ scenario: 'one', sites: ['en'] })
 * const response = await mock.fetch('/en/cal/events/v1/events')
 * const { events }: EventList = await response.json()
 * console.log(events.length) // 1
 * ```
 */
export const createCalmock = (options: Options = {}): Calmock =>
  withFetch(createMock(options, inlineSource()), options)

export {
  type Draft,
  type Drafts,
  defineScenario,
  type Scenario,
  type ScenarioContext,
} from '../fixtures/scenario.ts'
export type { Note } from './contract/note.ts'
export type { LanguageCode } from './contract/site.ts'
export type { Mock, RouteMatch } from './create-mock.ts'
export type { MockRequest, MockResponse } from './engine/http-message.ts'
export type { Calmock, FetchableWorld } from './intercept/fetch/with-fetch.ts'
export type { Clock, Now } from './options/clock.ts'
export type { Options, ScenarioNames } from './options/options.ts'
export { type Config, defineConfig } from './options/serve-options.ts'
export type { LoggedRequest } from './request-log/logged-request.ts'
export type { Landmark, Landmarks } from './seed/landmarks.ts'
export { landmarks } from './seed/source/inline-source.ts'
export type * from './wire.ts'
export type { Snapshot, World } from './world/world.ts'
