import type { Context, Query } from '../contract/context.ts'
import { itemsOf, ownOf, type Params, readParams } from '../contract/param.ts'
import { Problem } from '../contract/problem.ts'
import type { Operation } from '../contract/route.ts'
import type { Raw, ReadBody } from './read-body.ts'

/** The raw value of a parameter: the body's before the query's, all of a repeated list. */
export function rawOf(name: string, params: Params, query: Raw, body: Raw): unknown {
  const param = Object.hasOwn(params, name) ? params[name] : undefined
  const source = Object.hasOwn(body.values, name) ? body : query
  if (!param || !Object.hasOwn(source.values, name)) return undefined
  const all = param.list && source.repeated.get(name)
  return all ? all.flatMap(itemsOf) : source.values[name]
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
  const main = readParams(
    operation.params,
    (name) => rawOf(name, operation.params, query, body),
    context,
    isComplete,
  )
  const more = readParams(operation.bodyParams, ownOf(body.values), context, isComplete)
  const faults = { ...main.faults, ...more.faults }
  if (main.missing.length > 0)
    throw new Problem('rest_missing_callback_param', { missing: main.missing })
  if (Object.keys(faults).length > 0) throw new Problem('rest_invalid_param', { faults })
  if (isWrite && body.unread !== undefined) {
    const fault = { phrase: 'unsupportedMediaType', slots: { given: body.unread } } as const
    throw new Problem('rest_unsupported_media_type', {
      slots: fault.slots,
      faults: { 'Content-Type': fault },
    })
  }
  return { ...main.values, ...more.values }
}
