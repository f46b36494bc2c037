import { countEventsFor } from '../fixtures/scenario.ts'
import type { Settings } from './contract/context.ts'
import { OptionError } from './contract/option-error.ts'
import { resources } from './contract/resources/index.ts'
import type { Endpoint } from './contract/route.ts'
import type { Site } from './contract/site.ts'
import { type ControlContext, isControlPath } from './control/operation.ts'
import type { MockRequest, MockResponse } from './engine/http-message.ts'
import { createRouter } from './engine/site-router.ts'
import { handleRequest, type MockContext } from './handle-request.ts'
import type { BaseUrl } from './options/base-url.ts'
import { type Options, type ResolvedOptions, resolveOptions } from './options/options.ts'
import type { Landmarks } from './seed/landmarks.ts'
import type { MockSource } from './seed/source/mock-source.ts'
import {
  cutBase,
  DEFAULT_WORLD,
  invalidWorldName,
  isWorldName,
  parseWorldPath,
} from './world/address.ts'
import { AnswerCache } from './world/answer-cache.ts'
import { Memory } from './world/memory.ts'
import { RecordCaches } from './world/record-caches.ts'
import type { WorldParts } from './world/records-part.ts'
import { describeEviction } from './world/reject-request.ts'
import { createIgnoredReport } from './world/report-ignored.ts'
import { createSeedFactory, models, type OnReject } from './world/seed-factory.ts'
import type { World } from './world/world.ts'
import { WorldState } from './world/world-state.ts'
import {
  createDirectory,
  type Eviction,
  parseWorldStart,
  type WorldDirectory,
  type WorldStartText,
  Worlds,
} from './world/worlds.ts'

/** A mock without a transport: requests in, responses out. It is itself its world `default`. */
export interface Mock extends World {
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly base: BaseUrl
  readonly seed: number
  /** The number of events that the mock was created with. */
  readonly events: number
  /** The hand-written records by name. In pages, titles and slugs need `load()` before; in exports, all members do. */
  readonly landmarks: Landmarks
  /** Returns an isolated world, created on first use. Throws `OptionError` for an invalid name and for an evicted world. */
  world(name: string): World
  /** The names of all worlds. */
  readonly worlds: readonly string[]
  /** Removes a world. Returns false if there is no such world; `default` cannot be removed. */
  removeWorld(name: string): boolean
  /** Handles a request. Its world is the first of: the world of its path, the named world, the world of its header or cookie. Requests outside the sites return 404. */
  handle(request: MockRequest, world?: string): Promise<MockResponse>
  /** Returns whether a URL belongs to the mock, and its endpoint. The home of a site may be a page of an app and does not belong to it. */
  matchUrl(url: Pick<URL, 'origin' | 'pathname'> & { readonly search?: string }): RouteMatch
}

/** The endpoint of a URL. */
export interface RouteMatch {
  readonly isOurs: boolean
  /** Undefined for URLs of the mock without a route, and for control routes. */
  readonly endpoint?: Endpoint
}

/** The parts that several mocks with the same options share, and what a mock knows from an earlier run. */
export interface MockParts {
  /** The generated records. The mocks that share them may differ in the base URL only. Default: caches for this mock. */
  readonly caches?: RecordCaches
  /** The directory of the worlds of all mocks. Default: the worlds of this one. */
  readonly directory?: WorldDirectory
  /** Names of worlds that were evicted with changes. */
  readonly evicted?: readonly string[]
  /** Called after a world is evicted. */
  readonly onEvict?: ((eviction: Eviction) => void) | undefined
  /** Called, maybe more than once, for a record of the option `data` that is not valid and is left out. Default: it is thrown. */
  readonly onReject?: OnReject
  /** Called once for each field of the user's records that is ignored. Default: it is written to the console. */
  readonly onWarning?: (message: string) => void
}

