import type { HttpHandler } from 'msw'
import { createService, type Service } from './calmock.ts'
import { handlersFor, respondTo } from './handlers.ts'
import { type Landmarks, landmarks } from './landmarks.ts'
import type { Options } from './options.ts'

/** A mock: MSW handlers, and the same answers without any interception. */
export interface Calmock extends Service {
  readonly landmarks: Landmarks
  /** For `setupWorker(...)` and `setupServer(...)`. */
  readonly handlers: HttpHandler[]
  /** Answers a request in process, as the service would: for server rendering, edge code and unit tests. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
}

/** A mock of the whole service, with a state of its own. Runs anywhere: no Node built-ins. */
export function createCalmock(options: Options = {}): Calmock {
  const service = createService(options)
  const own = {
    landmarks,
    handlers: handlersFor(service),
    fetch: (input: string | URL | Request, init?: RequestInit) =>
      respondTo(
        input instanceof Request ? new Request(input, init) : requestTo(input, init),
        service,
      ),
  }
  // not spread: reading `db` plants every language
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(service)) as Calmock
}

/** A relative address is one of the mock's own, on a host that does not matter. */
const requestTo = (input: string | URL, init?: RequestInit): Request =>
  new Request(new URL(input, 'http://localhost'), init)

export { defineScenario, type Scenario } from '../fixtures/scenario.ts'
export type { Service } from './calmock.ts'
export { type Landmark, type Landmarks, landmarks } from './landmarks.ts'
export type { Options } from './options.ts'
export type { Call, Reply } from './service/call.ts'
