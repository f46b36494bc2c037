import { invalidOption, OptionError } from '../contract/option-error.ts'
import type { MockRequest } from '../engine/http-message.ts'
import { decodeUtf8, exceedsDepth, MAX_DEPTH } from '../engine/read-body.ts'
import type { BodyDescription } from './body-description.ts'

export type ControlBody = Readonly<Record<string, unknown>>

/** Parses the body as a JSON object. A missing body is an empty object. Throws `OptionError` for anything else. */
function parseControlBody({ body }: MockRequest): ControlBody {
  if (!body || body.length === 0) return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(decodeUtf8(body))
  } catch {
    throw new OptionError('the body is not JSON')
  }
  if (exceedsDepth(parsed, MAX_DEPTH))
    throw new OptionError(`the body has more than ${MAX_DEPTH} levels of nesting`)
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  throw new OptionError('the body is not a JSON object')
}

/** Reads the body of a request. Throws `OptionError` if it has other properties, or none where some are required. */
export function readControlBody(
  request: MockRequest,
  described: BodyDescription | undefined,
): ControlBody {
  const body = parseControlBody(request)
  const names = described?.properties
  if (!names) return body
  const unknown = Object.keys(body).filter((name) => !names.includes(name))
  const accepted = names.length === 0 ? 'an empty body' : names
  if (unknown.length > 0) throw invalidOption('properties', unknown.join(', '), accepted)
  if (!described?.isRequired || Object.keys(body).length > 0) return body
  throw new OptionError(`the body is empty; accepted: ${names.join(', ')}`)
}

/** Returns a property of the body, or undefined. Throws `OptionError` if it is not a string. */
export function readTextField(body: ControlBody, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || typeof value === 'string') return value
  throw invalidField(name, value, 'a string')
}

/** Creates the error for a property with an invalid value, which is quoted in at most 80 characters. */
export const invalidField = (name: string, value: unknown, accepted: string): OptionError =>
  new OptionError(`invalid ${name} ${JSON.stringify(value).slice(0, 80)}; accepted: ${accepted}`)
