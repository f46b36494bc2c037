import type { Context, Query } from '../contract/context.ts'
import { createParamReader, type Param, readParams } from '../contract/params/param.ts'
import { splitList } from '../contract/params/values.ts'
import { Problem } from '../contract/problem.ts'
import { isWrite, type Operation } from '../contract/route.ts'
import type { BodyValues, RawValues } from './read-body.ts'

/** The raw values of query and body. A name that is in both has the value of the body. */
export interface RequestValues extends RawValues {
  readonly body: BodyValues
}

export function combineValues(query: RawValues, body: BodyValues): RequestValues {
  const findSource = (name: string): RawValues => (body.get(name) === undefined ? query : body)
  return {
    get: (name) => findSource(name).get(name),
    all: (name) => findSource(name).all(name),
    names: () => [...new Set([...query.names(), ...body.names()])],
    body,
  }
}

/**
 * Reads the parameters of an operation. Throws the `Problem` of an encoded body of a write, else a problem for all
 * missing parameters, else a problem for all invalid parameters, else the problem of the body of a write.
 */
export function readParameters(
  operation: Operation,
  values: RequestValues,
  context: Context,
): Query {
  const appliesDefaults = operation.action === 'list' || operation.action === 'create'
  const reader = createParamReader(context, appliesDefaults)
  readParams(operation.params, (name, param) => readRawValue(name, param, values, context), reader)
  readParams(operation.bodyParams, values.body.get, reader)
  const { missing, errors } = reader
  const { problem, isEncoded } = values.body
  if (isWrite(operation) && isEncoded && problem) throw problem
  if (missing.length > 0)
    throw new Problem('rest_missing_callback_param', { missing, ...pickErrors(problem) })
  if (Object.keys(errors).length > 0) throw new Problem('rest_invalid_param', { errors })
  if (isWrite(operation) && problem) throw problem
  return reader.values
}

/** Returns the raw value of a parameter; the items of all values if it is a list that is sent repeatedly, but with the preset the last value, as PHP does (14.1a). */
function readRawValue(
  name: string,
  { list }: Param<unknown>,
  values: RequestValues,
  { settings }: Context,
): unknown {
  const repeated = list && !settings.preset.followsService && values.all(name)
  return repeated ? repeated.flatMap(splitList) : values.get(name)
}

/** Returns the errors of a problem, to name the reason for missing parameters. */
const pickErrors = (problem: Problem | undefined) =>
  problem?.init.errors && { errors: problem.init.errors }
