import { whenLoaded } from '../contract/lazy.ts'
import { imagesPath } from '../contract/params/image.ts'
import { createStatusProblem, type Problem } from '../contract/problem.ts'
import type { Engine } from '../engine/handle-request.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { isPreflight, isReadMethod, overrideMethod } from '../engine/request-method.ts'
import type { EngineState } from '../engine/site-router.ts'
import { explainUnknownSite } from '../explain/explain-language.ts'
import { addNotesHeader } from '../explain/notes-header.ts'
import { RequestNotes } from '../explain/request-notes.ts'
import { deliverFault, isHandled, noResponse } from '../faults/deliver-fault.ts'
import { type FaultPlan, noFault } from '../faults/fault-plan.ts'
import type { ResolvedOptions } from '../options/options.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import type { Store } from '../store/repository.ts'
import { toErrorResponse } from './error-response.ts'
import { presentMaintenance, rejectWithStatus } from './reject-request.ts'
import { handleRootRoutes } from './root-routes.ts'
import type { SettingsState } from './settings-state.ts'

/** The parts of a world that its requests need. */
interface ExchangeContext {
  readonly shared: {
    readonly options: ResolvedOptions
    readonly engine: Engine
    /** Returns the time of the system clock, in ms since 1970 UTC. */
    systemNow(): number
  }
  readonly settings: SettingsState
  readonly log: RequestLog
  /** Returns the records and the time that the headers of a request select. */
  selectState(request: MockRequest): EngineState & { readonly repository: Store }
}

/** Handles a request to a world, from the choice of its fault to its entry in the log. Images have no fault, notes or entry. */
export async function exchange(
  request: MockRequest,
  context: ExchangeContext,
): Promise<MockResponse> {
  const startedAt = context.shared.systemNow()
  const collected = new RequestNotes()
  const isImage = request.path.startsWith(`${imagesPath}/`)
  let plan: FaultPlan = noFault
  let handled: MockResponse
  try {
    if (!isImage) plan = choosePlan(request, context)
    handled = await respond(request, context, { plan, notes: collected })
  } catch (error) {
    handled = toErrorResponse(request, error)
  }
  if (isImage) return handled
  const { all: notes } = collected
  const isFull = request.header('x-calmock-explain') === '1'
  const headers = addNotesHeader(handled.headers, notes, isFull)
  const { fault } = plan
  const explained = { ...handled, headers, notes, ...(fault && { fault: fault.text }) }
  const response = deliverFault(explained, plan)
  if (request.header('x-calmock-log') !== 'none') context.log.add(request, response, startedAt)
  return response
}

/** Chooses the fault and the delay of a request. Throws `OptionError` for an invalid header. */
function choosePlan(
  request: MockRequest,
  { settings: { planner }, shared: { engine } }: ExchangeContext,
): FaultPlan {
  const { path, query, header } = request
  const headers = { fault: header('x-calmock-fault'), delay: header('x-calmock-delay') }
  const isPlain = planner.isIdle && headers.fault === undefined && headers.delay === undefined
  if (isPlain || isPreflight(request)) return noFault
  const match = engine.match(path, query)
  if (path === '/' && !match) return noFault // the list of sites, where browsers get the dashboard
  const paths = match?.path === undefined ? [path] : [match.path, path]
  const method = isReadMethod(request.method)
    ? request.method
    : overrideMethod(request, new URLSearchParams(query).get('_method'))
  return planner.choose({ method, paths, query }, headers)
}

/** Returns the response to a request. A request whose fault comes before the service is not handled, and stores nothing. */
async function respond(
  request: MockRequest,
  context: ExchangeContext,
  { plan, notes }: { readonly plan: FaultPlan; readonly notes: RequestNotes },
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
  { shared, selectState }: ExchangeContext,
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
