import type { Context, Query } from '../contract/context.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource } from '../contract/resource.ts'
import type { Operation } from '../contract/route.ts'
import { explainFaults } from '../explain/explain-faults.ts'
import { explainFields } from '../explain/explain-fields.ts'
import { explainLanguage } from '../explain/explain-language.ts'
import { explainParameters } from '../explain/explain-parameters.ts'
import type { RequestNotes } from '../explain/request-notes.ts'
import { rejectWarnings } from '../explain/strict.ts'
import type { RawValues } from './read-body.ts'
import { type RequestValues, readParameters } from './read-params.ts'
import { readResponseFormat } from './to-response.ts'

/** A request whose parameters are read and explained. */
interface ExplainedRequest {
  readonly operation: Operation
  readonly query: RawValues
  readonly values: RequestValues
  /** The method and the path, as `calmock routes` prints them. */
  readonly route: string
  readonly resources: readonly Resource[]
  readonly notes: RequestNotes | undefined
}

/** Reads the parameters of an operation, and adds the notes about them. Throws `Problem` like `readParameters`, and for the warnings of a strict mock. */
export function readExplained(request: ExplainedRequest, context: Context): Query {
  const { operation, query, values, route, resources, notes } = request
  if (!notes) return readParameters(operation, values, context)
  explainParameters({ operation, query, body: values.body, route, notes })
  explainFields(readResponseFormat(query).fields, operation, notes)
  explainLanguage(values.get('i18n_language'), context.site, notes)
  try {
    const input = readParameters(operation, values, context)
    if (context.settings.isStrict) rejectWarnings(notes)
    return input
  } catch (error) {
    if (error instanceof Problem) explainFaults(error, operation.params, { context, resources })
    throw error
  }
}
