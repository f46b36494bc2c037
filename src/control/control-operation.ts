import type { Schema } from '../contract/params/param.ts'
import type { MockResponse } from '../engine/http-message.ts'
import type { BodyDescription } from './body-description.ts'
import type { ControlRequest } from './control-request.ts'

/** One method of a control route: its handler, and the description of its parameters, body and responses. */
export interface ControlOperation {
  /** The name in the OpenAPI document, which generated clients use. */
  readonly id: string
  /** The effect, in words that start with a verb. */
  readonly summary: string
  /** The schemas of query parameters by name, with descriptions. */
  readonly query?: Readonly<Record<string, Schema>>
  readonly body?: BodyDescription
  /** The schema of the success response. Without one, the response has the status 204. */
  readonly response?: Schema
  /** The status of the success response, if it is neither 200 nor 204. */
  readonly status?: number
  /** True if the success response can also be a stream of events. */
  readonly hasStream?: true
  /** The headers of the success response, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
  /** The statuses of errors that not every operation has. */
  readonly errors?: readonly number[]
  handle(control: ControlRequest): MockResponse | Promise<MockResponse>
}
