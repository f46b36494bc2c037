import type { Context, Query } from '../contract/context.ts'
import { splitList } from '../contract/params/list.ts'
import { createParamReader, type Param, readParams } from '../contract/params/param.ts'
import { Problem } from '../contract/problem.ts'
import type { Operation } from '../contract/route.ts'
import type { BodyValues, RawValues } from './read-body.ts'

/** What tells of a name: the body before the query. */
export const findSource = (name: string, query: RawValues, body: RawValues): RawValues =>
  body.get(name) === undefined ? query : body

/** Gives the raw value of a parameter, all of a repeated list. */
function createRawReader(
  query: RawValues,
  body: RawValues,
): (name: string, param: Param<unknown>) => unknown {
  return (name, { list }) => {
    const source = findSource(name, query, body)
    const all = list && source.all(name)
    return all ? all.flatMap(splitList) : source.get(name)
  }
}

/**
 * What an operation is asked for, read by its tables. Throws one `Problem` for all missing
 * parameters, else one for all that are refused, else, with a write, one for a body of a type that is
 * not read.
 */
export function readParameters(
  operation: Operation,
  query: RawValues,
  body: BodyValues,
  context: Context,
): Query {
  const isComplete = operation.action === 'list' || operation.action === 'create'
  const isWrite = operation.action === 'create' || operation.action === 'update'
  const read = createParamReader(context, isComplete)
  readParams(operation.params, createRawReader(query, body), read)
  readParams(operation.bodyParams, body.get, read)
  const { values, missing, faults } = read
  if (missing.length > 0) throw new Problem('rest_missing_callback_param', { missing })
  if (Object.keys(faults).length > 0) throw new Problem('rest_invalid_param', { faults })
  if (isWrite && body.unsupportedType !== undefined) {
    const fault = { key: 'unsupportedMediaType', values: { given: body.unsupportedType } } as const
    throw new Problem('rest_unsupported_media_type', {
      values: fault.values,
      faults: { 'Content-Type': fault },
    })
  }
  return values
}
