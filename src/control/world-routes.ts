import { whenLoaded } from '../contract/lazy.ts'
import { languages, type Site } from '../contract/site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createErrorResponse, createJsonResponse } from '../engine/plain-response.ts'
import { type Clock, createClock } from '../options/clock.ts'
import type { ResolvedOptions } from '../options/options.ts'
import type { Landmark } from '../seed/landmarks.ts'
import type { Snapshot } from '../world/snapshot.ts'
import { invalidWorldName, isWorldName, parseWorldStart } from '../world/worlds.ts'
import {
  type ControlRequest,
  invalidField,
  readTextField,
  respondWithJson,
  respondWithoutContent,
} from './operation.ts'

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

export function listLandmarks(control: ControlRequest): Promise<MockResponse> {
  return whenLoaded(() => respondWithJson(control, presentLandmarks(control)))
}

function presentLandmarks(control: ControlRequest) {
  const collections = Object.entries(control.landmarks.value).map(([collection, landmarks]) => {
    const entries = Object.entries<Landmark>(landmarks).map(([name, landmark]) => [
      name,
      { ...landmark, url: absoluteUrls(collection, landmark, control) },
    ])
    return [collection, Object.fromEntries(entries)]
  })
  return Object.fromEntries(collections)
}

/** Returns the URL of a landmark in each language, with the root and the namespace of the mock. */
function absoluteUrls(
  collection: string,
  { id }: Landmark,
  { request, options }: ControlRequest,
): Readonly<Record<string, string>> {
  const urls = languages.map((language) => {
    const base = `${request.origin}${findSite(language, options)?.root}/${options.settings.namespace}`
    return [language, `${base}/${collection}/${id[language]}`]
  })
  return Object.fromEntries(urls)
}

/** Returns the site of a language, else the first site that accepts it, else the first site. */
const findSite = (language: string, { sites }: ResolvedOptions): Site | undefined =>
  sites.find((site) => site.language === language) ??
  sites.find(({ accepts }) => accepts.includes(language)) ??
  sites[0]

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
