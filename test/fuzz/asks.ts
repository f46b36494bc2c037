import fc from 'fast-check'
import type { Json } from '../openapi/document.ts'
import type { Ask } from '../transports/edges.ts'
import { type Body, bodyOf } from './encoded.ts'
import { fields, type Known } from './values.ts'

/** Builds a request from its parts. */
export function askOf(method: string, path: string, query: string, body: Body | undefined): Ask {
  const type = body?.type
  return {
    method,
    target: `${path}${query && `?${query}`}`,
    ...(type !== undefined && { headers: { 'content-type': type } }),
    ...(body && { body: body.bytes }),
  }
}

/** Methods of the service, and others. */
export const methods = 'GET HEAD POST PUT PATCH DELETE OPTIONS PROPFIND TRACE'.split(' ')
/** The given method, occasionally another. */
export const methodLike = (method: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(method) }, fc.constantFrom(...methods))

/** A body that fits the operation, or a body for an operation without one. */
export function maybeBody({ requestBody }: Json, facts: Known): fc.Arbitrary<Body | undefined> {
  const schema = schemaOf(requestBody, facts)
  if (schema) return fc.option(bodyOf(fields(schema, facts)), { freq: 12, nil: undefined })
  return fc.option(bodyOf(fields({}, facts)), { freq: 2, nil: undefined })
}

function schemaOf(requestBody: unknown, { schemas }: Known): Json | undefined {
  const { $ref = '' } = {
    ...(/"(?<$ref>#[^"]+)"/.exec(JSON.stringify(requestBody) ?? '')?.groups ?? {}),
  }
  return schemas[$ref.split('/').at(-1) ?? '']
}
