import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createErrorResponse, createJsonResponse } from '../engine/plain-response.ts'
import { createClock } from '../options/clock.ts'
import { invalidWorldName, isWorldName, parseWorldStart } from '../world/worlds.ts'
import { readTextField } from './body.ts'
import { type ControlRequest, respondWithJson, respondWithoutContent } from './control-request.ts'

const describeWorld = (request: MockRequest, name: string) => ({
  name,
  url: `${request.origin.replace(/\/~[a-z0-9-]+$/, '')}/~${name}`,
})

export async function listWorlds(control: ControlRequest): Promise<MockResponse> {
  const names = await control.directory.list()
  return respondWithJson(control, {
    worlds: names.map((name) => describeWorld(control.request, name)),
  })
}

export async function addWorld(control: ControlRequest): Promise<MockResponse> {
  const { request, body, directory, options, systemNow } = control
  const [name, scenario, now] = ['name', 'scenario', 'now'].map((field) =>
    readTextField(body, field),
  )
  if (name !== undefined && !isWorldName(name)) throw invalidWorldName(name)
  const start = { ...(scenario !== undefined && { scenario }), ...(now && { now }) }
  parseWorldStart(start, options) // throws if it is invalid
  if (now !== undefined) createClock(now, systemNow) // throws if it is invalid
  const createdName = await directory.create(name, start)
  if (createdName === undefined) {
    const message = `The world "${name}" exists already; reset or delete it.`
    return createErrorResponse(request, 409, 'world_exists', message)
  }
  const created = describeWorld(request, createdName)
  return createJsonResponse(request, 201, created, { Location: created.url })
}

export async function deleteWorld(control: ControlRequest): Promise<MockResponse> {
  const { request, key, directory } = control
  if (await directory.remove(key)) return respondWithoutContent(control)
  const deletable = (await directory.list()).slice(1, 20).join(', ') || 'none'
  const message = `The world "${key}" cannot be deleted; deletable: ${deletable}.`
  return createErrorResponse(request, 404, 'no_world', message)
}
