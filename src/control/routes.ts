import { OptionError } from '../contract/option-error.ts'
import { resources } from '../contract/resources/index.ts'
import { languages, type Site } from '../contract/site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import {
  createErrorResponse,
  createJsonResponse,
  createResponse,
} from '../engine/plain-response.ts'
import { type Clock, createClock } from '../options/clock.ts'
import { type ResolvedOptions, resolveScenarios } from '../options/options.ts'
import type { Landmark, Landmarks } from '../seed/landmarks.ts'
import type { Snapshot } from '../world/snapshot.ts'
import type { ManagedWorld } from '../world/world.ts'
import { invalidWorldName, isWorldName, type Worlds } from '../world/worlds.ts'
import { type ControlBody, readTextField, requireNames } from './body.ts'

/** What control routes tell and change besides the world of the call. */
export interface ControlOptions {
  readonly settled: ResolvedOptions
  readonly worlds: Worlds
  readonly landmarks: Landmarks
  /** A world of no name, to try things out in. */
  scratch(): ManagedWorld
  /** What the machine's clock shows, in ms since 1970 UTC. */
  systemNow(): number
  /** When the mock was made, by the same clock. */
  readonly madeAt: number
}

/** A call to a control route: its world, its parsed body, what stands in the path. */
export interface ControlRequest extends ControlOptions {
  readonly call: MockRequest
  readonly world: ManagedWorld
  readonly body: ControlBody
  readonly key: string
}

type ControlHandler = (asked: ControlRequest) => MockResponse | Promise<MockResponse>

const json = ({ call }: ControlRequest, body: unknown): MockResponse =>
  createJsonResponse(call, 200, body)

/** Every control route with its verbs. A `*` takes one segment. */
export const controlRoutes: Readonly<Record<string, Readonly<Record<string, ControlHandler>>>> = {
  '/health': { GET: health },
  '/reset': { POST: reset },
  '/clock': { GET: showClock, PUT: setClock },
  '/scenario': { GET: showScenario, PUT: setScenario },
  '/scenarios': { GET: listScenarios },
  '/world': { GET: showWorld, PUT: restore },
  '/worlds': { GET: listWorlds, POST: makeWorld },
  '/worlds/*': { DELETE: removeWorld },
  '/landmarks': { GET: listLandmarks },
}

function health(asked: ControlRequest): MockResponse {
  const { settled, world, worlds, systemNow, madeAt } = asked
  return json(asked, {
    status: 'ok',
    seed: settled.seed,
    now: world.clock.now().toISOString(),
    worlds: worlds.names.length,
    uptime: Math.floor((systemNow() - madeAt) / 1000),
  })
}

function reset({ call, world, body }: ControlRequest): MockResponse {
  if (Object.keys(body).length > 0) throw new OptionError('a reset takes no body')
  world.reset()
  return createResponse(call, { status: 204, body: '' })
}

function showClock(asked: ControlRequest): MockResponse {
  const { clock } = asked.world
  return json(asked, { now: clock.now().toISOString(), frozen: clock.frozen })
}

/** Sets, moves, stops or lets go the clock, in this order. */
function setClock(asked: ControlRequest): MockResponse {
  const { body, world, systemNow } = asked
  requireNames(body, ['now', 'advance', 'frozen'])
  const [now, advance, { frozen }] = [
    readTextField(body, 'now'),
    readTextField(body, 'advance'),
    body,
  ]
  if (frozen !== undefined && typeof frozen !== 'boolean')
    throw new OptionError(`frozen is ${JSON.stringify(frozen).slice(0, 80)}; accepted: true, false`)
  const change = (clock: Clock): void => {
    if (now !== undefined) clock.set(now)
    if (advance !== undefined) clock.advance(advance)
    if (frozen !== undefined) clock.freeze(frozen)
  }
  change(createClock(world.clock.now(), systemNow)) // what cannot be throws before anything is changed
  change(world.clock)
  return showClock(asked)
}

function showScenario(asked: ControlRequest): MockResponse {
  return json(asked, { scenario: asked.world.scenario })
}

