import { whenLoaded } from '../contract/lazy.ts'
import type { MockResponse } from '../engine/http-message.ts'
import { type Clock, createClock } from '../options/clock.ts'
import type { Snapshot } from '../world/snapshot.ts'
import { invalidField, readTextField } from './body.ts'
import { type ControlRequest, respondWithJson, respondWithoutContent } from './control-request.ts'

export async function getHealth(control: ControlRequest): Promise<MockResponse> {
  const { options, world, directory, systemNow, createdAt } = control
  return respondWithJson(control, {
    status: 'ok',
    seed: options.seed,
    now: world.clock.now().toISOString(),
    worlds: await directory.count(),
    uptime: Math.floor((systemNow() - createdAt) / 1000),
  })
}

export function resetWorld(control: ControlRequest): MockResponse {
  control.world.reset()
  return respondWithoutContent(control)
}

export function getClock(control: ControlRequest): MockResponse {
  const { clock } = control.world
  return respondWithJson(control, { now: clock.now().toISOString(), frozen: clock.frozen })
}

/** Sets the clock, then moves it, then stops or starts it. */
export function setClock(control: ControlRequest): MockResponse {
  const { body, world, systemNow } = control
  const now = readTextField(body, 'now')
  const advance = readTextField(body, 'advance')
  const { frozen } = body
  if (frozen !== undefined && typeof frozen !== 'boolean')
    throw invalidField('frozen', frozen, 'true, false')
  const change = (clock: Clock): void => {
    if (now !== undefined) clock.set(now)
    if (advance !== undefined) clock.advance(advance)
    if (frozen !== undefined) clock.freeze(frozen)
  }
  change(createClock(world.clock.now(), systemNow)) // an invalid value throws before the world changes
  change(world.clock)
  return getClock(control)
}

export function getScenario(control: ControlRequest): MockResponse {
  return respondWithJson(control, { scenario: control.world.scenario })
}

export function setScenario(control: ControlRequest): MockResponse {
  control.world.setScenario(readTextField(control.body, 'scenario') ?? '')
  return getScenario(control)
}

export function listScenarios(control: ControlRequest): MockResponse {
  const scenarios = control.options.scenarios.map(({ name, about }) => ({ name, about }))
  return respondWithJson(control, { scenarios })
}

export function getSnapshot(control: ControlRequest): Promise<MockResponse> {
  return whenLoaded(() => respondWithJson(control, control.world.snapshot()))
}

export function restoreSnapshot(control: ControlRequest): Promise<MockResponse> {
  const { world, body } = control
  return whenLoaded(() => {
    world.restore(body as unknown as Snapshot) // `restore` validates it
    return respondWithoutContent(control)
  })
}
