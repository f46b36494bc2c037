import type { Loadable } from '../contract/lazy.ts'
import { invalidOption, OptionError } from '../contract/option-error.ts'
import type { Schema } from '../contract/params/param.ts'
import { parseJson } from '../contract/parse-json.ts'
import { objectSchema } from '../contract/resource.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createJsonResponse, createResponse } from '../engine/plain-response.ts'
import type { ResolvedOptions } from '../options/options.ts'
import type { Landmarks } from '../seed/landmarks.ts'
import type { WorldState } from '../world/world-state.ts'
import type { WorldDirectory } from '../world/worlds.ts'

export const errorCauses = {
  400: 'The body, the query or the name of the world is invalid.',
  401: 'The token is missing or wrong.',
  403: 'The request comes from another machine or from a page of one, and the mock has no token.',
  404: 'The name in the path is unknown.',
  409: 'The world exists, or there is nothing to undo.',
  410: 'The world was evicted.',
  413: 'The body is too large.',
  415: 'The body has a content coding.',
  503: 'The mock has too many streams.',
  507: 'The memory of the mock is full.',
} as const

/** One method of a control route: its handler, and the description of its parameters, body and responses. */
export interface ControlOperation {
  /** The name in the OpenAPI document, which generated clients use. */
  readonly id: string
  /** The effect, in words that start with a verb. */
  readonly summary: string
  /** The description of the segment that `*` matches. A route with `*` has it. */
  readonly key?: string
  /** The schemas of query parameters by name, with descriptions. */
  readonly query?: Readonly<Record<string, Schema>>
  readonly body?: BodyDescription
  /** The schema of the success response. Without a schema, the response has the status 204. */
  readonly response?: Schema
  /** The statuses of success responses with a body. Default: 200. */
  readonly statuses?: readonly number[]
  /** True if the success response can also be a stream of events. */
  readonly hasStream?: true
  /** The headers of the success response, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
  /** The statuses of errors that not every operation has. */
  readonly errors?: readonly (keyof typeof errorCauses)[]
  handle(control: ControlRequest): MockResponse | Promise<MockResponse>
}

interface BodyDescription {
  /** The schema of an object. It checks the body, unless it is a reference: then the handler does. */
  readonly schema: Schema
  /** A right body, which messages about a wrong body show. */
  readonly example?: object
  /** True if a body without properties is rejected. */
  readonly isRequired: boolean
}

/** Describes a body with these properties. At least one property is required. */
export const requireOneOf = (
  properties: Readonly<Record<string, Schema>>,
  example: object,
): BodyDescription => ({
  example,
  schema: { ...objectSchema({}, properties), additionalProperties: false, minProperties: 1 },
  isRequired: true,
})

/** Describes a body with these properties, all of them optional. */
export const allow = (
  properties: Readonly<Record<string, Schema>>,
  example: object = {},
): BodyDescription => ({
  example,
  schema: { ...objectSchema({}, properties), additionalProperties: false },
  isRequired: false,
})

type ControlBody = Readonly<Record<string, unknown>>

/** Parses the body as a JSON object. A missing body is an empty object. Throws `OptionError` for anything else. */
function parseControlBody({ body }: MockRequest): ControlBody {
  if (!body || body.length === 0) return {}
  let parsed: unknown
  try {
    parsed = parseJson(body)
  } catch (error) {
    const reason = error instanceof RangeError ? `: ${error.message}` : ''
    throw new OptionError(`the body is not JSON${reason}`)
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  throw new OptionError('the body is not a JSON object')
}

/** Reads the body of a request. Throws `OptionError` if it does not fit its schema. */
export function readControlBody(
  request: MockRequest,
  described: BodyDescription | undefined,
): ControlBody {
  const body = parseControlBody(request)
  const properties = described?.schema.properties as Record<string, Schema> | undefined // the schema describes an object
  if (!properties) return body
  const names = Object.keys(properties)
  const unknown = Object.keys(body).filter((name) => !names.includes(name))
  const accepted = names.length === 0 ? 'an empty body' : names
  if (unknown.length > 0) throw invalidOption('properties', unknown.join(', '), accepted)
  if (described?.isRequired && Object.keys(body).length === 0)
    throw new OptionError(`the body is empty; accepted: ${names.join(', ')}`)
  for (const [name, value] of Object.entries(body)) {
    const kinds = listKinds(properties[name])
    if (kinds.some((kind) => kind.includes(value))) continue
    const given = JSON.stringify(value).slice(0, 80)
    const expected = kinds.map(({ text }) => text).join(', or ')
    throw new OptionError(`invalid ${name} ${given}; accepted: ${expected}`)
  }
  return body
}

/** The values that a schema accepts: what they are called in messages, and whether they include a value. */
interface Kind {
  readonly text: string
  includes(value: unknown): boolean
}

/** Returns the kinds of values of a schema: one for each type or alternative. Texts are checked by the handler. */
function listKinds(schema: Schema = {}): readonly Kind[] {
  const { anyOf, type, items, minimum, maximum } = schema as SchemaParts
  if (anyOf) return anyOf.flatMap(listKinds)
  const [least, most] = [Number(minimum ?? -Infinity), Number(maximum ?? Infinity)]
  const range = maximum === undefined ? '' : ` from ${least} to ${most}`
  const kinds: Readonly<Record<string, Kind>> = {
    string: { text: 'a string', includes: (value) => typeof value === 'string' },
    boolean: { text: 'true, false', includes: (value) => typeof value === 'boolean' },
    integer: {
      text: `a whole number${range}`,
      includes: (value) =>
        Number.isSafeInteger(value) && least <= Number(value) && Number(value) <= most,
    },
    array: {
      text: 'a list of strings',
      includes: (value) =>
        Array.isArray(value) &&
        value.every((item) => listKinds(items).some((kind) => kind.includes(item))),
    },
  }
  return [type].flat().flatMap((name) => kinds[String(name)] ?? [])
}

/** The parts of the schema of a property that are checked. */
interface SchemaParts {
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
}

/** The parts of a mock that control routes read and change, besides the world of the request. */
export interface ControlContext {
  readonly options: ResolvedOptions
  readonly directory: WorldDirectory
  readonly landmarks: Loadable<Landmarks>
  /** Returns the system time, in ms since 1970 UTC. */
  systemNow(): number
  /** The creation time of the mock, in ms since 1970 UTC by the system clock. */
  readonly createdAt: number
  /** The open event streams. `return` ends one, and its client connects again. */
  readonly streams: Set<Pick<Required<AsyncIterator<string>>, 'return'>>
}

/** A request to a control route, with its world and its body, which the schema of the route has checked. */
export interface ControlRequest<Body extends object = object> extends ControlContext {
  readonly request: MockRequest
  readonly world: WorldState
  readonly body: Body
  /** The segment that `*` matches, or an empty string. */
  readonly key: string
}

/** Returns the response 200 with a body. */
export const respondWithJson = ({ request }: ControlRequest, body: unknown): MockResponse =>
  createJsonResponse(request, 200, body)

/** Returns the response 204. */
export const respondWithoutContent = ({ request }: ControlRequest): MockResponse =>
  createResponse(request, { status: 204, body: '' })

/** The path of the control routes, below the root of the mock. */
export const controlPath = '/__calmock'

export const isControlPath = (path: string): boolean => `${path}/`.startsWith(`${controlPath}/`)
