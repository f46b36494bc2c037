import { type Loadable, whenLoaded } from '../contract/lazy.ts'
import { OptionError } from '../contract/option-error.ts'
import { languages, type Site } from '../contract/site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import {
  createErrorResponse,
  createJsonResponse,
  createResponse,
} from '../engine/plain-response.ts'
import { type Clock, createClock } from '../options/clock.ts'
import type { ResolvedOptions } from '../options/options.ts'
import type { Landmark, Landmarks } from '../seed/landmarks.ts'
import type { Snapshot } from '../world/snapshot.ts'
import type { ManagedWorld } from '../world/world.ts'
import { parseWorldStart, type WorldDirectory } from '../world/world-directory.ts'
import { invalidWorldName, isWorldName } from '../world/worlds.ts'
import {
  type ControlBody,
  invalidField,
  readTextField,
  rejectUnknownProperties,
  requireProperties,
} from './body.ts'

/** The parts of a mock that control routes read and change, besides the world of the request. */
export interface ControlContext {
  readonly options: ResolvedOptions
  readonly directory: WorldDirectory
  readonly landmarks: Loadable<Landmarks>
  /** Returns the system time, in ms since 1970 UTC. */
  systemNow(): number
  /** The creation time of the mock, in ms since 1970 UTC by the system clock. */
  readonly createdAt: number
}

/** A request to a control route, with its world and its parsed body. */
interface ControlRequest extends ControlContext {
  readonly request: MockRequest
  readonly world: ManagedWorld
  readonly body: ControlBody
  /** The segment that `*` matches, or an empty string. */
  readonly key: string
}

type ControlHandler = (control: ControlRequest) => MockResponse | Promise<MockResponse>

/** The control routes, with a handler for each method. `*` matches one path segment. */
export const controlRoutes: Readonly<Record<string, Readonly<Record<string, ControlHandler>>>> = {
  '/health': { GET: getHealth },
  '/reset': { POST: resetWorld },
  '/clock': { GET: getClock, PUT: setClock },
  '/scenario': { GET: getScenario, PUT: setScenario },
  '/scenarios': { GET: listScenarios },
  '/world': { GET: getSnapshot, PUT: restoreSnapshot },
  '/worlds': { GET: listWorlds, POST: addWorld },
  '/worlds/*': { DELETE: deleteWorld },
  '/landmarks': { GET: listLandmarks },
}

const json = ({ request }: ControlRequest, body: unknown): MockResponse =>
  createJsonResponse(request, 200, body)

const noContent = ({ request }: ControlRequest): MockResponse =>
  createResponse(request, { status: 204, body: '' })

async function getHealth(control: ControlRequest): Promise<MockResponse> {
  const { options, world, directory, systemNow, createdAt } = control
  return json(control, {
    status: 'ok',
    seed: options.seed,
    now: world.clock.now().toISOString(),
    worlds: await directory.count(),
    uptime: Math.floor((systemNow() - createdAt) / 1000),
  })
}

function resetWorld(control: ControlRequest): MockResponse {
  if (Object.keys(control.body).length > 0) throw new OptionError('a reset accepts no body')
  control.world.reset()
  return noContent(control)
}

function getClock(control: ControlRequest): MockResponse {
  const { clock } = control.world
  return json(control, { now: clock.now().toISOString(), frozen: clock.frozen })
}

/** Sets the clock, then moves it, then stops or starts it. */
function setClock(control: ControlRequest): MockResponse {
  const { body, world, systemNow } = control
  requireProperties(body, ['now', 'advance', 'frozen'])
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

function getScenario(control: ControlRequest): MockResponse {
  return json(control, { scenario: control.world.scenario })
}

function setScenario(control: ControlRequest): MockResponse {
  requireProperties(control.body, ['scenario'])
  control.world.setScenario(readTextField(control.body, 'scenario') ?? '')
  return getScenario(control)
}

function listScenarios(control: ControlRequest): MockResponse {
  const scenarios = control.options.scenarios.map(({ name, about }) => ({ name, about }))
  return json(control, { scenarios })
}

function getSnapshot(control: ControlRequest): Promise<MockResponse> {
  return whenLoaded(() => json(control, control.world.snapshot()))
}

function restoreSnapshot(control: ControlRequest): Promise<MockResponse> {
  const { world, body } = control
  return whenLoaded(() => {
    world.restore(body as unknown as Snapshot) // `restore` validates it
    return noContent(control)
  })
}

const describeWorld = (request: MockRequest, name: string) => ({
  name,
  url: `${request.origin.replace(/\/~[a-z0-9-]+$/, '')}/~${name}`,
})

async function listWorlds(control: ControlRequest): Promise<MockResponse> {
  const names = await control.directory.list()
  return json(control, { worlds: names.map((name) => describeWorld(control.request, name)) })
}

async function addWorld(control: ControlRequest): Promise<MockResponse> {
  const { request, body, directory, options, systemNow } = control
  rejectUnknownProperties(body, ['name', 'scenario', 'now'])
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

async function deleteWorld(control: ControlRequest): Promise<MockResponse> {
  const { request, key, directory } = control
  if (await directory.remove(key)) return noContent(control)
  const deletable = (await directory.list()).slice(1, 20).join(', ') || 'none'
  const message = `The world "${key}" cannot be deleted; deletable: ${deletable}.`
  return createErrorResponse(request, 404, 'no_world', message)
}

function listLandmarks(control: ControlRequest): Promise<MockResponse> {
  return whenLoaded(() => json(control, presentLandmarks(control)))
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
