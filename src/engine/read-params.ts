import type { Context, Query } from '../contract/context.ts'
import { itemsOf, newReading, type Param, readParams } from '../contract/params/param.ts'
import { Problem } from '../contract/problem.ts'
import type { Operation } from '../contract/route.ts'
import type { Raw, ReadBody } from './read-body.ts'

/** What tells of a name: the body before the query. */
export const sourceOf = (name: string, query: Raw, body: Raw): Raw =>
  body.get(name) === undefined ? query : body

/** Gives the raw value of a parameter, all of a repeated list. */
function rawIn(query: Raw, body: Raw): (name: string, param: Param<unknown>) => unknown {
  return (name, { list }) => {
    const source = sourceOf(name, query, body)
    const all = list && source.all(name)
    return all ? all.flatMap(itemsOf) : source.get(name)
  }
}

/**
 * What an operation is asked for, read by its tables. Throws one `Problem` for all missing
 * parameters, else one for all that are refused, else, with a write, one for a body of a type that is
 * not read.
 */
export function readInput(
  operation: Operation,
  query: Raw,
  body: ReadBody,
  context: Context,
): Query {
  const isComplete = operation.action === 'list' || operation.action === 'create'
  const isWrite = operation.action === 'create' || operation.action === 'update'
  const read = newReading(isComplete)
  readParams(operation.params, rawIn(query, body), context, read)
  readParams(operation.bodyParams, body.get, context, read)
  const { values, missing, faults } = read
  if (missing.length > 0) throw new Problem('rest_missing_callback_param', { missing })
  if (Object.keys(faults).length > 0) throw new Problem('rest_invalid_param', { faults })
  if (isWrite && body.unread !== undefined) {
    const fault = { phrase: 'unsupportedMediaType', slots: { given: body.unread } } as const
    throw new Problem('rest_unsupported_media_type', {
      slots: fault.slots,
      faults: { 'Content-Type': fault },
    })
  }
  return values
}
