import type { Context } from '../contract/context.ts'
import type { Messages } from '../contract/format-message.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import { createEndpoints } from '../contract/route.ts'
import { createRow } from './actions.ts'
import { readProperties } from './read-body.ts'
import { combineValues, readParameters } from './read-params.ts'
import { presentProblem } from './to-response.ts'

/** Creates a record from the body of a POST request, without a request. Throws `Problem` for an invalid body. */
export function createFromBody(
  resource: Resource,
  body: unknown,
  base: Omit<Context, 'create'>,
): Row {
  const context: Context = {
    ...base,
    create: (linked, values) => createRow(linked, values, context),
  }
  const operation = createEndpoints([resource], base.site, base.settings.namespace)
    .flatMap(({ operations }) => operations)
    .find(({ action }) => action === 'create')
  if (!operation) throw new Error(`no operation creates ${resource.name}`)
  const values = readProperties(body)
  return createRow(
    resource,
    readParameters(operation, combineValues(values, values), context),
    context,
  )
}

/** Returns the message of a problem, or undefined for other errors. */
export const describeProblem = (
  error: unknown,
  readMessages: () => Messages,
): string | undefined =>
  error instanceof Problem ? String(presentProblem(error, readMessages()).message) : undefined
