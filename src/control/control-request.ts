import type { Loadable } from '../contract/lazy.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createJsonResponse, createResponse } from '../engine/plain-response.ts'
import type { ResolvedOptions } from '../options/options.ts'
import type { Landmarks } from '../seed/landmarks.ts'
import type { WorldState } from '../world/world-state.ts'
import type { WorldDirectory } from '../world/worlds.ts'
import type { ControlBody } from './body.ts'

/** The parts of a mock that control routes read and change, besides the world of the request. */
export interface ControlContext {
  readonly options: ResolvedOptions
  readonly directory: WorldDirectory
  readonly landmarks: Loadable<Landmarks>
  /** Returns the system time, in ms since 1970 UTC. */
  systemNow(): number
  /** The creation time of the mock, in ms since 1970 UTC by the system clock. */
  readonly createdAt: number
  /** The open event streams. */
  readonly streams: Set<object>
}

/** A request to a control route, with its world and its parsed body. */
export interface ControlRequest extends ControlContext {
  readonly request: MockRequest
  readonly world: WorldState
  readonly body: ControlBody
  /** The segment that `*` matches, or an empty string. */
  readonly key: string
}

/** Returns the response 200 with a body. */
export const respondWithJson = ({ request }: ControlRequest, body: unknown): MockResponse =>
  createJsonResponse(request, 200, body)

/** Returns the response 204. */
export const respondWithoutContent = ({ request }: ControlRequest): MockResponse =>
  createResponse(request, { status: 204, body: '' })
