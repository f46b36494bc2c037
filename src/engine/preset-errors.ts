import type { Preset } from '../contract/presets.ts'
import { Problem } from '../contract/problem.ts'
import type { Operation } from '../contract/route.ts'

/** An operation that performs an action of a resource. */
export type RecordOperation = Extract<Operation, { resource: unknown }>

/** Returns the problem that the service of a preset reports in place of a neutral one. */
export function applyPreset(
  problem: Problem,
  { action, by = 'id' }: RecordOperation,
  { errors }: Preset,
): Problem {
  const error = errors.find(
    ({ on, of, code }) =>
      code === problem.code && (on ?? [action]).includes(action) && (of ?? by) === by,
  )
  if (!error) return problem
  const { key, init } = problem
  if (error.becomes === 'rest_invalid_param')
    return new Problem(error.becomes, { faults: { [by]: { key, values: init.values ?? {} } } })
  return new Problem('forbidden', { ...init, key, code: error.becomes })
}
