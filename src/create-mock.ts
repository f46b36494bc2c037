import { countEventsFor } from '../fixtures/scenario.ts'
import type { Settings } from './contract/context.ts'
import { OptionError } from './contract/option-error.ts'
import { imageModel, imagesPath } from './contract/params/image.ts'
import type { Row } from './contract/resource.ts'
import { resources } from './contract/resources/index.ts'
import type { Endpoint } from './contract/route.ts'
import type { Seed } from './contract/seed.ts'
import type { Site } from './contract/site.ts'
import { controlPath, handleControl } from './control/control.ts'
import { createEngine } from './engine/handle-request.ts'
import type { MockRequest, MockResponse } from './engine/http-message.ts'
import { createErrorResponse } from './engine/plain-response.ts'
import type { BaseUrl } from './options/base-url.ts'
import { joinScenarioNames, type Options, resolveOptions } from './options/options.ts'
import type { MockSource } from './seed/generator-source.ts'
import type { Landmarks } from './seed/landmarks.ts'
import {
  createWorld,
  type ManagedWorld,
  toErrorResponse,
  type World,
  type WorldOptions,
} from './world/world.ts'
import { createWorlds, DEFAULT_WORLD, invalidWorldName, isWorldName } from './world/worlds.ts'

/** The mock without an edge: calls in, replies out. Itself its world `default`. */
export interface Mock extends World {
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly base: BaseUrl
  readonly seed: number
  /** How many events the mock was made with. */
  readonly events: number
  readonly landmarks: Landmarks
  /** An isolated state of its own, made on first use. Throws for what cannot be a name. */
  world(name: string): World
  /** The names of all worlds there are. */
  readonly worlds: readonly string[]
  /** Whether there was one to take away; `default` never goes. */
  removeWorld(name: string): boolean
  /** Every call has an answer: those outside the sites 404. In the world that is named, else that of the call. */
  handle(call: MockRequest, world?: string): Promise<MockResponse>
  /** Whether an address is the mock's, and the template of its path, `/events/{id}`; see `handlers.ts`. */
  matchUrl(url: Pick<URL, 'origin' | 'pathname'>): RouteMatch
}

/** Where an address leads. */
export interface RouteMatch {
  readonly isOurs: boolean
  readonly endpoint?: Endpoint
}

/** A mock that somebody keeps. */
export type ManagedMock = Mock & Pick<ManagedWorld, 'takeChanges' | 'restoreRecords'>

