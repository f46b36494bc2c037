import { imagesPath } from '../contract/params/image.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { addNotesHeader } from '../explain/notes-header.ts'
import { RequestNotes } from '../explain/request-notes.ts'
import { deliverFault } from '../faults/deliver-fault.ts'
import { type FaultPlan, noFault } from '../faults/fault-plan.ts'
import type { RequestLog } from '../request-log/request-log.ts'
import { choosePlan } from './choose-plan.ts'
import { toErrorResponse } from './error-response.ts'
import { type RespondContext, respond } from './respond.ts'
import type { SettingsState } from './settings-state.ts'

/** The parts of a world that its requests need. */
export interface ExchangeContext extends RespondContext {
  readonly shared: RespondContext['shared'] & {
    /** Returns the time of the system clock, in ms since 1970 UTC. */
    systemNow(): number
  }
  readonly settings: SettingsState
  readonly log: RequestLog
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
