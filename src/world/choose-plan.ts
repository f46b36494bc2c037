import type { Engine } from '../engine/handle-request.ts'
import type { MockRequest } from '../engine/http-message.ts'
import { isPreflight, isReadMethod, overrideMethod } from '../engine/request-method.ts'
import { type FaultPlan, noFault } from '../faults/fault-plan.ts'
import type { SettingsState } from './settings-state.ts'

/** The parts of a world that the choice depends on. */
interface PlanContext {
  readonly settings: Pick<SettingsState, 'planner'>
  readonly shared: { readonly engine: Pick<Engine, 'match'> }
}

/** Chooses the fault and the delay of a request. Throws `OptionError` for an invalid header. */
export function choosePlan(
  request: MockRequest,
  { settings: { planner }, shared: { engine } }: PlanContext,
): FaultPlan {
  const { path, query, header } = request
  const headers = { fault: header('x-calmock-fault'), delay: header('x-calmock-delay') }
  const isPlain = planner.isIdle && headers.fault === undefined && headers.delay === undefined
  if (isPlain || isPreflight(request)) return noFault
  const match = engine.match(path, query)
  if (path === '/' && !match) return noFault // the list of sites, where browsers get the dashboard
  const paths = match?.path === undefined ? [path] : [match.path, path]
  return planner.choose({ method: readMethod(request), paths, query }, headers)
}

/** Returns the method that the service performs: a write can override its method. */
const readMethod = (request: MockRequest): string =>
  isReadMethod(request.method)
    ? request.method
    : overrideMethod(request, new URLSearchParams(request.query).get('_method'))