/** A mock whose records come from elsewhere. Throws for an option that cannot be, saying what can. */
export function createMock(options: Options, source: MockSource): ManagedMock {
  const { landmarks, systemNow } = source
  const settled = resolveOptions(options, source.messagesFor)
  const { sites, settings, base, seed, events } = settled
  const engine = createEngine({ sites, resources, settings })
  const ground: WorldOptions = {
    options: settled,
    models: [...resources, imageModel],
    engine,
    systemNow,
    newSeed: cacheSeeds((scenario, anchor) =>
      source.createSeed({ seed, events, scenario, anchor }),
    ),
  }
  const worlds = createWorlds({
    max: settled.maxWorlds,
    idle: settled.worldIdle,
    systemNow,
    create: (name, start) => createWorld(name, ground, start),
  })
  const controlled = {
    options: settled,
    worlds,
    landmarks,
    createTrialWorld: () => createWorld('', ground),
    systemNow,
    createdAt: systemNow(),
  }

  function worldOf(name: string): ManagedWorld {
    if (!isWorldName(name)) throw invalidWorldName(name)
    const world = worlds.find(name)
    if (world !== 'gone') return world
    throw new OptionError(`the world "${name}" is gone, with what was written to it`)
  }

  async function handle(call: MockRequest, named?: string): Promise<MockResponse> {
    const arrival = parseWorldPath(call.path, base)
    if (!arrival)
      return createErrorResponse(call, 404, 'not_below_base', `The mock stands at ${base.path}.`)
    const { before, path } = arrival
    const own = path === call.path ? call : { ...call, origin: `${call.origin}${before}`, path }
    // a preflight carries no headers and changes nothing: any world can answer it
    const isPreflight = call.method === 'OPTIONS'
    const name =
      (isPreflight ? undefined : (arrival.world ?? named ?? readWorldName(call))) ?? DEFAULT_WORLD
    if (name !== DEFAULT_WORLD && !isWorldName(name))
      return toErrorResponse(call, invalidWorldName(name))
    const found = worlds.find(name)
    const isControl =
      own.path.startsWith(`${controlPath}/`) && !own.path.startsWith(`${imagesPath}/`)
    if (found === 'gone' && !own.path.startsWith(`${controlPath}/worlds`)) {
      const message = `The world "${name}" is gone, with what was written to it; POST ${controlPath}/worlds makes it anew.`
      return createErrorResponse(call, 410, 'world_gone', message)
    }
    const world = found === 'gone' ? first : found
    return isControl ? handleControl(own, world, controlled) : world.handle(own)
  }

  const first = worldOf(DEFAULT_WORLD)
  const own = {
    sites,
    settings,
    base,
    seed,
    events: countEventsFor(settled.scenario, events),
    landmarks,
    world: worldOf,
    get worlds() {
      return worlds.names
    },
    removeWorld: worlds.remove,
    handle,
    matchUrl({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): RouteMatch {
      const arrival =
        (base.origin ?? origin) === origin ? parseWorldPath(pathname, base) : undefined
      if (!arrival) return { isOurs: false }
      const isOwn = arrival.path.startsWith(`${controlPath}/`)
      return isOwn ? { isOurs: true } : engine.endpointAt(arrival.path)
    },
  }
  // not spread: reading `db` plants every language
  return Object.defineProperties({} as typeof own & ManagedWorld, {
    ...Object.getOwnPropertyDescriptors(first),
    ...Object.getOwnPropertyDescriptors(own),
  })
}

/** A path below the base, and what stands before it: the base, and a world where one is named. */
interface WorldPath {
  readonly path: string
  readonly before: string
  readonly world?: string
}

function parseWorldPath(path: string, { path: base }: BaseUrl): WorldPath | undefined {
  if (path !== base && !path.startsWith(`${base}/`)) return undefined
  const own = path.slice(base.length) || '/'
  if (!own.startsWith('/~')) return { path: own, before: base }
  const [, world, rest = '/'] = /^\/~([^/]*)(\/.*)?$/.exec(own) ?? []
  if (world === undefined) return { path: own, before: base }
  return { path: rest, before: `${base}/~${world}`, world }
}

/** The world that the header of a call names, else its cookie. */
function readWorldName({ header }: MockRequest): string | undefined {
  const named = header('x-calmock-world')
  const cookies = named ? undefined : header('cookie')
  if (!cookies) return named || undefined
  return /(?:^|;\s*)calmock_world=([^;]*)/.exec(cookies)?.[1]?.trim() || undefined
}

/** How many seeds are kept, for new worlds and resets. */
const MAX_SEEDS = 8

/** Gives the seed of the same scenarios and day again, with what it has planted. */
function cacheSeeds(newSeed: WorldOptions['newSeed']): WorldOptions['newSeed'] {
  const known = new Map<string, Seed>()
  return (scenario, anchor) => {
    const key = `${joinScenarioNames(scenario)} ${anchor.toISOString().slice(0, 10)}`
    const seed = known.get(key) ?? shareRows(newSeed(scenario, anchor))
    known.delete(key)
    known.set(key, seed)
    for (const oldest of [...known.keys()].slice(0, -MAX_SEEDS)) known.delete(oldest)
    return seed
  }
}

/** Rows of larger worlds are generated again for each world, as keeping them takes much memory. */
const MAX_SHARED_EVENTS = 2000

/** Returns a seed that generates the rows of a kind and language once. */
function shareRows(seed: Seed): Seed {
  if (seed.events > MAX_SHARED_EVENTS) return seed
  const generated = new Map<string, readonly Row[]>()
  const generate = (kind: string, language: string): readonly Row[] => {
    const rows = generated.get(`${kind} ${language}`) ?? seed.generate(kind, language)
    generated.set(`${kind} ${language}`, rows)
    return rows.map((row) => ({ ...row }))
  }
  return Object.assign(Object.create(seed), { generate })
}