function setScenario(asked: ControlRequest): MockResponse {
  requireNames(asked.body, ['scenario'])
  asked.world.setScenario(readTextField(asked.body, 'scenario') ?? '')
  return showScenario(asked)
}

function listScenarios(asked: ControlRequest): MockResponse {
  const scenarios = asked.settled.scenarios.map(({ name, about }) => ({ name, about }))
  return json(asked, { scenarios })
}

async function showWorld(asked: ControlRequest): Promise<MockResponse> {
  await asked.world.load()
  return json(asked, asked.world.snapshot())
}

/** Takes a state that can be shown in full, and leaves the world as it is for any other. */
async function restore({
  call,
  world,
  body,
  settled,
  scratch,
}: ControlRequest): Promise<MockResponse> {
  const snapshot = body as unknown as Snapshot // is read, and refused, by the world itself
  const trial = scratch()
  await trial.load()
  trial.restore(snapshot)
  const [site] = settled.sites
  for (const { name, collection } of resources) {
    for (const id of Object.keys(snapshot.records[name] ?? {})) {
      const path = `${site?.root}/${settled.settings.namespace}/${collection}/${id}`
      const read = { ...call, method: 'GET', path, query: '', header: () => undefined }
      try {
        await trial.handle(read)
      } catch (error) {
        throw new OptionError(`${name} ${id} cannot be shown: ${String(error)}`)
      }
    }
  }
  await world.load()
  world.restore(snapshot)
  return createResponse(call, { status: 204, body: '' })
}

const describeWorld = (call: MockRequest, name: string) => ({
  name,
  url: `${call.origin.replace(/\/~[a-z0-9-]+$/, '')}/~${name}`,
})

function listWorlds(asked: ControlRequest): MockResponse {
  return json(asked, { worlds: asked.worlds.names.map((name) => describeWorld(asked.call, name)) })
}

function makeWorld({ call, body, worlds, settled, systemNow }: ControlRequest): MockResponse {
  requireNames(body, ['name', 'scenario', 'now'], false)
  const [name, names, now] = ['name', 'scenario', 'now'].map((key) => readTextField(body, key))
  if (name !== undefined && !isWorldName(name)) throw invalidWorldName(name)
  const scenario = names === undefined ? undefined : resolveScenarios(names, settled.scenarios)
  if (now !== undefined) createClock(now, systemNow) // throws for what is no time
  const world = worlds.create(name, { ...(scenario && { scenario }), ...(now && { now }) })
  if (!world)
    return createErrorResponse(
      call,
      409,
      'world_exists',
      `There is a world "${name}"; reset or delete it.`,
    )
  const made = describeWorld(call, world.name)
  return createJsonResponse(call, 201, made, { Location: made.url })
}

function removeWorld({ call, key, worlds }: ControlRequest): MockResponse {
  if (worlds.remove(key)) return createResponse(call, { status: 204, body: '' })
  const known = worlds.names.slice(1, 20).join(', ') || 'none'
  return createErrorResponse(
    call,
    404,
    'no_world',
    `No world "${key}" can be deleted; those that can: ${known}.`,
  )
}

function listLandmarks(asked: ControlRequest): MockResponse {
  const { landmarks, settled, call } = asked
  const { namespace } = settled.settings
  const withUrls = (collection: string, landmark: Landmark) => {
    const urls = languages.map((code) => {
      const base = `${call.origin}${findSite(code, settled)?.root}/${namespace}`
      return [code, `${base}/${collection}/${landmark.id[code]}`]
    })
    return { ...landmark, url: Object.fromEntries(urls) }
  }
  const kinds = Object.entries(landmarks).map(([collection, named]) => {
    const entries = Object.entries<Landmark>(named).map(([name, landmark]) => [
      name,
      withUrls(collection, landmark),
    ])
    return [collection, Object.fromEntries(entries)]
  })
  return json(asked, Object.fromEntries(kinds))
}

/** The site of a language, else one whose visitors can read it. */
const findSite = (language: string, { sites }: ResolvedOptions): Site | undefined =>
  sites.find((site) => site.language === language) ??
  sites.find(({ accepts }) => accepts.includes(language)) ??
  sites[0]