/** Creates a mock with the records and messages of a source. Throws `OptionError` for an invalid option. */
export function createMock(options: Options, source: MockSource, parts: MockParts = {}): MockState {
  const resolved = resolveOptions(options, source.readMessages)
  const { systemNow, database } = source
  const caches = parts.caches ?? new RecordCaches()
  const reportIgnored = createIgnoredReport(resolved.strict, parts.onWarning)
  const { onReject } = parts
  return new MockState(source, parts, {
    options: resolved,
    models,
    systemNow,
    database,
    caches,
    reportIgnored,
    memory: new Memory(resolved.maxMemory),
    newSeed: caches.cache(createSeedFactory(resolved, source, { onReject, reportIgnored })),
  })
}

/** A mock with the methods that persisting it needs. */
export class MockState extends WorldState implements Mock, MockContext {
  readonly sites: readonly Site[]
  readonly settings: Settings
  readonly base: BaseUrl
  readonly seed: number
  readonly events: number
  readonly options: ResolvedOptions
  readonly findRoute: MockContext['findRoute']
  readonly allWorlds: Worlds
  readonly control: ControlContext
  /** The count of what requests have left behind. */
  readonly memory: Memory
  readonly answers: AnswerCache
  private readonly source: MockSource

  constructor(source: MockSource, parts: MockParts, shared: WorldParts) {
    super(DEFAULT_WORLD, shared)
    const { options, systemNow, memory } = shared
    const { sites, base, seed, events, scenario } = options
    this.sites = sites
    this.settings = options
    this.base = base
    this.seed = seed
    this.events = countEventsFor(scenario, events)
    this.options = options
    this.memory = memory
    this.source = source
    this.answers = new AnswerCache(memory, source.maxAnswerBytes)
    this.findRoute = createRouter({ sites, resources, settings: options })
    this.allWorlds = new Worlds({
      main: this,
      max: options.maxWorlds,
      idle: options.worldIdle,
      evicted: parts.evicted ?? [],
      systemNow,
      create: (name, start) => new WorldState(name, shared, start),
      onEvict: parts.onEvict,
    })
    this.control = {
      options,
      systemNow,
      landmarks: source.landmarks,
      directory: parts.directory ?? createDirectory(this.allWorlds, options),
      createdAt: systemNow(),
      streams: new Set(),
    }
    for (const name of ['name', 'sites', 'settings', 'base', 'seed', 'events'])
      Object.defineProperty(this, name, { writable: false })
  }

  get dashboard(): MockContext['dashboard'] {
    return this.source.dashboard
  }

  get landmarks(): Landmarks {
    return this.source.landmarks.value
  }

  get worlds(): readonly string[] {
    return this.allWorlds.names
  }

  override load = async (): Promise<void> => {
    await Promise.all([this.loadRecords(), this.source.landmarks.load()])
  }
  removeWorld = (name: string): boolean => this.allWorlds.remove(name)

  /** Creates a world with an initial scenario and time. Returns undefined if the name is taken. */
  createWorld = (name: string, start: WorldStartText): WorldState | undefined =>
    this.allWorlds.create(name, parseWorldStart(start, this.options))

  world = (name: string): WorldState => {
    if (!isWorldName(name)) throw invalidWorldName(name)
    const world = this.allWorlds.open(name)
    if (world) return world
    throw new OptionError(describeEviction(name))
  }

  handle = (request: MockRequest, worldName?: string): Promise<MockResponse> =>
    handleRequest(request, this, worldName)

  matchUrl: Mock['matchUrl'] = ({ origin, pathname, search = '' }) => {
    const hasOrigin = (this.base.origin ?? origin) === origin
    const below = hasOrigin ? cutBase(pathname, this.base) : undefined
    if (below === undefined) return { isOurs: false }
    const { path } = parseWorldPath(below)
    if (isControlPath(path)) return { isOurs: true }
    const { match } = this.findRoute({ path, query: search.slice(1) })
    if (!match || match.isHome) return { isOurs: false }
    return { isOurs: true, ...(match.endpoint && { endpoint: match.endpoint }) }
  }
}
