import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createJsonResponse } from '../engine/plain-response.ts'
import type { World } from '../world/world-state.ts'
import { type ControlBody, invalidField } from './operation.ts'

/** A request that reads or changes settings of a world. */
interface SettingsRequest {
  readonly request: MockRequest
  readonly world: Pick<World, 'faults' | 'delay'>
  readonly body: ControlBody
}

export const getFaults = ({ request, world }: SettingsRequest): MockResponse =>
  createJsonResponse(request, 200, { faults: world.faults })

export function setFaults(control: SettingsRequest): MockResponse {
  const { body, world } = control
  const rules = [body.faults].flat()
  if (!rules.every((rule) => typeof rule === 'string'))
    throw invalidField('faults', body.faults, 'a list of rules such as ["GET /events 503 10%"]')
  world.faults = rules
  return getFaults(control)
}

export const getDelay = ({ request, world }: SettingsRequest): MockResponse =>
  createJsonResponse(request, 200, { delay: world.delay })

export function setDelay(control: SettingsRequest): MockResponse {
  const { body, world } = control
  const { delay } = body
  if (typeof delay !== 'number' && typeof delay !== 'string')
    throw invalidField('delay', delay, 'milliseconds such as 500, or a range such as "200-800"')
  world.delay = delay
  return getDelay(control)
}
