import { sizeOf } from '../fixtures/scenario.ts'
import type { Settings } from './contract/context.ts'
import { picture, picturesPath } from './contract/params/image.ts'
import type { Row } from './contract/resource.ts'
import { resources } from './contract/resources/index.ts'
import type { Endpoint } from './contract/route.ts'
import type { Seed } from './contract/seed.ts'
import type { Site } from './contract/site.ts'
import { control, controlPath } from './control/control.ts'
import { answering } from './engine/handle-request.ts'
import type { Call, Reply } from './engine/http-message.ts'
import { refusal } from './engine/plain-response.ts'
import type { Base } from './options/base-url.ts'
import { namesOf, type Options, settle } from './options/options.ts'
import type { MockSource } from './seed/generator-source.ts'
import type { Landmarks } from './seed/landmarks.ts'
import { createWorld, type Ground, type OwnWorld, refused, type World } from './world/world.ts'
import { createWorlds, DEFAULT_WORLD, isWorldName, noName } from './world/worlds.ts'

/** The mock without an edge: calls in, replies out. Itself its world `default`. */
export interface Service extends World {
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly base: Base
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
  respond(call: Call, world?: string): Promise<Reply>
  /** Whether an address is the mock's, and the template of its path, `/events/{id}`; see `handlers.ts`. */
  placeOf(url: Pick<URL, 'origin' | 'pathname'>): Place
}

/** Where an address leads. */
export interface Place {
  readonly isOurs: boolean
  readonly endpoint?: Endpoint
}

/** A mock that somebody keeps. */
export type KeptService = Service & Pick<OwnWorld, 'news' | 'resume'>

/** A mock whose records come from elsewhere. Throws for an option that cannot be, saying what can. */
export function createMock(options: Options, source: MockSource): KeptService {
  const { landmarks, systemNow } = source
  const settled = settle(options, source.messagesFor)
  const { sites, settings, base, seed, events } = settled
  const engine = answering({ sites, resources, settings })
  const ground: Ground = {
    settled,
    models: [...resources, picture],
    engine,
    systemNow,
    newSeed: remembered((scenario, anchor) =>
      source.createSeed({ seed, events, scenario, anchor }),
    ),
  }
  const worlds = createWorlds({
    max: settled.maxWorlds,
    idle: settled.worldIdle,
    systemNow,
    create: (name, start) => createWorld(name, ground, start),
  })
  const scratch = () => createWorld('', ground)
  const controlled = { settled, worlds, landmarks, scratch, systemNow, madeAt: systemNow() }

  function worldOf(name: string): OwnWorld {
    if (!isWorldName(name)) throw noName(name)
    const world = worlds.find(name)
    if (world !== 'gone') return world
    throw new Error(`[calmock] the world "${name}" is gone, with what was written to it`)
  }

  async function respond(call: Call, named?: string): Promise<Reply> {
    const arrival = arrivalAt(call.path, base)
    if (!arrival) return refusal(call, 404, 'outside', `The mock stands at ${base.path}.`)
    const { before, path } = arrival
    const own = path === call.path ? call : { ...call, origin: `${call.origin}${before}`, path }
    // a preflight carries no headers and changes nothing: any world can answer it
    const isPreflight = call.method === 'OPTIONS'
    const name =
      (isPreflight ? undefined : (arrival.world ?? named ?? worldIn(call))) ?? DEFAULT_WORLD
    if (name !== DEFAULT_WORLD && !isWorldName(name)) return refused(call, noName(name))
    const found = worlds.find(name)
    const isControl =
      own.path.startsWith(`${controlPath}/`) && !own.path.startsWith(`${picturesPath}/`)
    if (found === 'gone' && !own.path.startsWith(`${controlPath}/worlds`)) {
      const message = `The world "${name}" is gone, with what was written to it; POST ${controlPath}/worlds makes it anew.`
      return refusal(call, 410, 'world_gone', message)
    }
    const world = found === 'gone' ? first : found
    return isControl ? control(own, world, controlled) : world.answer(own)
  }

  const first = worldOf(DEFAULT_WORLD)
  const own = {
    sites,
    settings,
    base,
    seed,
    events: sizeOf(settled.scenario, events),
    landmarks,
    world: worldOf,
    get worlds() {
      return worlds.names
    },
    removeWorld: worlds.remove,
    respond,
    placeOf({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): Place {
      const arrival = (base.origin ?? origin) === origin ? arrivalAt(pathname, base) : undefined
      if (!arrival) return { isOurs: false }
      const isOwn = arrival.path.startsWith(`${controlPath}/`)
      return isOwn ? { isOurs: true } : engine.endpointAt(arrival.path)
    },
  }
  // not spread: reading `db` plants every language
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(first)) as typeof own &
    OwnWorld
}

/** A path below the base, and what stands before it: the base, and a world where one is named. */
interface Arrival {
  readonly path: string
  readonly before: string
  readonly world?: string
}

function arrivalAt(path: string, { path: base }: Base): Arrival | undefined {
  if (path !== base && !path.startsWith(`${base}/`)) return undefined
  const own = path.slice(base.length) || '/'
  if (!own.startsWith('/~')) return { path: own, before: base }
  const [, world, rest = '/'] = /^\/~([^/]*)(\/.*)?$/.exec(own) ?? []
  if (world === undefined) return { path: own, before: base }
  return { path: rest, before: `${base}/~${world}`, world }
}

/** The world that the header of a call names, else its cookie. */
function worldIn({ header }: Call): string | undefined {
  const named = header('x-calmock-world')
  const cookies = named ? undefined : header('cookie')
  if (!cookies) return named || undefined
  return /(?:^|;\s*)calmock_world=([^;]*)/.exec(cookies)?.[1]?.trim() || undefined
}

/** How many seeds are kept, for new worlds and resets. */
const MAX_SEEDS = 8

/** Gives the seed of the same scenarios and day again, with what it has planted. */
function remembered(newSeed: Ground['newSeed']): Ground['newSeed'] {
  const known = new Map<string, Seed>()
  return (scenario, anchor) => {
    const key = `${namesOf(scenario)} ${anchor.toISOString().slice(0, 10)}`
    const seed = known.get(key) ?? shared(newSeed(scenario, anchor))
    known.delete(key)
    known.set(key, seed)
    for (const oldest of [...known.keys()].slice(0, -MAX_SEEDS)) known.delete(oldest)
    return seed
  }
}

/** Rows of larger worlds are generated again for each world, as keeping them takes much memory. */
const MAX_SHARED_EVENTS = 2000

/** Returns a seed that generates the rows of a kind and language once. */
function shared(seed: Seed): Seed {
  if (seed.events > MAX_SHARED_EVENTS) return seed
  const generated = new Map<string, readonly Row[]>()
  const generate = (kind: string, language: string): readonly Row[] => {
    const rows = generated.get(`${kind} ${language}`) ?? seed.generate(kind, language)
    generated.set(`${kind} ${language}`, rows)
    return rows.map((row) => ({ ...row }))
  }
  return Object.assign(Object.create(seed), { generate })
}
