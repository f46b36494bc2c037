import { OptionError } from '../contract/option-error.ts'
import type { MockRequest } from '../engine/http-message.ts'
import { exceedsDepth, MAX_DEPTH } from '../engine/read-body.ts'

/** The parsed body of a call to a control route. */
export type ControlBody = Readonly<Record<string, unknown>>

/** The JSON object a call carries; none is an empty one. */
export function parseControlBody({ body }: MockRequest): ControlBody {
  if (!body || body.length === 0) return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new OptionError('the body is not JSON')
  }
  if (exceedsDepth(parsed, MAX_DEPTH))
    throw new OptionError(`the body nests deeper than ${MAX_DEPTH} levels`)
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  throw new OptionError('the body is not a JSON object')
}

/** Refuses names that a body may not have, and bodies with none of those it may. */
export function requireNames(
  body: ControlBody,
  accepted: readonly string[],
  isNeeded = true,
): void {
  const names = Object.keys(body)
  const stray = names.filter((name) => !accepted.includes(name))
  if (stray.length === 0 && (names.length > 0 || !isNeeded)) return
  const given = names.length === 0 ? 'is empty' : `has ${stray.join(', ')}`
  throw new OptionError(`the body ${given}; accepted: ${accepted.join(', ')}`)
}

/** A text of a body, where it has one of the name. */
export function readTextField(body: ControlBody, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || typeof value === 'string') return value
  throw new OptionError(`${name} is ${JSON.stringify(value).slice(0, 80)}; accepted: a text`)
}
