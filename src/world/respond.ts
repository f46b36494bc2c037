import { whenLoaded } from '../contract/lazy.ts'
import { createStatusProblem, type Problem } from '../contract/problem.ts'
import type { Engine } from '../engine/handle-request.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import type { EngineState } from '../engine/site-router.ts'
import { explainUnknownSite } from '../explain/explain-language.ts'
import type { RequestNotes } from '../explain/request-notes.ts'
import { isHandled, noResponse } from '../faults/deliver-fault.ts'
import type { FaultPlan } from '../faults/fault-plan.ts'
import type { ResolvedOptions } from '../options/options.ts'
import type { Store } from '../store/repository.ts'
import { presentMaintenance, rejectWithStatus } from './reject-request.ts'
import { handleRootRoutes } from './root-routes.ts'

/** The parts of a world that a response needs. */
export interface RespondContext {
  readonly shared: { readonly options: ResolvedOptions; readonly engine: Engine }
  /** Returns the records and the time that the headers of a request select. */
  selectState(request: MockRequest): EngineState & { readonly repository: Store }
}

/** The fault of a request, and the collector of its notes. */
interface RespondOptions {
  readonly plan: FaultPlan
  readonly notes: RequestNotes
}

/** Returns the response to a request. A request whose fault comes before the service is not handled, and stores nothing. */
export async function respond(
  request: MockRequest,
  context: RespondContext,
  { plan, notes }: RespondOptions,
): Promise<MockResponse> {
  if (isHandled(plan)) return handle(request, context, { notes })
  const { engine, options } = context.shared
  const { status, name } = plan.fault ?? {}
  if (status === undefined && name !== 'maintenance') return noResponse
  const site = engine.match(request.path, request.query)?.site
  if (status !== undefined && site)
    return handle(request, context, { notes, rejection: createStatusProblem(status) })
  const { readMessages } = options
  return whenLoaded(() =>
    status === undefined
      ? presentMaintenance(request, { site, readMessages })
      : rejectWithStatus(request, status, { site, readMessages }),
  )
}

/** Returns the response of the engine, or of the routes outside the sites. */
const handle = (
  request: MockRequest,
  { shared, selectState }: RespondContext,
  state: { readonly notes: RequestNotes; readonly rejection?: Problem },
): Promise<MockResponse> =>
  whenLoaded(async () => {
    const { sites, readMessages, settings } = shared.options
    const selected = selectState(request)
    const { repository } = selected
    const outside = { sites, readMessages, namespace: settings.namespace, repository }
    const response = await shared.engine.handle(request, { ...selected, ...state })
    if (response) return response
    if (request.path.includes(`/${settings.namespace}`))
      explainUnknownSite(request.path, sites, state.notes)
    return handleRootRoutes(request, outside)
  })
